import type { Core } from '@strapi/strapi';

interface Settings {
  autoOrientation: boolean;
}

/**
 * Applies the EXIF orientation of every uploaded picture, even if the media library's settings turn this off:
 * Strapi removes the EXIF data when it resizes, so phone photographs would be rotated by 90 degrees.
 */
export function autoOrientPictures(strapi: Core.Strapi): void {
  strapi
    .get('services')
    .extend('plugin::upload.upload', (service: { getSettings(): Promise<Settings | null> }) => ({
      ...service,
      getSettings: async () => ({ ...(await service.getSettings()), autoOrientation: true }),
    }));
}
