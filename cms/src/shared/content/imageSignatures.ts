/** The first bytes of JPEG, PNG, WebP, GIF and AVIF files. */
const SIGNATURES = [/^\xff\xd8\xff/, /^\x89PNG/, /^RIFF.{4}WEBP/s, /^GIF8/, /^.{4}ftyp.*avi[fs]/s];

/** How many bytes of a file show its format. */
export const SIGNATURE_BYTES = 40;

/** Whether the first bytes of a file, as Latin-1 text, are those of a picture that browsers show and never run as a script. */
export const isImageSignature = (signature: string): boolean =>
  SIGNATURES.some((pattern) => pattern.test(signature));
