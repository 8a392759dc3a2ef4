import type { Core, UID } from '@strapi/strapi';
import { applyConvenience, MissingPartError, type PartName } from './parts';

/** Replaces methods of a service by functions that call them. */
function wrapService<Service extends object>(
  strapi: Core.Strapi,
  name: PartName,
  uid: string,
  wrap: (service: Service) => Partial<Service>,
): void {
  strapi.get('services').extend(uid, (service: Service) => {
    const methods = wrap(service);
    const missing = Object.keys(methods).find((method) => !(method in service));
    if (missing) throw new MissingPartError(name, `the method ${missing}`);
    return { ...service, ...methods };
  });
}

/** A file on the disk: a picture, or one of its smaller formats. */
export interface StoredFile {
  hash: string;
  ext: string;
  url: string;
}

/** A row of the media library. */
export interface StoredPicture extends StoredFile {
  id: number;
  documentId?: string;
  name: string;
  folderPath: string;
  formats: Record<string, StoredFile> | null;
  provider: string;
}

/** What a request tells about a picture. */
export interface PictureInfo {
  name?: string | null;
  alternativeText?: string | null;
}

/** What is told about a file that takes the place of a picture. */
export interface Replacement {
  data: { fileInfo?: PictureInfo };
}

/** The methods with which the media library changes pictures. */
export interface MediaLibrary {
  upload(upload: object, options?: object): Promise<unknown>;
  updateFileInfo(id: number, info: PictureInfo, options?: object): Promise<unknown>;
  /** The id is a text when it comes from the address of a request. */
  replace(id: number | string, replacement: Replacement, options?: object): Promise<unknown>;
  remove(picture: StoredPicture): Promise<unknown>;
}

/**
 * Wraps methods with which the media library changes pictures.
 * @throws MissingPartError when Strapi lacks one of them
 */
export const wrapMediaLibrary = (
  strapi: Core.Strapi,
  wrap: (library: MediaLibrary) => Partial<MediaLibrary>,
): void => wrapService(strapi, 'wrapMediaLibrary', 'plugin::upload.upload', wrap);

/** What writes the files of pictures. */
export interface FileStorage {
  upload(file: StoredFile): Promise<void>;
}

/**
 * Wraps what writes the files of pictures.
 * @throws MissingPartError when Strapi lacks it
 */
export const wrapFileStorage = (
  strapi: Core.Strapi,
  wrap: (storage: FileStorage) => Partial<FileStorage>,
): void => wrapService(strapi, 'wrapFileStorage', 'plugin::upload.provider', wrap);

/**
 * Deletes the row of a picture, and not its files: the media library deletes the files of its own provider only.
 * @param remove the library's own method
 */
export const deletePictureRow = (remove: MediaLibrary['remove'], picture: StoredPicture): Promise<unknown> =>
  remove({ ...picture, provider: 'none' });

/** Makes the media library apply the EXIF orientation of pictures, whatever its settings say. */
export const forceAutoOrientation = (strapi: Core.Strapi): Promise<void> =>
  applyConvenience(strapi, 'forceAutoOrientation', () =>
    wrapService(
      strapi,
      'forceAutoOrientation',
      'plugin::upload.upload',
      (library: { getSettings(): Promise<object | null> }) => ({
        getSettings: async () => ({ ...(await library.getSettings()), autoOrientation: true }),
      }),
    ),
  );

/** A picture during an upload. */
export interface UploadedPicture {
  name: string;
  hash: string;
  ext: string;
  mime: string;
  path?: string | null;
  getStream(): NodeJS.ReadableStream;
}

/** A picture whose file has just been parsed. */
export interface ParsedPicture extends UploadedPicture {
  filepath: string;
  /** A folder that is deleted after the upload. */
  tmpWorkingDirectory: string;
}

/** A smaller file of a picture that is uploaded. */
export interface PictureFormat {
  key: string;
  file: UploadedPicture & { width: number; height: number; size: number; sizeInBytes: number };
}

/** The methods with which the media library processes pictures that are uploaded. */
export interface ImageProcessing {
  isImage(picture: UploadedPicture): Promise<boolean>;
  isResizableImage(picture: UploadedPicture): Promise<boolean>;
  isOptimizableImage(picture: UploadedPicture): Promise<boolean>;
  optimize(picture: ParsedPicture): Promise<ParsedPicture>;
  generateResponsiveFormats(picture: UploadedPicture): Promise<PictureFormat[]>;
  isFaultyImage(picture: UploadedPicture): Promise<boolean>;
  /** Makes the name of a file, without its extension, of a picture's name and a random suffix. */
  generateFileName(name: string): string;
}

/** Wraps methods with which the media library processes pictures; without them, it processes them as Strapi does. */
export const wrapImageProcessing = (
  strapi: Core.Strapi,
  wrap: (processing: ImageProcessing) => Partial<ImageProcessing>,
): Promise<void> =>
  applyConvenience(strapi, 'wrapImageProcessing', () =>
    wrapService(strapi, 'wrapImageProcessing', 'plugin::upload.image-manipulation', wrap),
  );

type Options = Record<string, unknown>;

/** The methods with which the admin's lists change several entries at once. */
export interface BulkActions {
  deleteMany(documentIds: string[], uid: UID.ContentType, options?: Options): Promise<unknown>;
  unpublishMany(documentIds: string[], uid: UID.ContentType, options?: Options): Promise<unknown>;
  publishMany(uid: UID.ContentType, documentIds: string[], locale?: unknown): Promise<unknown>;
}

/**
 * Wraps the bulk actions of the admin's lists.
 * @throws MissingPartError when Strapi lacks one of them
 */
export const wrapBulkActions = (
  strapi: Core.Strapi,
  wrap: (actions: BulkActions) => Partial<BulkActions>,
): void => wrapService(strapi, 'wrapBulkActions', 'plugin::content-manager.document-manager', wrap);
