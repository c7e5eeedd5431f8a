import type { Placing } from "../../controllers/index.ts";
import { type Evidence, hint, type Pod, proof } from "../../model/index.ts";

/** Where the scheduler says what it does with a pod. */
const path = 'status.conditions[type="PodScheduled"].message';

/** What the scheduler said: a condition holds until it says something else, an event only tells of a moment. */
export function saidOf(pod: Pod, placing: Extract<Placing, { is: "refused" | "gated" }>): Evidence {
  return placing.is === "refused" && placing.saidBy === "event"
    ? hint(pod, "event", placing.message)
    : proof(pod, path, placing.message);
}
