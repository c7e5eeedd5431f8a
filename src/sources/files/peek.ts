/** Enough to tell what a stream holds. */
const enough = 512;

interface Peeked {
  /** At least `enough` bytes, unless the stream is shorter. */
  readonly start: Uint8Array;
  readonly all: AsyncIterable<Uint8Array>;
}

/** Looks at how a stream starts, and gives the whole of it back. */
export async function peek(chunks: AsyncIterable<Uint8Array>): Promise<Peeked> {
  const iterator = chunks[Symbol.asyncIterator]();
  const taken: Uint8Array[] = [];
  let length = 0;
  while (length < enough) {
    const next = await iterator.next();
    if (next.done === true) break;
    taken.push(next.value);
    length += next.value.length;
  }
  const start = Buffer.concat(taken);
  return { start, all: followedBy(start, iterator) };
}

async function* followedBy(start: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield start;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
