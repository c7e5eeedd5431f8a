import { messages, text, time } from "../field.ts";

/** Conditions as most kinds have them; the number of the transition's time differs. */
export function conditions(number: number, lastTransitionTime: number) {
  return messages(number, {
    type: text(1),
    status: text(2),
    reason: text(lastTransitionTime + 1, "omitempty"),
    message: text(lastTransitionTime + 2, "omitempty"),
    lastTransitionTime: time(lastTransitionTime),
  });
}
