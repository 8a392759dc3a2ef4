import { useAuth } from '@strapi/strapi/admin';
import { toPermission } from '../../shared/content/contentManager';

/** Returns a function that tells whether the account may do something with some entries of a type, or `null` for pictures. */
export function usePermissions() {
  const permissions = useAuth('usePermissions', (state) => state.permissions);
  return (action: 'read' | 'publish', subject: string | null): boolean => {
    const name = subject === null ? 'plugin::upload.read' : toPermission(action);
    return permissions.some((permission) => permission.action === name && permission.subject === subject);
  };
}
