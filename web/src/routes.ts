/** The site's pages by address; the server answers every other address with the page that leads back, and status 404. */
export const pagePaths = ['/', '/home', '/menu', '/services', '/contact'] as const;
