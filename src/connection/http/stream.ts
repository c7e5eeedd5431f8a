import { words } from "../../kubernetes/index.ts";
import { AccessError } from "../kubeconfig/index.ts";
import type { Answer } from "./answer.ts";
import { answerOf } from "./answer.ts";
import type { Line } from "./ask.ts";
import { loggedIn, open } from "./ask.ts";
import type { Opened } from "./exchange.ts";
import { parseBody } from "./json-body.ts";

/** A watch may be silent for long, and ends by itself. */
const noLimit = 2 ** 31 - 1;

type Streamed =
  | { readonly came: "stream"; readonly values: AsyncIterable<unknown> }
  | { readonly came: "answer"; readonly answer: Answer };

/** The JSON values, one a line, of an answer that goes on: a watch. `silence` is how long it may say nothing. */
export async function stream(
  line: Line,
  url: URL,
  silence: number,
  signal: AbortSignal | undefined,
): Promise<Streamed> {
  const pace = { ...line.limits, idle: silence, request: noLimit };
  let last: Opened | undefined;
  const opened = await loggedIn(
    line.connection,
    async (credential) => {
      last?.close();
      last = await open(line, { url, credential, parcel: { method: "GET" }, signal }, "watching", pace);
      return last;
    },
    ({ message }) => message.statusCode === 401,
  );
  const { statusCode: status = 0, headers } = opened.message;
  if (status === 200) return { came: "stream", values: lines(opened, line) };
  const chunks: Buffer[] = [];
  await opened.read((chunk) => chunks.push(chunk));
  return { came: "answer", answer: answerOf({ status, headers, bytes: Buffer.concat(chunks) }, line) };
}

async function* lines(opened: Opened, line: Line): AsyncGenerator<unknown> {
  const ready: unknown[] = [];
  let rest = Buffer.alloc(0);
  let wake = () => {};

  function take(chunk: Buffer): void {
    rest = Buffer.concat([rest, chunk]);
    for (let at = rest.indexOf(0x0a); at >= 0; at = rest.indexOf(0x0a)) {
      const text = rest.subarray(0, at);
      rest = rest.subarray(at + 1);
      if (text.length > 0) ready.push(parseBody(text, "application/json", line.limits));
    }
    if (rest.length > line.limits.object)
      throw new AccessError("too-large", words("the server sent an event that is too large"));
    wake();
  }

  const end = { came: false, problem: undefined as unknown };
  opened
    .read(take)
    .catch((problem: unknown) => {
      end.problem = problem;
    })
    .finally(() => {
      end.came = true;
      wake();
    });
  try {
    for (;;) {
      while (ready.length > 0) yield ready.shift();
      if (end.problem !== undefined) throw end.problem;
      if (end.came) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    opened.close();
  }
}
