import type { Action, Decision, Found, Listed, ObjectRef, Phrase, Unread } from "../model/index.ts";

export function act(because: Phrase, ...actions: readonly [Action, ...Action[]]): Decision {
  return { decides: "act", actions, because };
}

export function wait(because: Phrase, ...on: readonly ObjectRef[]): Decision {
  return { decides: "wait", because, on };
}

export function unknown({ unread }: { readonly unread: Unread }): Decision {
  return { decides: "unknown", unread };
}

/** A kind that the cluster does not serve has no objects. */
export function served<T>(listed: Listed<T>): Listed<T> {
  return !listed.read && listed.unread.reason === "NotServed" ? { read: true, items: [] } : listed;
}

/** An object of a kind that the cluster does not serve is absent. */
export function servedObject<T>(found: Found<T>): Found<T> {
  return found.state === "unread" && found.unread.reason === "NotServed" ? { state: "absent" } : found;
}
