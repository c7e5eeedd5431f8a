import type { Output } from "../../commands/index.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { flatten } from "../../kubernetes/index.ts";
import { readable } from "../../render/escape.ts";
import type { Host, Typed } from "./host.ts";

/** No answer that a person means is longer. */
const mostBytes = 4096;

/** Whether a person could see a question and answer it. */
export function answersOf(host: Host): "a person" | "none" {
  return host.stdin.isTTY === true && host.stderr.isTTY === true ? "a person" : "none";
}

/** Puts a question to the person at the terminal, on standard error, and reads one line. */
export async function questioned(question: Phrase, host: Host, err: Output): Promise<string | undefined> {
  if (answersOf(host) === "none" || host.interrupted.aborted) return undefined;
  err.write(flatten(question, (data) => readable(data).text));
  const line = await Promise.race([nextLine(host.stdin), interruption(host.interrupted)]);
  // The line of the question has no end yet.
  if (line === undefined) err.write("\n");
  return line;
}

/** What was typed beyond the line that was read last, for the next question. One reader for each input: they all go on. */
const readers = new WeakMap<Typed, LineReader>();

function nextLine(input: Typed): Promise<string | undefined> {
  const reader = readers.get(input) ?? new LineReader(input);
  readers.set(input, reader);
  return reader.next();
}

class LineReader {
  readonly #input: Typed;
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest = Buffer.alloc(0);

  constructor(input: Typed) {
    this.#input = input;
    this.#chunks = input[Symbol.asyncIterator]();
  }

  /** `undefined` when the input ends before the line does. Between questions the input does not keep the process alive. */
  async next(): Promise<string | undefined> {
    this.#input.ref?.();
    try {
      for (;;) {
        const end = this.#rest.indexOf("\n");
        if (end >= 0) return this.#taken(end);
        if (this.#rest.length > mostBytes) return undefined;
        const chunk = await this.#chunks.next();
        if (chunk.done === true) return undefined;
        this.#rest = Buffer.concat([this.#rest, chunk.value]);
      }
    } finally {
      this.#input.unref?.();
    }
  }

  #taken(end: number): string {
    const line = this.#rest.subarray(0, end).toString("utf8");
    this.#rest = this.#rest.subarray(end + 1);
    return line.replace(/\r$/, "");
  }
}

function interruption(signal: AbortSignal): Promise<undefined> {
  return new Promise((settle) => {
    signal.addEventListener("abort", () => settle(undefined), { once: true });
  });
}
