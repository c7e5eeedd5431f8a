import { setTimeout as sleep } from "node:timers/promises";
import { createCluster } from "../../../src/cluster/create-cluster.ts";
import type { Cluster } from "../../../src/cluster/index.ts";
import { isCleanedUp, isStaleClaim, isStaleVolume, nodesLeft } from "../../../src/controllers/index.ts";
import type { ObjectRef, PersistentVolume } from "../../../src/kubernetes/index.ts";
import { nameKey, refOf } from "../../../src/kubernetes/index.ts";
import { observe } from "../differential/observe.ts";
import type { Api } from "../support/api.ts";
import type { CleanupOptions, NodeCleanup } from "./node-cleanup.ts";

/** What the model would have the node-cleanup controller delete now. */
export async function staleObjects(api: Api, storageClassNames: readonly string[]): Promise<ObjectRef[]> {
  const cluster = createCluster(await observe(api));
  const volumes = cluster.list("v1/persistentvolumes", { of: "cluster" });
  if (!volumes.read) throw new Error("the volumes were not read");
  return volumes.items.flatMap((volume) => staleObject(volume, storageClassNames, cluster));
}

/**
 * kubernetes-sigs/sig-storage-local-static-provisioner pkg/node-cleanup/deleter/deleter.go DeletePVs and
 * pkg/node-cleanup/controller/controller.go syncHandler, v2.9.
 */
function staleObject(
  volume: PersistentVolume,
  storageClassNames: readonly string[],
  cluster: Cluster,
): readonly ObjectRef[] {
  if (!isCleanedUp(volume, { storageClassNames })) return [];
  const { nodes } = nodesLeft(volume, cluster);
  if (nodes === "unread") return [];
  if (isStaleVolume(volume, nodes)) return [refOf(volume)];
  const { name, namespace } = volume.spec?.claimRef ?? {};
  if (name === undefined) return [];
  const claim = cluster.get("v1/persistentvolumeclaims", name, namespace);
  return claim.state === "found" && isStaleClaim(claim.object, volume, nodes) ? [refOf(claim.object)] : [];
}

/**
 * Stands in for the controller: deletes what the model says, claims after the delay. It shows what the other controllers
 * make of that, and cannot show that the model is right about the controller itself.
 */
export function startStandIn(api: Api, { storageClassNames, delaySeconds }: CleanupOptions): NodeCleanup {
  const stopped = new AbortController();
  const since = new Map<string, number>();

  function isDue(ref: ObjectRef): boolean {
    const first = since.get(nameKey(ref)) ?? performance.now();
    since.set(nameKey(ref), first);
    return ref.kind === "PersistentVolume" || performance.now() - first >= delaySeconds * 1000;
  }

  async function work(): Promise<void> {
    while (!stopped.signal.aborted) {
      for (const ref of (await staleObjects(api, storageClassNames)).filter(isDue)) {
        const metadata =
          ref.namespace === undefined ? { name: ref.name } : { name: ref.name, namespace: ref.namespace };
        await api.removeObject({ apiVersion: ref.apiVersion, kind: ref.kind, metadata });
      }
      await sleep(500);
    }
  }
  const done = work();
  return {
    async stop() {
      stopped.abort();
      await done;
    },
  };
}
