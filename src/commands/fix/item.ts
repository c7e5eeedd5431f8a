import type { Executor } from "../../changes/executor/index.ts";
import type { Draft } from "../../changes/index.ts";
import { stepOf } from "../../changes/index.ts";
import type { ObjectRef, Phrase, RawObject, Resource } from "../../kubernetes/index.ts";
import { kindNamed, nameKey, nameOf, say, words } from "../../kubernetes/index.ts";
import type { Act, PlanItem, PlannedStep, Refusal } from "../../report/index.ts";

/** An item whose objects were read whole, with what was read. */
type Made =
  | { readonly made: "item"; readonly item: PlanItem; readonly read: readonly RawObject[] }
  | { readonly made: "nothing"; readonly because: Phrase }
  | { readonly made: "refused"; readonly refusal: Refusal };

type Planned =
  | { readonly step: PlannedStep; readonly read?: RawObject }
  | { readonly none: Refusal; readonly isSo: boolean };

/** These mean that what was wanted is already done. */
const fine: readonly string[] = ["ObjectGone", "AnotherObject", "FinalizerGone", "AlreadySo"];

/** Turns a draft into requests, from each object as it is on the server right now. */
export async function itemOf(draft: Draft, executor: Pick<Executor, "read">): Promise<Made> {
  const touched = new Set<string>();
  const all: Planned[] = [];
  for (const act of draft.acts) {
    const planned = await plannedStep(act, touched, executor);
    if ("none" in planned && !planned.isSo) return { made: "refused", refusal: planned.none };
    if ("step" in planned) touched.add(nameKey(act.on));
    all.push(planned);
  }
  const steps = all.flatMap((planned) => ("step" in planned ? [planned.step] : []));
  if (steps.length === 0) return { made: "nothing", because: say`${draft.remedy.title}: already done` };
  const { because, remedy, safety, why, cannotUndo, accept, next, fate, otherFate, related } = draft;
  return {
    made: "item",
    read: all.flatMap((planned) => ("step" in planned && planned.read !== undefined ? [planned.read] : [])),
    item: {
      because,
      remedy: remedy.name,
      title: remedy.title,
      safety,
      why,
      cannotUndo,
      accept,
      steps,
      commands: remedy.commands,
      first: remedy.first ?? [],
      byHand: remedy.steps,
      next,
      ...(fate === undefined ? {} : { fate }),
      ...(otherFate === undefined ? {} : { otherFate }),
      related,
    },
  };
}

async function plannedStep(
  act: Act,
  touched: ReadonlySet<string>,
  executor: Pick<Executor, "read">,
): Promise<Planned> {
  if (act.do === "wait") return { step: { when: "now", step: act } };
  if (touched.has(nameKey(act.on))) return { step: { when: "later", act } };
  const resource = resourceOf(act.on);
  if (resource === undefined)
    return none("KindNotFixed", act.on, say`fix does not change ${nameOf(act.on)}.`);
  const read = await executor.read(resource, act.on);
  if (read.state === "unread")
    return none("IncompleteView", act.on, say`Could not read all of ${nameOf(act.on)}: ${read.phrase}`);
  const raw = read.state === "found" ? read.raw : undefined;
  const step = stepOf(act, raw ?? "absent", resource);
  if ("reason" in step) return { none: step, isSo: fine.includes(step.reason) };
  return { step: { when: "now", step }, ...(raw === undefined ? {} : { read: raw }) };
}

function resourceOf({ apiVersion, kind }: ObjectRef): Resource | undefined {
  return kindNamed(apiVersion, kind)?.resource;
}

function none(reason: string, object: ObjectRef, message: Phrase): Planned {
  return { none: { reason, object, message, instead: words("") }, isSo: false };
}
