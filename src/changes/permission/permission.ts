import type { Listed, Unread } from "../../cluster/index.ts";
import type { Danger } from "../../define/index.ts";
import { acceptance, missingRight, refusal, unreadPhrase } from "../../define/index.ts";
import type { ObjectRef, Phrase, Resource } from "../../kubernetes/index.ts";
import { kindNamed, say } from "../../kubernetes/index.ts";
import type { Acceptance, Act, Refusal } from "../../report/index.ts";

/** Whether something may be done at all, and which dangers a person must accept by name before it is. */
export type Permission =
  | { readonly state: "allowed"; readonly accept: readonly Acceptance[] }
  | { readonly state: "refused"; readonly refusal: Refusal };

export const allowed: Permission = { state: "allowed", accept: [] };

export function denial(reason: string, object: ObjectRef, message: Phrase, instead?: Phrase): Permission {
  return { state: "refused", refusal: refusal(reason, object, message, instead) };
}

/** What could not be read cannot be accepted. */
export function incomplete(object: ObjectRef, unread: Unread): Permission {
  return { state: "refused", refusal: incompleteView(object, unread) };
}

export function incompleteView(object: ObjectRef, unread: Unread): Refusal {
  return {
    reason: "IncompleteView",
    object,
    message: say`pvguard cannot tell whether this is safe: ${unreadPhrase(unread)}.`,
    instead: say`Make it readable first. ${rightFor(unread)}What was not read may still exist, so --accept cannot override this.`,
  };
}

function rightFor(unread: Unread): Phrase {
  const right = missingRight(unread);
  return right === undefined ? [] : say`${right} `;
}

/** What was seen when looking for a reason not to act: a danger, or that something could not be read. */
export type Seen = { readonly danger: Acceptance } | { readonly unread: Unread };

export function danger(name: Danger, because: Phrase): Seen {
  return { danger: acceptance(name, because) };
}

/** A hold that would be broken: its reason is the name. */
export function brokenHold(reason: string, because: Phrase): Seen {
  return { danger: { name: reason, because } };
}

/** What each of the objects means, or only what was not read. */
export function seenOf<T>(
  listed: Listed<T>,
  seen: (items: readonly T[]) => readonly Seen[],
): readonly Seen[] {
  return listed.read ? seen(listed.items) : [{ unread: listed.unread }];
}

/** The dangers, each name once, with the first reason that was found for it. */
export function dangersIn(all: readonly Seen[]): readonly Acceptance[] {
  const found = all.flatMap((seen) => ("danger" in seen ? [seen.danger] : []));
  return found.filter(({ name }, position) => found.findIndex((other) => other.name === name) === position);
}

export function unreadIn(all: readonly Seen[]): readonly Unread[] {
  return all.flatMap((seen) => ("unread" in seen ? [seen.unread] : []));
}

/**
 * What `fix`, `rescue` and `undo` may do to the objects of each kind, if nothing speaks against it. The rest is refused, and the role
 * pvguard-fixer of docs/rbac.yaml grants the same.
 */
export const reach: Readonly<Partial<Record<Resource, readonly Act["do"][]>>> = {
  "v1/persistentvolumeclaims": ["create", "delete", "edit", "drop-finalizer"],
  "v1/persistentvolumes": ["create", "delete", "edit", "drop-finalizer"],
  "v1/pods": ["delete", "edit"],
  "storage.k8s.io/v1/volumeattachments": ["delete", "edit", "drop-finalizer"],
  "storage.k8s.io/v1/volumeattributesclasses": ["drop-finalizer"],
  "snapshot.storage.k8s.io/v1/volumesnapshots": ["delete", "edit", "drop-finalizer"],
  "snapshot.storage.k8s.io/v1/volumesnapshotcontents": ["edit", "drop-finalizer"],
  "apps/v1/deployments": ["edit"],
  "apps/v1/replicasets": ["edit"],
  "apps/v1/statefulsets": ["edit"],
};

export function isInReach(what: Act["do"], { apiVersion, kind }: ObjectRef): boolean {
  const resource = kindNamed(apiVersion, kind)?.resource;
  return resource !== undefined && (reach[resource] ?? []).includes(what);
}
