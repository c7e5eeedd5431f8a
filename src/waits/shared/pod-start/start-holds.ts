import type { Cluster, Fact } from "../../../cluster/index.ts";
import { isPodFinished, isPodScheduled } from "../../../controllers/index.ts";
import { couldNotRead } from "../../../define/index.ts";
import type { Pod } from "../../../kubernetes/index.ts";
import { isTerminating, keyOf, partsOfKey } from "../../../kubernetes/index.ts";
import { byClaim, sourcesOf } from "./by-claim.ts";
import { byAttachments } from "./by-volume.ts";
import { notMounted } from "./not-mounted.ts";
import { notPlaced } from "./not-placed.ts";
import type { MountedAs, StartTrouble } from "./trouble.ts";

/** Why a pod does not start, as far as its volumes are the cause; or why it will not start again. */
export function startTroubles(pod: Pod, cluster: Cluster): readonly StartTrouble[] {
  const sources = sourcesOf(pod, cluster);
  if (isTerminating(pod) || isPodFinished(pod)) return [];
  if (sources.length === 0) return withoutClaims(pod, cluster);
  const claims = sources.flatMap((source) => byClaim(pod, source, cluster));
  if (claims.length > 0 || pod.status?.phase !== "Pending")
    return claims.map((hold) => ({ hold, volumes: [] }));
  const mounted: MountedAs[] = [];
  for (const { claim, volume } of sources) {
    const bound = claim.state === "found" ? (claim.object.spec?.volumeName ?? "") : "";
    const found = cluster.get("v1/persistentvolumes", bound);
    if (found.state === "unread") return [{ hold: couldNotRead(found.unread), volumes: [] }];
    if (found.state === "found") mounted.push({ name: volume.name ?? "", volume: found.object });
  }
  const volumes = mounted.map(({ volume }) => volume);
  if (!isPodScheduled(pod)) return notPlaced(pod, volumes, cluster);
  const attached = volumes.flatMap((volume) =>
    byAttachments(pod, volume, cluster).map((hold) => ({ hold, volumes: [volume] })),
  );
  return attached.length > 0 ? attached : notMounted(pod, mounted, cluster);
}

/** A pod without claims waits for its volumes too: one of a driver, a ConfigMap, a Secret. Only what is told counts. */
function withoutClaims(pod: Pod, cluster: Cluster): readonly StartTrouble[] {
  return pod.status?.phase === "Pending" && isPodScheduled(pod) ? notMounted(pod, [], cluster) : [];
}

/** The same of a pod by its namespace and name: each of its claims asks for it. */
export function troublesOf(pod: Pod, cluster: Cluster): readonly StartTrouble[] {
  return cluster.fact(troubles, keyOf(pod.metadata.namespace ?? "", pod.metadata.name));
}

/** Key: namespace and name of a pod. */
const troubles: Fact<readonly StartTrouble[]> = {
  name: "pod-start-troubles",
  from: [
    "v1/pods",
    "v1/persistentvolumeclaims",
    "v1/persistentvolumes",
    "storage.k8s.io/v1/volumeattachments",
    "storage.k8s.io/v1/csinodes",
    "storage.k8s.io/v1/csidrivers",
    "v1/events",
    "v1/nodes",
    "apps/v1/replicasets",
    "apps/v1/deployments",
  ],
  workOut(key, cluster) {
    const [namespace = "", name = ""] = partsOfKey(key);
    const pod = cluster.get("v1/pods", name, namespace);
    return pod.state === "found" ? startTroubles(pod.object, cluster) : [];
  },
};
