import { isYetToBeMade, type Outline, type OutlineStep } from "../../engine/rescue/index.ts";
import type { Executor } from "../../executor/index.ts";
import {
  type Act,
  kindNamed,
  nameKey,
  nameOf,
  type ObjectRef,
  type Phrase,
  type PlannedStep,
  type RescueStep,
  say,
  stepOf,
} from "../../model/index.ts";
import { titleOf } from "./titles.ts";

/** The steps with their requests, as far as these can be made from the objects as they are now. */
export async function formed({ steps }: Outline, executor: Executor): Promise<readonly RescueStep[]> {
  const touched = new Map<string, Phrase>();
  const all: RescueStep[] = [];
  for (const step of steps) {
    all.push({
      ...told(step),
      ...(step.act === undefined ? {} : await planned(step.act, touched, executor)),
    });
    if (step.by === "pvguard") touched.set(nameKey(step.on), titleOf(step));
  }
  return all;
}

function told(step: OutlineStep): RescueStep {
  const { stage, by, why, instead } = step;
  return {
    stage,
    by,
    object: asNamed(step.on),
    title: titleOf(step),
    why,
    ...(instead === undefined ? {} : { instead }),
  };
}

/** An object that is yet to be created has no uid. */
function asNamed({ uid, ...named }: ObjectRef): ObjectRef {
  return uid === undefined || isYetToBeMade(uid) ? named : { ...named, uid };
}

type Planned = { readonly planned: PlannedStep; readonly notYet?: Phrase };

async function planned(act: Act, touched: ReadonlyMap<string, Phrase>, executor: Executor): Promise<Planned> {
  const later = (notYet: Phrase): Planned => ({ planned: { when: "later", act }, notYet });
  const before = touched.get(nameKey(act.on));
  if (before !== undefined) return later(say`An earlier step must be done first: ${before}.`);
  const resource = kindNamed(act.on.apiVersion, act.on.kind)?.resource;
  if (resource === undefined) return later(say`pvguard does not know the kind of ${nameOf(act.on)}.`);
  const read = await executor.read(resource, act.on);
  if (read.state === "unread") return later(read.phrase);
  const step = stepOf(act, read.state === "found" ? read.raw : "absent", resource);
  if ("do" in step) return { planned: { when: "now", step } };
  return act.do === "create"
    ? later(say`${nameOf(act.on)} still exists and must be deleted first.`)
    : later(step.message);
}
