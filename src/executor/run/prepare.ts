import {
  type Act,
  isSameJson,
  type NoStep,
  nameOf,
  type Phrase,
  type PlannedStep,
  type RawObject,
  rawObject,
  say,
  stepOf,
  type Write,
} from "../../model/index.ts";
import { changesBetween } from "../read/changes.ts";
import { readObject } from "../read/live-read.ts";
import type { World } from "../world.ts";
import { actOf } from "../write/act-of.ts";
import { isCreated } from "../write/judge.ts";
import { outOfBounds } from "../write/kinds.ts";
import { ended, placeOf, type WriteEnd } from "../write/write-end.ts";
import { targetOf } from "./touched.ts";
import type { WaitStep } from "./wait.ts";

/** A step that can be carried out now, or why it is over already. */
type Prepared =
  | { readonly go: "wait"; readonly step: WaitStep }
  | { readonly go: "write"; readonly write: Write; readonly before: RawObject | "absent" }
  | { readonly go: "no"; readonly end: WriteEnd };

/**
 * Reads the target once more. The request is made from what is there now; where the plan has shown one, it must be the
 * very same.
 */
export async function prepare({ client }: World, planned: PlannedStep): Promise<Prepared> {
  const act = actIn(planned);
  if (act.do === "wait") return { go: "wait", step: act };
  const target = targetOf(planned);
  if (target === undefined) return refused(say`pvguard does not know the kind of ${nameOf(act.on)}.`);
  const read = await readObject(client, target.resource, target.ref);
  if (read.state === "unread")
    return refused(say`${nameOf(target.ref)} could not be read: ${read.phrase}. Nothing was sent.`);
  const before = read.state === "found" ? read.raw : "absent";
  const step = stepOf(act, before, target.resource);
  if (!("do" in step)) return { go: "no", end: withoutStep(act, step, before) };
  if (step.do === "wait") return { go: "wait", step };
  const problem = outOfBounds(step) ?? notAsShown(planned, step, before);
  return problem === undefined ? { go: "write", write: step, before } : refused(problem);
}

function actIn(planned: PlannedStep): Act {
  if (planned.when === "later") return planned.act;
  return planned.step.do === "wait" ? planned.step : actOf(planned.step);
}

function notAsShown(planned: PlannedStep, write: Write, before: RawObject | "absent"): Phrase | undefined {
  if (planned.when === "later" || planned.step.do === "wait" || isSameJson(planned.step, write))
    return undefined;
  return say`${nameOf(placeOf(write)[1])} has changed since the plan was made${whatChanged(planned.step, before)}. Nothing was sent.`;
}

function whatChanged(shown: Write, before: RawObject | "absent"): Phrase {
  if (shown.do === "create" || before === "absent") return [];
  const old = shown.do === "replace" ? rawObject(shown.read) : undefined;
  if (old !== undefined) return say` (${changesBetween(old, before)})`;
  return say` (resourceVersion changed from ${shown.target.resourceVersion} to ${before.resourceVersion})`;
}

/** Some of the reasons for which there is nothing to send mean that nothing is wrong. */
function withoutStep(act: Act, { reason, message, instead }: NoStep, before: RawObject | "absent"): WriteEnd {
  const no = ended("refused", instead === undefined ? message : say`${message} ${instead}`);
  switch (reason) {
    case "ObjectGone":
    case "AnotherObject":
      return act.do === "edit" ? no : ended("already", message);
    case "FinalizerGone":
      return ended("already", say`${message} Another client removed it.`);
    case "AlreadySo":
      return ended("already", message);
    case "ObjectExists":
      return act.do === "create" && before !== "absent" && isCreated(act.manifest, before)
        ? ended("already", message)
        : no;
    case "NotBeingDeleted":
    case "StillTerminatingGracefully":
    case "FinalizersAreNotEdited":
    case "FieldChanged":
      return no;
  }
}

function refused(detail: Phrase): Prepared {
  return { go: "no", end: ended("refused", detail) };
}
