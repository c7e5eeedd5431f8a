import type { Unread } from "../cluster/index.ts";
import type { KubeObject, ObjectRef, Phrase } from "../kubernetes/index.ts";
import { refOf } from "../kubernetes/index.ts";
import type { Action, Decision } from "./controller.ts";
import { nothing } from "./controller.ts";

export function act(...actions: readonly [Action, ...Action[]]): Decision {
  return { decides: "act", actions };
}

/** By itself, and only after a while: `within six minutes`. */
export function actAfter(delay: Phrase, ...actions: readonly [Action, ...Action[]]): Decision {
  return { decides: "act", actions, delay };
}

/** As many as there are: as arguments of a call, a hundred thousand overflow the stack. */
export function actAll(actions: readonly Action[], ifNone: Decision = nothing): Decision {
  return isAny(actions) ? { decides: "act", actions } : ifNone;
}

function isAny(actions: readonly Action[]): actions is readonly [Action, ...Action[]] {
  return actions.length > 0;
}

export function wait(...on: readonly ObjectRef[]): Decision {
  return { decides: "wait", on };
}

export function waitForAll(objects: readonly KubeObject[]): Decision {
  return { decides: "wait", on: objects.map(refOf) };
}

export function unknown({ unread }: { readonly unread: Unread }): Decision {
  return { decides: "unknown", unread };
}

export function removeFinalizer(object: KubeObject, finalizer: string) {
  return { do: "remove-finalizer", object: refOf(object), finalizer } as const;
}
