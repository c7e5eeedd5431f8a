import { missingRight, unreadPhrase } from "../../engine/index.ts";
import {
  type Idle,
  nameOf,
  type ObjectRef,
  type Phrase,
  type Refusal,
  type RescuedPair,
  type RescueOutcome,
  type RescuePlan,
  type RescueReport,
  type RunError,
  say,
} from "../../model/index.ts";
import { type Renderer, reached } from "../../render/index.ts";
import type { Invocation } from "../command.ts";
import type { Edge } from "../edge.ts";
import { reachOf } from "../flags/index.ts";
import { printLine, renderOptions } from "../print.ts";
import type { Account } from "./account.ts";
import { pairsOf } from "./pairs.ts";

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
