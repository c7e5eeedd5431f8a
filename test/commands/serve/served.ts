/** Runs `serve` in this process, on a clock and with sources of the test's own, and asks it between two audits. */
import assert from "node:assert/strict";
import type { PageAnswer, Source, Surroundings } from "../../../src/commands/index.ts";
import { runCommand } from "../support/run-command.ts";

export const start = Date.parse("2026-11-20T12:00:00Z");

/** What can be looked at between two audits. */
export interface Between {
  /** How many audits have ended. */
  readonly ended: number;
  /** How long `serve` wants to wait, in milliseconds. */
  readonly pause: number;
  get(path: string, accept?: string): PageAnswer & { readonly text: string };
  /** Lets time pass, beside the pause. */
  pass(milliseconds: number): void;
}

interface Served {
  readonly err: string;
  readonly code: number;
  readonly pauses: readonly number[];
}

/**
 * @param open what each audit is done on, by its number from 1
 * @param look `stop`: the person interrupts
 */
export async function served(
  argv: readonly string[],
  open: (audit: number) => Source | Promise<Source>,
  look: (between: Between) => "go on" | "stop" | Promise<"go on" | "stop">,
  more: Partial<Surroundings> = {},
): Promise<Served> {
  const interruption = new AbortController();
  const pauses: number[] = [];
  let now = start;
  let answer: Parameters<Surroundings["listen"]>[1] | undefined;
  let failed: { readonly because: unknown } | undefined;
  // The first is only looked at for its kubeconfig.
  let opened = -1;
  const ran = await runCommand(["serve", ...argv], await open(0), {
    now: () => now,
    interrupted: interruption.signal,
    open: async () => {
      opened += 1;
      return await open(opened);
    },
    listen: async (_, given) => {
      answer = given;
      return { url: "http://127.0.0.1:8080/", close: async () => {} };
    },
    pause: async (pause) => {
      pauses.push(pause);
      const pass = (milliseconds: number) => {
        now += milliseconds;
      };
      const get = (path: string, accept = "") => asked(answer, path, accept);
      try {
        if ((await look({ ended: pauses.length, pause, get, pass })) === "stop") interruption.abort();
      } catch (because) {
        // The command would tell it as an error of its own.
        failed = { because };
        interruption.abort();
      }
      pass(pause);
    },
    ...more,
  });
  if (failed !== undefined) throw failed.because;
  return { err: ran.err, code: ran.code, pauses };
}

function asked(answer: Parameters<Surroundings["listen"]>[1] | undefined, path: string, accept: string) {
  assert.ok(answer !== undefined);
  const given = answer({ path, accepts: (type) => accept.includes(type) });
  return { ...given, text: Buffer.from(given.body).toString("utf8") };
}
