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
