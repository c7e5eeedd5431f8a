import {
  claimsByDataSource,
  dataSourceKey,
  finalizerNames,
  isCloneInProgress,
} from "../controllers/index.ts";
import { couldNotRead, defineFinalizer, nameOf } from "../engine/index.ts";
import { inNamespace, isTerminating, proof, refOf, say } from "../model/index.ts";

const finalizer = finalizerNames.cloningProtection;

export default defineFinalizer({
  finalizer,
  on: ["v1/persistentvolumeclaims"],
  owner: "external-provisioner",
  needs: ["v1/persistentvolumeclaims"],
  sources: ["kubernetes-csi/external-provisioner pkg/controller/clone_controller.go syncClaim, v6.3"],
  addedWhen:
    "The external-provisioner starts to clone the claim. It stays on a live claim for good: that is no fault.",
  releasedWhen:
    "The claim is being deleted and no claim of its namespace that clones it is Pending, by spec.dataSource.",
  ifForced: "A clone that is still being copied can fail or be incomplete.",
  manualRemoval: {
    safety: "risky",
    check: "No Pending claim of the namespace has this claim as its dataSource.",
  },
  since: "external-provisioner 1.6",
  reasons: {
    ClonePending: {
      title: "A clone of the claim is still Pending",
      category: "blocked",
      what: "A claim with this one as its dataSource is Pending. For whatever reason it is Pending, it counts.",
      why: "The source must not disappear while a clone may still be copied from it.",
      whatToDo:
        "Look at the clone: `kubectl pvguard why pvc/CLONE -n NAMESPACE`. When it is not wanted, delete it: it has no data yet.",
    },
  },
  holds(source, cluster) {
    const { name, namespace = "" } = source.metadata;
    const key = dataSourceKey({ kind: "PersistentVolumeClaim", namespace, name });
    const clones = cluster.lookup(claimsByDataSource, key, inNamespace(namespace));
    if (!clones.read) return [couldNotRead(clones.unread)];
    return clones.items
      .filter((clone) => isCloneInProgress(clone, source))
      .map((clone) => ({
        reason: "ClonePending" as const,
        holder: { object: refOf(clone) },
        message: say`${nameOf(refOf(clone))} is a clone of it, and still Pending`,
        evidence: [
          proof(refOf(clone), "status.phase", clone.status?.phase),
          proof(refOf(clone), "spec.dataSource.name", clone.spec?.dataSource?.name),
        ],
        remedies: isTerminating(clone) ? [] : [{ remedy: "delete-pending-claim", on: refOf(clone) }],
        avoid: [
          {
            step: say`removing the finalizer ${finalizer} from the source`,
            because: say`the clone could be left half copied`,
          },
        ],
      }));
  },
  idle: (source) => [
    {
      remedy: "restart-sidecar",
      on: refOf(source),
      using: { controller: "csi-provisioner", driver: "the claim's driver" },
    },
  ],
});
