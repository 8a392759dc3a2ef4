import sharp from '../../cms/node_modules/sharp/dist/index.mjs';

/** What the media library stores about a picture. */
interface FileInfo {
  name?: string;
  alternativeText?: string | null;
  caption?: string;
  folder?: number;
}

/** Creates a JPEG of one colour. */
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
