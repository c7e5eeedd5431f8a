import { volumeBackend } from "../../controllers/index.ts";
import { unreadPhrase } from "../../engine/index.ts";
import type { Outline, Rescue } from "../../engine/rescue/index.ts";
import {
  nameOf,
  type ObjectRef,
  type PersistentVolume,
  type Phrase,
  type Plan,
  type Refusal,
  say,
  type Unread,
  words,
} from "../../model/index.ts";
import { type RescueTold, rescueText } from "../../render/index.ts";
import type { Invocation } from "../command.ts";
import type { Edge, Output } from "../edge.ts";
import { printLine, renderOptions } from "../print.ts";
import { titleOf } from "./titles.ts";

/** The plan, for the person who is to confirm it. */
export function printPlan(
  { plan, digest }: { readonly plan: Plan; readonly digest: string },
  rescue: Rescue,
  planned: Outline,
  limits: readonly Phrase[],
  { flags }: Invocation,
  edge: Edge,
): void {
  const context = plan.context === undefined ? [] : say`, context ${plan.context}`;
  const user = plan.user === undefined ? [] : say`, as ${plan.user}`;
  const [item] = plan.items;
  const told: RescueTold = {
    scene: say`Plan for ${plan.server}${context}${user}`,
    title: item?.title ?? [],
    pairs: rescue.pairs.map(
      ({ claim, volume }) =>
        say`${nameOf(claimOf(rescue, claim.name))}, on ${nameOf(volumeRef(volume.name))}${diskOf(volume.manifest)}`,
    ),
    steps: planned.steps.map((step) => ({
      title: titleOf(step),
      why: step.why,
      ...(step.instead === undefined ? {} : { instead: step.instead }),
    })),
    ...(planned.end.next === "refuse" ? { refusal: planned.end.refusal } : {}),
    cannotUndo: [...(item?.cannotUndo ?? []), ...limits],
    notes: [words("The volumes stay set to Retain at the end.")],
    digest,
  };
  edge.out.write(rescueText(told, renderOptions(edge, flags)));
}

function diskOf(manifest: string): Phrase {
  const backend = volumeBackend(JSON.parse(manifest) as PersistentVolume);
  switch (backend.type) {
    case "csi":
    case "migrated":
      return say` (${backend.driver} ${backend.handle})`;
    case "in-tree":
    case "local":
      return say` (${backend.plugin} ${backend.handle})`;
    case "unknown":
      return [];
  }
}

function claimOf({ namespace }: Rescue, name: string): ObjectRef {
  return { apiVersion: "v1", kind: "PersistentVolumeClaim", namespace: namespace.name, name };
}

function volumeRef(name: string): ObjectRef {
  return { apiVersion: "v1", kind: "PersistentVolume", name };
}

export function printRefusal({ reason, object, message, instead }: Refusal, output: Output): void {
  printLine(output, say`Refused: ${nameOf(object)} (${reason})`);
  printLine(output, say`  ${message}`);
  if (instead !== undefined) printLine(output, say`  ${instead}`);
}

export function printUnread(unread: readonly Unread[], edge: Edge): void {
  printLine(edge.err, words("error: without these nothing is decided, and nothing was sent:"));
  for (const each of unread) printLine(edge.err, say`  ${unreadPhrase(each)}`);
}

/** What was reached, and what a person may want to do next. */
export function printSuccess(rescue: Rescue, edge: Edge): void {
  for (const { claim, volume } of rescue.pairs)
    printLine(
      edge.out,
      say`${nameOf(claimOf(rescue, claim.name))} is Bound to ${nameOf(volumeRef(volume.name))}${diskOf(volume.manifest)}.`,
    );
  for (const { owner, runBy, replicas } of rescue.stopped) {
    if (runBy !== undefined)
      printLine(
        edge.out,
        say`You: start ${nameOf(owner)} again through ${runBy.kind}/${runBy.name}, with ${replicas} replicas.`,
      );
  }
  const [first] = rescue.pairs;
  if (first !== undefined)
    printLine(
      edge.out,
      say`The volumes stay set to Retain. Once all is well, set them back if you want: kubectl patch pv ${first.volume.name} --type=merge -p '${'{"spec":{"persistentVolumeReclaimPolicy":"Delete"}}'}'`,
    );
}
