import {
  type Cluster,
  defineController,
  hasFinalizer,
  inNamespace,
  keyOf,
  type Listed,
  nothing,
  refOf,
  type VolumeSnapshot,
} from "../../model/index.ts";
import { act, unknown, wait, waitForAll } from "../decision.ts";
import { pvcAsSource as finalizer } from "../finalizer-names.ts";
import { snapshotsBySourceClaim } from "../indexes/index.ts";
import { removeFinalizer } from "../protection.ts";
import { handlingOf } from "./class.ts";
import { snapshotsThatUse } from "./source-claim.ts";

export const snapshotSourceClaim = defineController({
  name: "snapshot-controller",
  on: "v1/persistentvolumeclaims",
  sources: [
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go checkandRemovePVCFinalizer, v8.6",
  ],
  decide(claim, cluster) {
    if (!hasFinalizer(claim, finalizer)) return nothing;
    const { name, namespace = "" } = claim.metadata;
    const key = keyOf(namespace, name);
    const snapshots = cluster.lookup(snapshotsBySourceClaim, key, inNamespace(namespace));
    if (!snapshots.read) return unknown(snapshots);
    // The controller looks at the claim only while it handles a VolumeSnapshot of it.
    if (snapshots.items.length === 0) return wait();
    const unready = snapshotsThatUse(claim, snapshots.items);
    if (unready.length > 0) return waitForAll(unready.map(refOf));
    const handled = handledAmong(snapshots.items, cluster);
    if (!handled.read) return unknown(handled);
    // It handles none that has no class.
    if (handled.items.length === 0) return wait();
    return act(removeFinalizer(claim, finalizer));
  },
});

function handledAmong(snapshots: readonly VolumeSnapshot[], cluster: Cluster): Listed<VolumeSnapshot> {
  const items: VolumeSnapshot[] = [];
  for (const snapshot of snapshots) {
    const handling = handlingOf(snapshot, cluster);
    if (handling.state === "unread") return { read: false, unread: handling.unread };
    if (handling.state === "handled") items.push(snapshot);
  }
  return { read: true, items };
}
