import { claimNamed, volumeBackend, volumeNamed } from "../../controllers/index.ts";
import { missingRight, unreadPhrase } from "../../engine/index.ts";
import type { Pair, Rescue } from "../../engine/rescue/index.ts";
import {
  type Idle,
  nameOf,
  type ObjectRef,
  type PersistentVolume,
  type Phrase,
  type Refusal,
  type RescuedPair,
  type RescueOutcome,
  type RescuePlan,
  type RescueReport,
  type RunError,
  say,
  type Unread,
} from "../../model/index.ts";
import { type Renderer, reached } from "../../render/index.ts";
import type { Invocation } from "../command.ts";
import type { Edge } from "../edge.ts";
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
