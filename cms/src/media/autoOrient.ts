import type { Core } from '@strapi/strapi';

interface Settings {
  autoOrientation: boolean;
}

/**
 * Has each picture turned upright when it is uploaded, whatever the media library's settings say: Strapi makes
 * pictures smaller and drops on the way what says how the camera was held, so photographs from a phone would lie.
 */
export function autoOrientPictures(strapi: Core.Strapi): void {
  strapi
    .get('services')
    .extend('plugin::upload.upload', (service: { getSettings(): Promise<Settings | null> }) => ({
      ...service,
      getSettings: async () => ({ ...(await service.getSettings()), autoOrientation: true }),
    }));
}
