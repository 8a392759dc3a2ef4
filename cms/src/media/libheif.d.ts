declare module 'libheif-js/wasm-bundle' {
  /** Pixels with red, green, blue and alpha. */
  interface Pixels {
    width: number;
    height: number;
    data: Uint8ClampedArray;
  }

  interface HeifImage {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    /** Writes the pixels into `target`, and calls back with `null` when they can't be decoded. */
    display(target: Pixels, callback: (result: Pixels | null) => void): void;
  }

  export class HeifDecoder {
    decode(file: Uint8Array): HeifImage[];
  }
}
