import type { TypedLine } from "../../commands/index.ts";

/**
 * The lines of standard input, until it ends. A last line without an end counts too. The rest of a line that is too long is
 * passed over.
 *
 * @param most bytes of one line
 */
export async function* linesOf(input: AsyncIterable<Uint8Array>, most: number): AsyncIterable<TypedLine> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const taken = (): TypedLine => {
    const line = length > most ? ({ is: "too long" } as const) : lineOf(Buffer.concat(parts));
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of input) {
    let begin = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, begin)) {
      add(chunk.subarray(begin, end));
      yield taken();
      begin = end + 1;
    }
    add(chunk.subarray(begin));
  }
  if (length > 0) yield taken();

  function add(part: Uint8Array): void {
    length += part.length;
    // What is too long is not kept.
    if (length > most) parts = [];
    else if (part.length > 0) parts.push(part);
  }
}

/** What is not UTF-8 is not read as something else: an object could have that name. */
function lineOf(bytes: Buffer): TypedLine {
  try {
    return { is: "line", text: strict.decode(bytes) };
  } catch {
    return { is: "not UTF-8" };
  }
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
