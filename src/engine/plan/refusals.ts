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
    others.length === 0 ? [] : say` If you want something else instead, fix can do: ${alternatives}.`;
  return {
    reason: "PersonMustAct",
    object,
    message:
      remedy === undefined
        ? say`fix has no step for ${nameOf(object)} that it can take safely: ${what}.`
        : say`fix cannot do this: ${what}. A person must do it.`,
    instead: say`${join(steps, " ")}${could}`,
  };
}
