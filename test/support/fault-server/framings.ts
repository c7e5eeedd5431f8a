/** The bytes in pieces that end at these places. */
export function cutAt(bytes: Buffer, places: readonly number[]): readonly Buffer[] {
  const ends = [...places.filter((place) => place < bytes.length), bytes.length].sort((a, b) => a - b);
  return ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end));
}

/** A body as `Transfer-Encoding: chunked` has it; `extension` follows each size, `trailer` the last. */
export function inChunks(body: Buffer, places: readonly number[], extension = "", trailer = ""): Buffer {
  const chunks = cutAt(body, places).filter(({ length }) => length > 0);
  const size = (length: number) => Buffer.from(`${length.toString(16)}${extension}\r\n`);
  const parts = chunks.flatMap((chunk) => [size(chunk.length), chunk, Buffer.from("\r\n")]);
  return Buffer.concat([...parts, size(0), Buffer.from(`${trailer}\r\n`)]);
}
