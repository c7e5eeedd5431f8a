import {
  join,
  nameOf,
  type ObjectRef,
  type Phrase,
  type Refusal,
  type Remedy,
  say,
} from "../../model/index.ts";

export function refuse(reason: string, object: ObjectRef, message: Phrase, instead?: Phrase): Refusal {
  return { reason, object, message, ...(instead === undefined ? {} : { instead }) };
}

/** What is proposed happens outside of what fix can do. */
export function personMustAct(
  object: ObjectRef,
  what: Phrase,
  others: readonly string[],
  remedy?: Remedy,
): Refusal {
  const steps = [...(remedy?.first ?? []), ...(remedy?.steps ?? [])];
  const alternatives = join(
    others.map((name) => say`--remedy ${name}`),
    ", ",
  );
  const could =
    others.length === 0 ? [] : say` What fix could do instead, if that is what you want: ${alternatives}.`;
  return {
    reason: "PersonMustAct",
    object,
    message:
      remedy === undefined
        ? say`fix knows no step for ${nameOf(object)} that it could stand for: ${what}.`
        : say`fix cannot do this: ${what}. A person must.`,
    instead: say`${join(steps, " ")}${could}`,
  };
}
