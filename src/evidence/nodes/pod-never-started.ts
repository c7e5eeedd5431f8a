import type { Pod } from "../../kubernetes/index.ts";
import { proof, refutation } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { weigh } from "../answer.ts";

/** Did no container of a pod ever run? Then it cannot have used its volumes, whatever was mounted for it. */
export function podNeverStarted(pod: Pod): Answer {
  const { phase, initContainerStatuses = [], containerStatuses = [] } = pod.status ?? {};
  if (phase !== "Pending") return weigh([], [refutation(pod, "status.phase", phase)]);
  const ran = [...initContainerStatuses, ...containerStatuses].find(
    ({ state }) => state?.running !== undefined || state?.terminated !== undefined,
  );
  return ran === undefined
    ? weigh([proof(pod, "status.phase", phase)])
    : weigh([], [refutation(pod, `status.containerStatuses[${ran.name ?? "?"}].state`, "ran")]);
}
