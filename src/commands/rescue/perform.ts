import type { Rescue } from "../../changes/index.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { nameOf, say, shortNameOf, words } from "../../kubernetes/index.ts";
import type { Edge, Tell } from "../edge.ts";
import type { ExitCode } from "../failure.ts";
import { printLine } from "../print.ts";
import type { Account } from "./account.ts";
import type { Ended, Told, Work } from "./carry-on.ts";
import { carryOn } from "./carry-on.ts";
import { titleOf } from "./plans.ts";
import type { Stage } from "./stage.ts";
import type { RescueState } from "./store.ts";

interface Confirmed {
  readonly rescue: Rescue;
  /** The one in whose place it is. */
  readonly former: RescueState | undefined;
  /** What is scaled down, and is not started again by it. */
  readonly standing: readonly Phrase[];
}

/** Carries a confirmed rescue on to its end, and reports how it ended. */
export async function perform(
  { rescue, former, standing }: Confirmed,
  digest: string,
  stage: Stage,
): Promise<ExitCode> {
  const { connected, bench, patience, edge, account } = stage;
  const { source, server, context, user } = connected;
  const state = (now: Rescue) => ({ version: 1, server, digest, rescue: now }) as const;
  let known = rescue;
  const work: Omit<Work, "tell"> = {
    source,
    executor: bench.executor,
    scene: () => ({ server, context, user, now: edge.now() }),
    keep: (now) => {
      known = now;
      return bench.store.save(state(now));
    },
    sleep: bench.sleep,
    isInterrupted: () => edge.interrupted.aborted,
    patience,
    now: () => edge.now(),
    unhurried: (doing) => edge.unhurried(doing),
  };
  await bench.store.save(state(rescue), former);
  const ended = await edge
    .busy(carryingOut, (saying) =>
      carryOn(rescue, { ...work, tell: (event) => tell(event, account, edge, saying) }),
    )
    .catch((problem: unknown): Ended => {
      // Also a look that was under way breaks off then.
      if (edge.interrupted.aborted) return { end: "interrupted" };
      for (const each of stillStopped(known)) account.note(each);
      throw problem;
    });
  const code = codeOf(ended, standing, account);
  if (ended.end === "done") await bench.store.forget(state(ended.rescue));
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

function tell(event: Told, account: Account, edge: Edge, saying: Tell): void {
  if (event.told === "waiting") {
    const { next } = event;
    const title = titleOf({ ...next, by: "cluster" });
    printLine(edge.err, say`... ${title}. ${next.why}`);
    saying(title);
    return;
  }
  const { next } = event;
  saying(carryingOut);
  const title = titleOf({ ...next, on: next.act.on, by: "pvguard" });
  const { status, detail } = event.outcome;
  printLine(edge.err, say`ok  ${title}. ${detail}`);
  account.happened({ stage: next.stage, object: next.act.on, title, status, detail });
}

function codeOf(ended: Ended, standing: readonly Phrase[], account: Account): ExitCode {
  switch (ended.end) {
    case "done":
      account.restored(ended.rescue, standing);
      return 0;
    case "refused":
    case "person":
      account.refused(ended.refusal);
      return 5;
    case "unknown":
      account.unread(ended.unread);
      return 3;
    case "took-too-long": {
      const { stage, on } = ended.next;
      const title = titleOf({ ...ended.next, by: "cluster" });
      const detail = say`error: timed out: ${title}. To see what holds it, run: kubectl pvguard why ${shortNameOf(on)}${on.namespace === undefined ? [] : say` -n ${on.namespace}`}. ${goOn}`;
      account.happened({ stage, object: on, title, status: "unproven", detail });
      account.stopped(detail);
      return 6;
    }
    case "not-done":
      return notDone(ended, account);
    case "interrupted":
      account.stopped(say`Interrupted. ${goOn}`);
      return 130;
  }
}

function notDone({ next, outcome }: Extract<Ended, { end: "not-done" }>, account: Account): ExitCode {
  const title = titleOf({ ...next, on: next.act.on, by: "pvguard" });
  const { status, detail } = outcome;
  account.happened({ stage: next.stage, object: next.act.on, title, status, detail });
  account.stopped(say`error: ${title}: ${asSentence(detail)} ${goOn}`);
  return status === "interrupted" ? 130 : status === "unproven" ? 6 : 5;
}

/** What a server said need not end like one. */
function asSentence(phrase: Phrase): Phrase {
  const last = phrase.at(-1);
  const text = last === undefined ? "" : "words" in last ? last.words : last.data;
  return /[.!?]$/.test(text) ? phrase : say`${phrase}.`;
}

const goOn: Phrase = words("Run the same command again to continue.");
