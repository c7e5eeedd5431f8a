import type { Action, Decision, ObjectRef, Phrase, Unread } from "../model/index.ts";

export function act(because: Phrase, ...actions: readonly [Action, ...Action[]]): Decision {
  return { decides: "act", actions, because };
}

export function wait(because: Phrase, ...on: readonly ObjectRef[]): Decision {
  return { decides: "wait", because, on };
}

/** As many as there are: as arguments of a call, a hundred thousand overflow the stack. */
export function actOnAll(because: Phrase, actions: readonly [Action, ...Action[]]): Decision {
  return { decides: "act", actions, because };
}

export function waitForAll(because: Phrase, on: readonly ObjectRef[]): Decision {
  return { decides: "wait", because, on };
}

export function unknown({ unread }: { readonly unread: Unread }): Decision {
  return { decides: "unknown", unread };
}
