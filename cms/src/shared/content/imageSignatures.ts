/** A kind of picture that browsers show and never run as a script. */
export interface ImageType {
  mime: string;
  /** The first bytes of its files, as Latin-1 text. */
  signature: RegExp;
  /** The endings of its files' names, the usual one first. */
  extensions: readonly [string, ...string[]];
}

const IMAGE_TYPES: readonly ImageType[] = [
  { mime: 'image/jpeg', signature: /^\xff\xd8\xff/, extensions: ['.jpg', '.jpeg'] },
  { mime: 'image/png', signature: /^\x89PNG/, extensions: ['.png'] },
  { mime: 'image/webp', signature: /^RIFF.{4}WEBP/s, extensions: ['.webp'] },
  { mime: 'image/gif', signature: /^GIF8/, extensions: ['.gif'] },
  { mime: 'image/avif', signature: /^.{4}ftyp.*avi[fs]/s, extensions: ['.avif'] },
];

/** How many bytes of a file show its format. */
export const SIGNATURE_BYTES = 40;

/** Finds the kind of picture by the bytes with which a file begins; `undefined` for any other file. */
export function findImageType(file: Uint8Array): ImageType | undefined {
  const signature = String.fromCharCode(...file.subarray(0, SIGNATURE_BYTES));
  return IMAGE_TYPES.find((type) => type.signature.test(signature));
}
