import type { Unread } from "../../cluster/index.ts";
import { refusal } from "../../define/index.ts";
import type { KubeObject, ObjectRef, Phrase } from "../../kubernetes/index.ts";
import { nameOf, refOf, say, words } from "../../kubernetes/index.ts";
import type { Act, Refusal, RescueStep, Stage } from "../../report/index.ts";

export type ActStep = RescueStep & { readonly by: "pvguard"; readonly act: Act };
export type WaitStep = RescueStep & {
  readonly by: "cluster";
  /** Finalizers that are all that is left, and that neither Kubernetes nor this rescue removes. */
  readonly heldOnlyBy?: readonly string[];
};
/** Only a person can do it; then the rescue goes on. */
export type PersonStep = RescueStep & { readonly by: "person"; readonly refusal: Refusal };

export type End =
  | { readonly end: "done" }
  | { readonly end: "refused"; readonly refusal: Refusal }
  /** Something that decides was not read. */
  | { readonly end: "unknown"; readonly unread: readonly [Unread, ...Unread[]] };

/** What to do next, so that the data is kept. */
export type Next = ActStep | WaitStep | PersonStep | End;

/** The flag that starts over. */
export const startOver = words("--start-over");

export function actStep(stage: Stage, act: Act, why: Phrase): ActStep {
  return { stage, by: "pvguard", object: act.on, title: titleOf(stage, act.on, act), why, act };
}

export function waitStep(stage: Stage, on: KubeObject, why: Phrase): WaitStep {
  const object = refOf(on);
  return { stage, by: "cluster", object, title: titleOf(stage, object), why };
}

export function leftToPerson(stage: Stage, because: Refusal): PersonStep {
  const { object, message, instead } = because;
  const title = say`Stop ${nameOf(object)} yourself`;
  const step = { stage, by: "person", object, title, why: message, refusal: because } as const;
  return instead === undefined ? step : { ...step, instead };
}

export function refuse(reason: string, object: ObjectRef, message: Phrase, instead?: Phrase): End {
  return { end: "refused", refusal: refusal(reason, object, message, instead) };
}

/** What a step does, or what is waited for, in one line. */
function titleOf(stage: Stage, on: ObjectRef, act?: Act): Phrase {
  const name = nameOf(on);
  switch (stage) {
    case "retain":
      return say`Set ${name} to Retain`;
    case "stop":
      return say`Scale ${name} down${replicasIn(act)}`;
    case "start":
      return say`Scale ${name} up again${replicasIn(act)}`;
    case "delete-pod":
    case "delete-claim":
      return say`Delete ${name}`;
    case "pods-gone":
    case "claim-gone":
    case "volume-gone":
      return say`Wait until ${name} is deleted`;
    case "create-volume":
    case "create-claim":
      return say`Recreate ${name}`;
    case "release-volume":
      return say`Release ${name} for a claim with the same name`;
    case "volume-available":
      return say`Wait until ${name} is Available`;
    case "claim-bound":
      return say`Wait until ${name} is Bound`;
  }
}

function replicasIn(act: Act | undefined): Phrase {
  const edit = act?.do === "edit" ? act.edits.find(({ path }) => path === "/spec/replicas") : undefined;
  if (edit === undefined || edit.op !== "replace") return [];
  return say`, from ${words(String(edit.was))} to ${words(String(edit.value))}`;
}
