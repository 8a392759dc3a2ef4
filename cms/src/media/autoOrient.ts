import type { Core } from '@strapi/strapi';

interface Settings {
  autoOrientation: boolean;
}

/**
 * Applies the EXIF orientation of every uploaded picture, whatever the media library's settings are: Strapi
 * removes the EXIF data when it resizes, so phone photographs would otherwise lie on their side.
 */
export function autoOrientPictures(strapi: Core.Strapi): void {
  strapi
    .get('services')
    .extend('plugin::upload.upload', (service: { getSettings(): Promise<Settings | null> }) => ({
      ...service,
      getSettings: async () => ({ ...(await service.getSettings()), autoOrientation: true }),
    }));
}
