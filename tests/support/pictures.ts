import sharp from '../../cms/node_modules/sharp/dist/index.mjs';

export interface FileInfo {
  name?: string;
  alternativeText?: string | null;
  caption?: string;
  folder?: number;
}

export const createPicture = (background: string, width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** Creates the form with which the admin uploads or replaces a picture, or without a file changes what is stored about it. */
export function createUploadForm(fileInfo: FileInfo, file?: Uint8Array): FormData {
  const form = new FormData();
  if (file) form.append('files', new Blob([Uint8Array.from(file)]), fileInfo.name ?? 'picture.jpg');
  form.append('fileInfo', JSON.stringify(fileInfo));
  return form;
}

/** Creates a JPEG that ends in the middle of its image data. */
export async function createDamagedPicture(): Promise<Buffer> {
  const noise = { type: 'gaussian', sigma: 30 } as const;
  const whole = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#a33', noise } })
    .jpeg()
    .toBuffer();
  return whole.subarray(0, whole.length >> 1);
}

/** The beginning of a HEIC file, which the site can't show. */
export const HEIC = Buffer.concat([
  Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
  Buffer.alloc(2_000, 7),
]);
