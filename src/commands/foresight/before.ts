import { volumeNamed } from "../../controllers/refs.ts";
import type { Demand } from "../../model/index.ts";
import type { Request, Target } from "../arguments/request.ts";
import { eventsOn, within } from "./demands.ts";

/** From this many names on it is no longer one question. */
const manyTargets = 10;

/** What the answer will need whatever the objects turn out to be, so that it can be asked for beside them. */
export function demandsBefore(request: Request, namespace: string | undefined): readonly Demand[] {
  if (request.by !== "name" || request.targets.length >= manyTargets) return [];
  return request.targets.flatMap((target) => besides(target, namespace));
}

function besides({ resource, name }: Target, namespace: string | undefined): readonly Demand[] {
  switch (resource) {
    case "v1/persistentvolumeclaims":
      return within("v1/pods", namespace);
    case "v1/pods": {
      if (namespace === undefined) return [];
      const pod = { apiVersion: "v1", kind: "Pod", namespace, name };
      return [...within("v1/persistentvolumeclaims", namespace), eventsOn(pod)];
    }
    case "v1/persistentvolumes":
      return [eventsOn(volumeNamed(name))];
    default:
      return [];
  }
}
