import type { Rescue } from "../../changes/index.ts";
import { finalizerNames } from "../../controllers/index.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { nameOf, say, shortNameOf, words } from "../../kubernetes/index.ts";
import type { RescueOutcome, RescueStep } from "../../report/index.ts";
import type { ExitCode } from "../failure.ts";
import { printLine } from "../print.ts";
import type { Tell } from "../surroundings.ts";
import type { Ended, Work } from "./carry-on.ts";
import { carryOn } from "./carry-on.ts";
import type { RescueRun } from "./run.ts";
import type { RescueState } from "./store.ts";

interface Confirmed {
  readonly rescue: Rescue;
  readonly digest: string;
  /** The one in whose place it is. */
  readonly former: RescueState | undefined;
  /** What is scaled down, and is not started again by it. */
  readonly scaledDown: readonly Phrase[];
}

/** Carries a confirmed rescue on to its end, and reports how it ended. */
export async function perform(
  { rescue, digest, former, scaledDown }: Confirmed,
  run: RescueRun,
): Promise<ExitCode> {
  const { connected, executor, bench, store, patience, surroundings, account } = run;
  const state = (now: Rescue) => ({ version: 1, server: connected.server, digest, rescue: now }) as const;
  let known = rescue;
  const work = (saying: Tell): Work => ({
    connected,
    executor,
    surroundings,
    patience,
    sleep: (milliseconds) => bench.sleep(milliseconds, surroundings.interrupted),
    keep(now) {
      known = now;
      return store.save(state(now));
    },
    waiting({ title, why }) {
      printLine(surroundings.err, say`... ${title}. ${why}`);
      saying(title);
    },
    done(step, { status, detail }) {
      saying(carryingOut);
      printLine(surroundings.err, say`ok  ${step.title}. ${detail}`);
      account.happened(outcomeOf(step, status, detail));
    },
  });
  await store.save(state(rescue), former);
  const ended = await surroundings
    .busy(carryingOut, (saying) => carryOn(rescue, work(saying)))
    .catch((problem: unknown): Ended => {
      // Also a look that was under way breaks off then.
      if (surroundings.interrupted.aborted) return { end: "interrupted" };
      for (const each of stillStopped(known)) account.note(each);
      throw problem;
    });
  const code = codeOf(ended, scaledDown, run);
  if (ended.end === "done") await store.forget(state(ended.rescue));
  else for (const each of stillStopped(known)) account.note(each);
  return code;
}

/** A person who does not go on must know what is scaled down. */
export function stillStopped({ stopped }: Rescue): readonly Phrase[] {
  return stopped.map(
    ({ owner, replicas }) =>
      say`${nameOf(owner)} may stay scaled down until the rescue is done. It had ${replicas} ${words(replicas === 1 ? "replica" : "replicas")}.`,
  );
}

const carryingOut = words("Carrying out the plan");

function outcomeOf(
  { stage, object, title }: RescueStep,
  status: RescueOutcome["status"],
  detail: Phrase,
): RescueOutcome {
  return { stage, object, title, status, detail };
}

function codeOf(ended: Ended, scaledDown: readonly Phrase[], { account }: RescueRun): ExitCode {
  switch (ended.end) {
    case "done":
      account.restored(ended.rescue, scaledDown);
      return 0;
    case "refused":
      account.refused(ended.refusal);
      return 5;
    case "unknown":
      account.unread(ended.unread);
      return 3;
    case "took-too-long": {
      const { object, title, heldOnlyBy } = ended.step;
      const held = heldOnlyBy === undefined ? [] : say` ${whoEnds(heldOnlyBy)}`;
      const detail = say`error: timed out: ${title}.${held} To see what holds it, run: kubectl pvguard why ${shortNameOf(object)}${object.namespace === undefined ? [] : say` -n ${object.namespace}`}. ${goOn}`;
      account.happened(outcomeOf(ended.step, "unproven", detail));
      account.note(detail);
      return 6;
    }
    case "not-done": {
      const { step, outcome } = ended;
      const { status, detail } = outcome;
      account.happened(outcomeOf(step, status, detail));
      account.note(say`error: ${step.title}: ${asSentence(detail)} ${goOn}`);
      return status === "interrupted" ? 130 : status === "unproven" ? 6 : 5;
    }
    case "interrupted":
      account.note(say`Interrupted. ${goOn}`);
      return 130;
  }
}

/** The garbage collector waits for the dependents, and where these wait for the object it never ends. */
function whoEnds(finalizers: readonly string[]): Phrase {
  return finalizers.includes(finalizerNames.foregroundDeletion)
    ? say`It is deleted after its dependents. If these wait for it in turn, only a person can end that.`
    : say`Only the owner of ${finalizers.join(", ")} can end this.`;
}

/** What a server said need not end like one. */
function asSentence(phrase: Phrase): Phrase {
  const last = phrase.at(-1);
  const text = last === undefined ? "" : "words" in last ? last.words : last.data;
  return /[.!?]$/.test(text) ? phrase : say`${phrase}.`;
}

const goOn: Phrase = words("Run the same command again to continue.");
