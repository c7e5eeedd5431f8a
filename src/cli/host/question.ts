import type { Output } from "../../commands/index.ts";
import { flatten, type Phrase } from "../../model/index.ts";
import { readable } from "../../render/escape.ts";
import type { Host } from "./host.ts";

/** No answer that a person means is longer. */
const mostBytes = 4096;

/** Whether somebody could see a question and answer it. */
export function answersOf(host: Host): "somebody" | "nobody" {
  return host.stdin.isTTY === true && host.stderr.isTTY === true ? "somebody" : "nobody";
}

/** Puts a question to the person at the terminal, on standard error, and reads one line. */
export async function questioned(question: Phrase, host: Host, err: Output): Promise<string | undefined> {
  if (answersOf(host) === "nobody" || host.interrupted.aborted) return undefined;
  err.write(flatten(question, (data) => readable(data).text));
  const line = await Promise.race([firstLine(host.stdin), interruption(host.interrupted)]);
  // Nobody ended the line of the question.
  if (line === undefined) err.write("\n");
  return line;
}

/** `undefined` when the input ends before the line does. */
async function firstLine(input: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of input) {
    chunks.push(chunk);
    size += chunk.length;
    const text = Buffer.concat(chunks).toString("utf8");
    const end = text.indexOf("\n");
    if (end >= 0) return text.slice(0, end).replace(/\r$/, "");
    if (size > mostBytes) return undefined;
  }
  return undefined;
}

function interruption(signal: AbortSignal): Promise<undefined> {
  return new Promise((settle) => {
    signal.addEventListener("abort", () => settle(undefined), { once: true });
  });
}
