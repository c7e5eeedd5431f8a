import { words } from "../../kubernetes/index.ts";
import type { ExitCode } from "../failure.ts";
import { usageError } from "../failure.ts";
import type { FlagValues } from "../flags/index.ts";
import { from, verbosity } from "../flags/index.ts";
import { printLine } from "../print.ts";
import type { Surroundings, TypedLine } from "../surroundings.ts";
import { allowWrites, answerSize } from "./flags.ts";
import type { Asked, Id } from "./protocol.ts";
import { answerLine, messageIn, problemLine, problems } from "./protocol.ts";
import type { Server } from "./server.ts";
import { serverWith } from "./server.ts";
import { isStandardInput, requireFiles } from "./standard-input.ts";

/** Bytes of one message. No request of a client comes near that. */
const mostBytes = 1 << 20;
/** How many requests are worked on at the same time; more wait, and still more are refused. */
const mostAtOnce = 4;
const mostWaiting = 64;
/** How long answers under way may take when the input has ended, in milliseconds: for a shell that pipes a question in. */
const grace = 2000;

/** Answers the messages on standard input until it ends, and stops what is under way then. */
export async function serveLines(flags: FlagValues, surroundings: Surroundings): Promise<ExitCode> {
  const budget = flags.number(answerSize);
  if (budget < leastAnswer) throw usageError(`--${answerSize.name} must be at least ${leastAnswer}`);
  if (flags.isOn(allowWrites) && flags.isGiven(from))
    throw usageError("--allow-writes changes a cluster and cannot work from files: remove --from");
  if (flags.texts(from).some(isStandardInput))
    throw usageError("--from must name files: standard input has the messages of the client");
  await requireFiles(flags, surroundings);
  const server = serverWith(flags, budget, surroundings);
  const desk = deskOf(server, surroundings);
  if (flags.number(verbosity) > 0)
    printLine(surroundings.err, words("Answering on standard input and output, until the input ends"));
  return await surroundings.unhurried(async () => {
    const lines = surroundings.lines(mostBytes)[Symbol.asyncIterator]();
    const interruption = new Promise<"interrupted">((settle) => {
      surroundings.interrupted.addEventListener("abort", () => settle("interrupted"), { once: true });
    });
    for (;;) {
      const next = await Promise.race([lines.next(), interruption]);
      if (next === "interrupted" || next.done === true) break;
      desk.take(next.value);
    }
    await Promise.race([desk.idle(), interruption, surroundings.pause(grace)]);
    desk.close();
    await server.settled();
    await surroundings.out.sent();
    return 0 as const;
  });
}

/** Less has no room for an answer about one object. */
const leastAnswer = 4000;

interface Desk {
  /** Begins to answer one message. */
  take(line: TypedLine): void;
  /** When everything that was begun is answered. */
  idle(): Promise<void>;
  /** Stops everything, and answers nothing more. */
  close(): void;
}

/** The requests that are under way. */
function deskOf(server: Server, { out }: Pick<Surroundings, "out">): Desk {
  const underWay = new Map<Id, AbortController>();
  const waiting: Asked[] = [];
  let working = 0;
  let whenIdle = () => {};

  function begin(asked: Asked): void {
    const stopping = new AbortController();
    if (underWay.has(asked.id)) {
      out.write(
        problemLine(asked.id, { ...problems.invalid, message: "Invalid request: this id is in use" }),
      );
      return;
    }
    underWay.set(asked.id, stopping);
    if (asked.method !== "tools/call") void answer(asked, stopping.signal);
    else if (working < mostAtOnce) work(asked, stopping.signal);
    else if (waiting.length < mostWaiting) waiting.push(asked);
    else {
      underWay.delete(asked.id);
      out.write(problemLine(asked.id, { code: -32000, message: "Too many requests at the same time" }));
    }
  }

  function work(asked: Asked, signal: AbortSignal): void {
    working += 1;
    void answer(asked, signal).then(() => {
      working -= 1;
      const next = waiting.shift();
      const its = next && underWay.get(next.id);
      if (next !== undefined && its !== undefined) work(next, its.signal);
    });
  }

  async function answer(asked: Asked, signal: AbortSignal): Promise<void> {
    const response = await server.answer(asked, signal).catch(() => ({ problem: problems.internal }));
    underWay.delete(asked.id);
    if (underWay.size === 0) whenIdle();
    // The client no longer waits for an answer.
    if (signal.aborted) return;
    out.write(
      "problem" in response ? problemLine(asked.id, response.problem) : answerLine(asked.id, response.result),
    );
  }

  function cancel(id: Id): void {
    underWay.get(id)?.abort();
    const at = waiting.findIndex((each) => each.id === id);
    if (at < 0) return;
    waiting.splice(at, 1);
    underWay.delete(id);
  }

  return {
    take(line) {
      if (line.is !== "line") {
        out.write(problemLine(null, line.is === "too long" ? problems.tooLong : problems.unparsed));
        return;
      }
      if (line.text.trim() === "") return;
      const message = messageIn(line.text);
      switch (message.is) {
        case "request":
          begin(message);
          break;
        case "cancellation":
          cancel(message.of);
          break;
        case "wrong":
          out.write(problemLine(message.id, message.problem));
          break;
        case "nothing":
          break;
      }
    },
    idle: () =>
      new Promise((settle) => {
        whenIdle = settle;
        if (underWay.size === 0) settle();
      }),
    close() {
      waiting.splice(0);
      for (const each of underWay.values()) each.abort();
    },
  };
}
