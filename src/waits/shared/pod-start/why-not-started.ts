import { isPodFinished, isPodScheduled } from "../../../controllers/index.ts";
import { couldNotRead } from "../../../engine/index.ts";
import { type Cluster, isTerminating, type PersistentVolume, type Pod } from "../../../model/index.ts";
import { byAttachments } from "./by-attachment.ts";
import { byClaim, type StartHold } from "./by-claim.ts";
import { byEvent } from "./by-event.ts";
import { sourcesOf } from "./sources.ts";

/** Why a pod does not start, as far as its volumes are the cause; or why it will not start again. */
export function whyNotStarted(pod: Pod, cluster: Cluster): readonly StartHold[] {
  const sources = sourcesOf(pod, cluster);
  if (isTerminating(pod) || isPodFinished(pod) || sources.length === 0) return [];
  const claims = sources.flatMap((source) => byClaim(pod, source, cluster));
  if (claims.length > 0 || pod.status?.phase !== "Pending") return claims;
  const volumes: PersistentVolume[] = [];
  for (const { claim } of sources) {
    const name = claim.state === "found" ? (claim.object.spec?.volumeName ?? "") : "";
    const volume = cluster.get("v1/persistentvolumes", name);
    if (volume.state === "unread") return [couldNotRead(volume.unread)];
    if (volume.state === "found") volumes.push(volume.object);
  }
  const attached = isPodScheduled(pod)
    ? volumes.flatMap((volume) => byAttachments(pod, volume, cluster))
    : [];
  return attached.length > 0 ? attached : byEvent(pod, volumes, cluster);
}
