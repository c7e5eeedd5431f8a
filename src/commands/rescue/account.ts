import { unreadKey } from "../../analysis/index.ts";
import type { Pair, Rescue } from "../../changes/index.ts";
import type { Unread } from "../../cluster/index.ts";
import { claimNamed, reclaimPolicyOf, volumeBackend, volumeNamed } from "../../controllers/index.ts";
import { missingRight, unreadPhrase } from "../../define/index.ts";
import type { ObjectRef, PersistentVolume, Phrase } from "../../kubernetes/index.ts";
import { distinct, nameOf, say, words } from "../../kubernetes/index.ts";
import type { Renderer } from "../../render/index.ts";
import { reached, rescueText } from "../../render/index.ts";
import type {
  Idle,
  Refusal,
  RescuedPair,
  RescueOutcome,
  RescuePlan,
  RescueReport,
  RunError,
} from "../../report/index.ts";
import type { Invocation } from "../command.ts";
import type { Edge, Output } from "../edge.ts";
import type { ExitCode } from "../failure.ts";
import { reachOf } from "../flags/index.ts";
import { printLine, renderOptions } from "../print.ts";

/** What a run reports: to people at once, to a program as one document at its end. */
export interface Account {
  /** What comes before the plan, or beside it. */
  note(note: Phrase): void;
  nothingToDo(because: Phrase, more?: readonly Phrase[]): void;
  plan(planned: RescuePlan): void;
  refused(refusal: Refusal): void;
  unread(unread: readonly Unread[]): void;
  happened(outcome: RescueOutcome): void;
  /** Why it stops here, in words for a person. */
  stopped(why: Phrase): void;
  /** Something was thrown, of which a person is told elsewhere. */
  failed(error: RunError): void;
  /** @param standing what was noted to be scaled down, and stays so */
  restored(rescue: Rescue, standing: readonly Phrase[]): void;
  /** The last word. */
  ended(code: ExitCode): ExitCode;
}

/** Tells a person at once. */
export function forPeople(scene: RescueReport["scene"], { flags }: Invocation, edge: Edge): Account {
  return {
    note: (note) => printLine(edge.err, note),
    nothingToDo(because, more = []) {
      for (const each of [because, ...more]) printLine(edge.out, each);
    },
    plan: (planned) =>
      edge.out.write(
        rescueText(reached(planned, reachOf(flags, edge.shell)), scene, renderOptions(edge, flags)),
      ),
    refused: ({ reason, object, message, instead }) => {
      printLine(edge.err, say`Refused: ${nameOf(object)} (${reason})`);
      printLine(edge.err, say`  ${message}`);
      if (instead !== undefined) printLine(edge.err, say`  ${instead}`);
    },
    unread(unread) {
      printLine(edge.err, words("error: could not read what the decision depends on, so nothing was sent:"));
      for (const each of distinct(unread, unreadKey)) {
        printLine(edge.err, say`  ${unreadPhrase(each)}`);
        const right = missingRight(each);
        if (right !== undefined) printLine(edge.err, say`    ${right}`);
      }
    },
    happened() {},
    failed() {},
    stopped: (why) => printLine(edge.err, why),
    restored: (rescue, standing) => printRestored(rescue, standing, edge.out),
    ended: (code) => code,
  };
}

/** What was reached, and what a person may want to do next. */
function printRestored(rescue: Rescue, standing: readonly Phrase[], out: Output): void {
  for (const { claim, volume, disk } of pairsOf(rescue)) {
    const where = disk === undefined ? [] : say` (${disk.driver} ${disk.handle})`;
    printLine(out, say`${nameOf(claim)} is Bound to ${nameOf(volume)}${where}.`);
  }
  for (const { owner, runBy, replicas } of rescue.stopped) {
    if (runBy !== undefined)
      printLine(
        out,
        say`Start ${nameOf(owner)} again yourself, through ${runBy.kind}/${runBy.name}, with ${replicas} replicas.`,
      );
  }
  for (const each of standing) printLine(out, each);
  printLine(out, words("The volumes keep the reclaim policy Retain."));
  const changed = rescue.pairs.flatMap(({ volume }) => {
    const policy = reclaimPolicyOf(manifestOf(volume));
    return policy === "Retain" ? [] : [{ name: volume.name, policy }];
  });
  if (changed.length > 0)
    printLine(out, words("When everything works, you can set the former policy again:"));
  for (const { name, policy } of changed)
    printLine(
      out,
      say`  kubectl patch pv ${name} -p '{"spec":{"persistentVolumeReclaimPolicy":"${policy}"}}'`,
    );
}

/** Collects everything for one document, which is printed at the end. Progress is written to standard error. */
export function forPrograms(
  begun: Pick<RescueReport, "command" | "words" | "mode" | "scene" | "accepted">,
  on: ObjectRef,
  renderer: Renderer<RescueReport>,
  { flags }: Invocation,
  edge: Edge,
): Account {
  let plan: RescuePlan | undefined;
  let restored: readonly RescuedPair[] = [];
  const refusals: Refusal[] = [];
  const idle: Idle[] = [];
  const outcomes: RescueOutcome[] = [];
  const notes: Phrase[] = [];
  const errors: RunError[] = [];
  const note = (each: Phrase) => {
    notes.push(each);
    printLine(edge.err, each);
  };
  return {
    note,
    stopped: note,
    failed: (error) => errors.push(error),
    nothingToDo(because, more = []) {
      idle.push({ object: on, because });
      notes.push(...more);
    },
    plan: (planned) => {
      plan = planned;
    },
    refused: (refusal) => {
      refusals.push(refusal);
      printLine(edge.err, say`Refused: ${nameOf(refusal.object)} (${refusal.reason})`);
    },
    unread(unread) {
      for (const each of unread) {
        const right = missingRight(each);
        const instead = right === undefined ? {} : { instead: right };
        refusals.push({ reason: "IncompleteView", object: on, message: unreadPhrase(each), ...instead });
      }
    },
    happened: (outcome) => outcomes.push(outcome),
    restored: (rescue) => {
      restored = pairsOf(rescue);
    },
    ended(exitCode) {
      const report: RescueReport = {
        ...begun,
        ...(plan === undefined ? {} : { planned: plan }),
        refusals,
        idle,
        outcomes,
        restored,
        notes,
        errors,
        exitCode,
      };
      edge.out.write(renderer.render(reached(report, reachOf(flags, "posix")), renderOptions(edge, flags)));
      return exitCode;
    },
  };
}

/** What is rescued, as it is told. */
export function pairsOf(rescue: Rescue): readonly RescuedPair[] {
  return rescue.pairs.map((pair) => pairOf(rescue, pair));
}

function pairOf({ namespace }: Rescue, { claim, volume }: Pair): RescuedPair {
  const disk = diskOf(manifestOf(volume));
  return {
    claim: claimNamed(namespace.name, claim.name),
    volume: volumeNamed(volume.name),
    ...(disk === undefined ? {} : { disk }),
  };
}

/** The volume as it was when the rescue began. */
export function manifestOf({ manifest }: Pair["volume"]): PersistentVolume {
  return JSON.parse(manifest) as PersistentVolume;
}

function diskOf(volume: PersistentVolume): RescuedPair["disk"] {
  const backend = volumeBackend(volume);
  const capacity = volume.spec?.capacity?.storage;
  const size = capacity === undefined ? {} : { capacity: String(capacity) };
  switch (backend.type) {
    case "csi":
    case "migrated":
      return { driver: backend.driver, handle: backend.handle, ...size };
    case "in-tree":
    case "local":
      return { driver: backend.plugin, handle: backend.handle, ...size };
    case "unknown":
      return undefined;
  }
}
