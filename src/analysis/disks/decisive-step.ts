import type { KubeObject, ObjectRef } from "../../kubernetes/index.ts";
import { distinct, join, nameKey, refOf } from "../../kubernetes/index.ts";
import type { ControllerStep, Fate } from "../../report/index.ts";
import type { Analysis } from "../analysis.ts";
import { isNow } from "../timeline/steps.ts";
import { partsOfNamespace } from "./fate-of-namespace.ts";

/**
 * The steps of an object, and after them the one that destroys or exposes its data, where only the future of the disk has that:
 * what holds a pod or an attachment can end without it, and another volume can use the same disk.
 */
export function withDecisiveStep(
  steps: readonly ControllerStep[],
  fate: Fate | undefined,
  { cluster, decisiveStepOf }: Analysis,
): readonly ControllerStep[] {
  if (fate?.data !== "destroyed" && fate?.data !== "exposed") return steps;
  const refs = [fate.volume, fate.through].filter((ref) => ref !== undefined);
  const isTold = (step: ControllerStep) =>
    step.fate === fate.data && refs.some((ref) => isSame(step.object, ref));
  if (steps.some(isTold)) return steps;
  const records = refs.map((ref) => cluster.resolve(ref));
  const others = records.flatMap((found) => (found?.state === "found" ? decisiveStepOf(found.object) : []));
  return [...steps, ...others.filter(isTold)];
}

/** The same of a namespace: a claim of it can yet get the volume whose disk is then deleted. */
export function withDecisiveSteps(
  object: KubeObject,
  steps: readonly ControllerStep[],
  fate: Fate | undefined,
  analysis: Analysis,
): readonly ControllerStep[] {
  if (object.kind !== "Namespace" || fate?.data !== "destroyed")
    return withDecisiveStep(steps, fate, analysis);
  const told = new Set(steps.flatMap((step) => (step.fate === undefined ? [] : nameKey(step.object))));
  return partsOfNamespace(object, analysis)
    .parts.filter((part) => part.fate.volume !== undefined && !told.has(nameKey(part.fate.volume)))
    .reduce((all, part) => withDecisiveStep(all, part.fate, analysis), steps);
}

/** The step that decides over the data of this record as things go on, with all that comes before it; none, or one. */
export function decisiveStepIn(record: KubeObject, { future }: Analysis): readonly ControllerStep[] {
  const { steps } = future(record);
  const at = steps.findIndex(({ object, fate }) => fate !== undefined && isSame(object, record));
  const step = steps[at];
  if (step === undefined) return [];
  const before = distinct(steps.slice(0, at + 1).map(({ when }) => when)).filter((when) => !isNow(when));
  return before.length === 0 ? [step] : [{ ...step, when: join(before, " and ") }];
}

function isSame(a: ObjectRef | KubeObject, b: ObjectRef | KubeObject): boolean {
  return nameKey(refOf(a)) === nameKey(refOf(b));
}
