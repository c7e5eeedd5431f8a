import { reclaimPolicyOf } from "../../controllers/index.ts";
import { missingRight, unreadPhrase } from "../../engine/index.ts";
import type { Rescue } from "../../engine/rescue/index.ts";
import { nameOf, type Phrase, type RescueReport, say, type Unread, words } from "../../model/index.ts";
import { reached, rescueText } from "../../render/index.ts";
import type { Invocation } from "../command.ts";
import type { Edge, Output } from "../edge.ts";
import { reachOf } from "../flags/index.ts";
import { printLine, renderOptions } from "../print.ts";
import type { Account } from "./account.ts";
import { manifestOf, pairsOf } from "./pairs.ts";

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
      for (const each of distinct(unread)) {
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

/** Several steps can rest on one that is not read. */
function distinct(unread: readonly Unread[]): readonly Unread[] {
  return [...new Map(unread.map((each) => [JSON.stringify([each.resource, each.scope]), each])).values()];
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
