import {
  type Decision,
  hasFinalizer,
  isTerminating,
  type KubeObject,
  nothing,
  refOf,
} from "../model/index.ts";
import { act } from "./decision.ts";

/** kubernetes/kubernetes pkg/controller/util/protectionutil IsDeletionCandidate, 1.36. */
export function isDeletionCandidate(object: KubeObject, finalizer: string): boolean {
  return isTerminating(object) && hasFinalizer(object, finalizer);
}

/** kubernetes/kubernetes pkg/controller/util/protectionutil NeedToAddFinalizer, 1.36. */
export function needsFinalizer(object: KubeObject, finalizer: string): boolean {
  return !isTerminating(object) && !hasFinalizer(object, finalizer);
}

/** The decision of a protection controller; `whenDeleted` decides for a deleted object that has the finalizer. */
export function protect(object: KubeObject, finalizer: string, whenDeleted: () => Decision): Decision {
  if (isDeletionCandidate(object, finalizer)) return whenDeleted();
  if (!needsFinalizer(object, finalizer)) return nothing;
  return act({ do: "add-finalizer", object: refOf(object), finalizer });
}

export function removeFinalizer(object: KubeObject, finalizer: string) {
  return { do: "remove-finalizer", object: refOf(object), finalizer } as const;
}
