import type { Cluster, PersistentVolumeClaim, Pod, Unread } from "../model/index.ts";
import { claimNameOf } from "./indexes/index.ts";

/** A volume of a pod that stands for a claim, and that claim. */
export interface PodClaim {
  readonly by: "name" | "ephemeral";
  readonly name: string;
  readonly claim: PersistentVolumeClaim | "missing";
}

type PodClaims =
  | { readonly read: true; readonly claims: readonly PodClaim[] }
  | { readonly read: false; readonly unread: Unread };

/** The claims of a pod, in the order of its volumes. */
export function claimsOfPod(pod: Pod, cluster: Cluster): PodClaims {
  const claims: PodClaim[] = [];
  for (const volume of pod.spec?.volumes ?? []) {
    const name = claimNameOf(pod, volume);
    if (name === undefined) continue;
    const found = cluster.get("v1/persistentvolumeclaims", name, pod.metadata.namespace);
    if (found.state === "unread") return { read: false, unread: found.unread };
    const by = volume.persistentVolumeClaim === undefined ? "ephemeral" : "name";
    claims.push({ by, name, claim: found.state === "found" ? found.object : "missing" });
  }
  return { read: true, claims };
}
