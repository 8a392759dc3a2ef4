import { expect, test } from 'vitest';
import { extendService } from '../../testing/fakes';
import { autoOrientPictures } from './autoOrient';

interface Service {
  getSettings(): Promise<Record<string, boolean> | null>;
  setSettings(): string;
}

const extendUpload = (settings: Awaited<ReturnType<Service['getSettings']>>) =>
  extendService<Service>(autoOrientPictures, 'plugin::upload.upload', {
    getSettings: async () => settings,
    setSettings: () => 'stored',
  });

test('turns on the rotation when the settings turn it off, and keeps the other settings', async () => {
  const service = extendUpload({ autoOrientation: false, sizeOptimization: true, aiMetadata: false });
  expect(await service.getSettings()).toEqual({
    autoOrientation: true,
    sizeOptimization: true,
    aiMetadata: false,
  });
});

test('turns on the rotation before Strapi has stored settings', async () => {
  expect(await extendUpload(null).getSettings()).toEqual({ autoOrientation: true });
});

test('keeps the other methods of the service', () => {
  expect(extendUpload(null).setSettings()).toBe('stored');
});
