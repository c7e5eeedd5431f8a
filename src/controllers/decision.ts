import type { Action, Decision, ObjectRef, Phrase, Unread } from "../model/index.ts";

export function act(...actions: readonly [Action, ...Action[]]): Decision {
  return { decides: "act", actions };
}

/** By itself, and only after a while: `when … have passed`. */
export function actAfter(delay: Phrase, ...actions: readonly [Action, ...Action[]]): Decision {
  return { decides: "act", actions, delay };
}

export function wait(...on: readonly ObjectRef[]): Decision {
  return { decides: "wait", on };
}

/** As many as there are: as arguments of a call, a hundred thousand overflow the stack. */
export function actOnAll(actions: readonly [Action, ...Action[]]): Decision {
  return { decides: "act", actions };
}

export function waitForAll(on: readonly ObjectRef[]): Decision {
  return { decides: "wait", on };
}

export function unknown({ unread }: { readonly unread: Unread }): Decision {
  return { decides: "unknown", unread };
}
