import type { Cluster } from "../../cluster/index.ts";
import { eventsOf, eventTime } from "../../controllers/index.ts";
import type { KubeObject } from "../../kubernetes/index.ts";
import { refOf } from "../../kubernetes/index.ts";
import { hint } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";
import type { CreationText } from "../error-text/index.ts";
import { creationFailed } from "../error-text/index.ts";

export interface CreationFailure extends CreationText {
  /** The whole event. */
  readonly message: string;
  /** When it was last seen. */
  readonly at?: string;
}

/**
 * What could a workload not create, and why? The newest first. An event can be about something that was created later: who asks
 * looks whether it exists. That there is none proves nothing: events are kept for an hour.
 */
export function creationFailures(
  workload: KubeObject,
  cluster: Cluster,
): Answer<{ readonly failures: readonly CreationFailure[] }> {
  const events = eventsOf(refOf(workload), ["FailedCreate"], cluster);
  if (!events.read) return notLooked(events.unread);
  const failures = events.items.map((event): CreationFailure => {
    const { message = "" } = event;
    const at = eventTime(event);
    return { ...creationFailed(message), message, ...(at === undefined ? {} : { at }) };
  });
  return { ...weigh(failures.map(({ message }) => hint(workload, "event", message))), failures };
}
