import { Readable } from "node:stream";
import type { Host } from "../../../../src/cli/index.ts";
import { runCli } from "../../../support/run-cli.ts";
import type { Json, Reply } from "./talk.ts";
import { call } from "./talk.ts";

export interface Conversation {
  /** Calls a tool, and waits for its result. */
  ask(name: string, given: object): Promise<Json>;
  /** Sends one message, and waits for nothing. */
  send(message: object): void;
  /** The replies so far. */
  readonly replies: readonly Reply[];
  /** Ends the input, and waits for the end of the server. */
  close(): Promise<number>;
}

/** Starts `kubectl pvguard mcp` in this process, and leaves its input open. */
export async function open(argv: readonly string[], more: Partial<Host> = {}): Promise<Conversation> {
  const input = new Readable({ read() {} });
  const replies: Reply[] = [];
  const waiting = new Map<unknown, (reply: Reply) => void>();
  const stdout: Host["stdout"] = {
    on: () => undefined,
    write(text, done) {
      for (const line of text.split("\n").filter((each) => each !== "")) {
        const reply: Reply = JSON.parse(line);
        replies.push(reply);
        waiting.get(reply.id)?.(reply);
      }
      done();
    },
  };
  const ended = runCli(["mcp", ...argv], Date.parse("2026-11-20T12:00:00Z"), "", {
    stdin: input,
    stdout,
    ...more,
  });
  const send = (message: object) => void input.push(`${JSON.stringify(message)}\n`);
  let last = 0;
  return {
    replies,
    send,
    async ask(name, given) {
      last += 1;
      const id = `ask-${last}`;
      const reply = new Promise<Reply>((settle) => waiting.set(id, settle));
      send(call(id, name, given));
      const { result, error } = await reply;
      if (error !== undefined) throw new Error(error.message);
      return result;
    },
    async close() {
      input.push(null);
      return (await ended).code;
    },
  };
}
