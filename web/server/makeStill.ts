const GIF_TRAILER = Buffer.from([0x3b]);
/** The number of bytes of a GIF's color table, or `0` without one, from the byte with its flags. */
const sizeOfColors = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Returns where a GIF's data blocks end: each begins with its length, and the last one is empty. */
function skipBlocks(gif: Buffer, start: number): number {
  let position = start;
  while (gif.readUInt8(position) > 0) position += gif.readUInt8(position) + 1;
  return position + 1;
}

function cutGif(gif: Buffer): Buffer {
  let position = 13 + sizeOfColors(gif.readUInt8(10));
  // Extensions, which begin with an exclamation mark, have a byte for their kind.
  while (gif.readUInt8(position) === 0x21) position = skipBlocks(gif, position + 2);
  // The first image: its place, size and flags in ten bytes, and after its colors a byte for the size of its codes.
  const data = position + 10 + sizeOfColors(gif.readUInt8(position + 9)) + 1;
  return Buffer.concat([gif.subarray(0, skipBlocks(gif, data)), GIF_TRAILER]);
}

/** Returns a WebP's chunk of a kind, with its header of eight bytes; `undefined` without one. */
function findChunk(webp: Buffer, name: string): Buffer | undefined {
  for (let position = 12; position + 8 <= webp.length; ) {
    const size = webp.readUInt32LE(position + 4);
    const end = position + 8 + size + (size % 2);
    if (webp.toString('latin1', position, position + 4) === name) return webp.subarray(position, end);
    position = end;
  }
  return undefined;
}

function cutWebp(webp: Buffer): Buffer {
  const frame = findChunk(webp, 'ANMF');
  const header = findChunk(webp, 'VP8X');
  if (!frame || !header) return webp;
  const stillHeader = Buffer.from(header);
  // Of the flags, only those for a color profile and for transparency stay.
  stillHeader.writeUInt8(header.readUInt8(8) & 0x30, 8);
  // Width and height.
  frame.copy(stillHeader, 12, 14, 20);
  const chunks = [stillHeader, findChunk(webp, 'ICCP') ?? Buffer.alloc(0), frame.subarray(24)];
  const still = Buffer.concat([webp.subarray(0, 12), ...chunks]);
  still.writeUInt32LE(still.length - 8, 4);
  return still;
}

/** Returns the first picture of an animated GIF or WebP, because nothing on the site moves by itself; any other file as it is. */
export function makeStill(file: Buffer): Buffer {
  try {
    if (file.toString('latin1', 0, 4) === 'GIF8') return cutGif(file);
    return file.toString('latin1', 8, 12) === 'WEBP' ? cutWebp(file) : file;
  } catch {
    // A damaged file, whose parts are shorter than they say.
    return file;
  }
}
