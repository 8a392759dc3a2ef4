/** The key in Strapi's core store under which a restore stores its id in the restored database, as `{ id }`. */
export const RESTORE_KEY = 'site_restore';
