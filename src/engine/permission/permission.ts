import type { Acceptance, ObjectRef, Phrase, Refusal, Unread } from "../../model/index.ts";
import { say } from "../../model/index.ts";
import { missingRight, unreadPhrase } from "../words.ts";

/** Whether something may be done at all, and which dangers a person must accept by name before it is. */
export type Permission =
  | { readonly state: "allowed"; readonly accept: readonly Acceptance[] }
  | { readonly state: "refused"; readonly refusal: Refusal };

export const allowed: Permission = { state: "allowed", accept: [] };

export function no(reason: string, object: ObjectRef, message: Phrase, instead?: Phrase): Permission {
  return {
    state: "refused",
    refusal: { reason, object, message, ...(instead === undefined ? {} : { instead }) },
  };
}

/** Nobody can accept what nobody could look at. */
export function incomplete(object: ObjectRef, unread: Unread): Permission {
  return { state: "refused", refusal: incompleteView(object, unread) };
}

export function incompleteView(object: ObjectRef, unread: Unread): Refusal {
  return {
    reason: "IncompleteView",
    object,
    message: say`It is not known whether that is safe: ${unreadPhrase(unread)}.`,
    instead: say`First make that readable. ${rightFor(unread)}What could not be looked at does not count as absent, and cannot be accepted.`,
  };
}

function rightFor(unread: Unread): Phrase {
  const right = missingRight(unread);
  return right === undefined ? [] : say`${right} `;
}
