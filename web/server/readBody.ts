/** Reads the body of a response; `undefined` when it is larger than `maxBytes`. */
export async function readBody({ body }: Response, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Cast: Node's body is async iterable, but the DOM types that this project compiles with don't declare it.
  for await (const chunk of (body as AsyncIterable<Uint8Array> | null) ?? []) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
