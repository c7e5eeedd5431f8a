import {
  annotationNames,
  claimsByDataSource,
  dataSourceKey,
  driverPresence,
  finalizerNames,
  isCloneInProgress,
  isMadeByCopying,
} from "../controllers/index.ts";
import { couldNotRead, defineFinalizer, type FoundHold, nameOf, notToRemove } from "../engine/index.ts";
import {
  annotationOf,
  type Cluster,
  inNamespace,
  isTerminating,
  type PersistentVolumeClaim,
  proof,
  refOf,
  say,
} from "../model/index.ts";

const finalizer = finalizerNames.cloningProtection;

export default defineFinalizer({
  finalizer,
  on: ["v1/persistentvolumeclaims"],
  owner: "external-provisioner",
  needs: ["v1/persistentvolumeclaims", "storage.k8s.io/v1/csidrivers", "storage.k8s.io/v1/csinodes"],
  sources: [
    "kubernetes-csi/external-provisioner pkg/controller/clone_controller.go syncClaim, v6.3",
    "kubernetes-csi/external-provisioner pkg/controller/controller.go getPVCSource, v6.3",
  ],
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
      why: "The source must not disappear while a clone may still be copied from it. But the provisioner begins no copy of a claim that is being deleted: unless an attempt is under way that succeeds, the two wait for each other.",
      whatToDo:
        "Delete the clone: `kubectl delete pvc CLONE -n NAMESPACE`. It has no data yet. To have a copy after all, keep the volume of the source first.",
    },
    CloneDriverNotInstalled: {
      title: "The driver that must let the source of a clone go is not installed",
      category: "stuck",
      what: "No clone of the claim is Pending, and no CSIDriver object and no CSINode has the driver of the claim.",
      why: "Only that driver's external-provisioner removes the finalizer. It was uninstalled before its claims.",
      whatToDo:
        "Install the same driver again; a person must do that. It is needed for the volume behind the claim as well.",
    },
  },
  holds(source, cluster) {
    const { name, namespace = "" } = source.metadata;
    const key = dataSourceKey({ kind: "PersistentVolumeClaim", namespace, name });
    const clones = cluster.lookup(claimsByDataSource, key, inNamespace(namespace));
    if (!clones.read) return [couldNotRead(clones.unread)];
    const pending = clones.items.filter((clone) => isCloneInProgress(clone, source));
    if (pending.length === 0) return nobodyClones(source, cluster);
    return pending.map((clone) => ({
      reason: "ClonePending" as const,
      holder: { object: refOf(clone) },
      ...(isMadeByCopying(clone) && !isTerminating(clone) ? { isRoot: true as const } : {}),
      message: isMadeByCopying(clone)
        ? say`${nameOf(refOf(clone))} is a clone of it, and still Pending; no attempt to make it begins any more, since its source is being deleted`
        : say`${nameOf(refOf(clone))} is a clone of it, and still Pending`,
      ...(isMadeByCopying(clone)
        ? {
            ifDeleted: say`${nameOf(refOf(clone))} is a clone of it, and still Pending; no attempt to make it would begin any more`,
          }
        : {}),
      evidence: [
        proof(refOf(clone), "status.phase", clone.status?.phase),
        proof(refOf(clone), "spec.dataSource.name", clone.spec?.dataSource?.name),
      ],
      remedies: isTerminating(clone) ? [] : [{ remedy: "delete-pending-claim", on: refOf(clone) }],
      avoid: [notToRemove(finalizer, source, say`the clone could be left half copied`)],
    }));
  },
  idle: (source) => [
    {
      remedy: "restart-sidecar",
      on: refOf(source),
      using: { controller: "csi-provisioner", driver: driverOf(source) ?? "the claim's driver" },
    },
  ],
});

type Reason = "ClonePending" | "CloneDriverNotInstalled";

function driverOf(claim: PersistentVolumeClaim): string | undefined {
  return (
    annotationOf(claim, annotationNames.storageProvisioner) ??
    annotationOf(claim, annotationNames.betaStorageProvisioner)
  );
}

function nobodyClones(
  source: PersistentVolumeClaim,
  cluster: Cluster,
): readonly FoundHold<Reason | "CouldNotRead">[] {
  const driver = driverOf(source);
  if (driver === undefined) return [];
  const presence = driverPresence(driver, cluster);
  if (presence.presence === "unread") return [couldNotRead(presence.unread)];
  if (presence.presence !== "absent") return [];
  const on = refOf(source);
  return [
    {
      reason: "CloneDriverNotInstalled",
      holder: { driver },
      message: say`no clone of it is Pending, but ${driver} is not installed, and only its provisioner removes ${finalizer}`,
      evidence: [proof(on, `metadata.annotations[${annotationNames.storageProvisioner}]`, driver)],
      remedies: [
        { remedy: "reinstall-driver", on, using: { driver } },
        {
          remedy: "drop-finalizer",
          on,
          using: {
            finalizer,
            safety: "risky",
            because: "No clone of the claim is Pending, so none can be cut off.",
          },
        },
      ],
    },
  ];
}
