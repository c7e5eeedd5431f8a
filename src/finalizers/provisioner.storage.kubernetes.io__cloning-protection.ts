import type { Cluster } from "../cluster/index.ts";
import {
  annotationNames,
  claimsFilledFrom,
  finalizerNames,
  isCloneInProgress,
  isMadeByCopying,
} from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { blocked, couldNotRead, defineFinalizer, notToRemove, stuck } from "../define/index.ts";
import { driverInstalled, evidenceAgainst } from "../evidence/index.ts";
import type { PersistentVolumeClaim } from "../kubernetes/index.ts";
import { annotationOf, isTerminating, nameOf, refOf, say } from "../kubernetes/index.ts";
import { deletePendingClaim, dropFinalizer, reinstallDriver, restartSidecar } from "../remedies/index.ts";
import { proof } from "../report/index.ts";

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
    "The external-provisioner starts to clone the claim. The finalizer stays on a live claim permanently: that is normal.",
  releasedWhen:
    "The claim is being deleted, and no claim in its namespace that clones it (by spec.dataSource) is Pending.",
  ifForced: "A clone that is still being copied can fail or be incomplete.",
  manualRemoval: {
    safety: "risky",
    check: "No Pending claim in the namespace has this claim as its dataSource.",
  },
  since: "external-provisioner 1.6",
  reasons: {
    ClonePending: blocked("A clone of the claim is still Pending", {
      what: "A claim with this claim as its dataSource is Pending. It counts, whatever the reason is.",
      why: "The source must not be deleted while a clone may still be copied from it. But the provisioner does not start to copy a claim that is being deleted. Unless an attempt that is already in progress succeeds, the two claims wait for each other.",
      whatToDo:
        "Delete the clone: `kubectl delete pvc CLONE -n NAMESPACE`. The clone has no data yet. To have a copy after all, keep the source's volume first.",
    }),
    CloneDriverNotInstalled: stuck("The driver that must release the source is not installed", {
      what: "No clone of the claim is Pending, and no CSIDriver object and no CSINode has the claim's driver.",
      why: "Only that driver's external-provisioner removes the finalizer. The driver was uninstalled before its claims were deleted.",
      whatToDo:
        "An administrator must install the same driver again. The driver is also needed for the volume behind the claim.",
    }),
  },
  holds(source, cluster) {
    const clones = claimsFilledFrom(source, cluster);
    if (!clones.read) return couldNotRead(clones.unread);
    const pending = clones.items.filter((clone) => isCloneInProgress(clone, source));
    if (pending.length === 0) return nobodyClones(source, cluster);
    return pending.map((clone) => ({
      reason: "ClonePending" as const,
      holder: { object: refOf(clone) },
      ...(isMadeByCopying(clone) && !isTerminating(clone) ? { isRoot: true as const } : {}),
      message: isMadeByCopying(clone)
        ? say`${nameOf(clone)} is a clone of the claim and is still Pending; the provisioner starts no new attempt, because the source is being deleted`
        : say`${nameOf(clone)} is a clone of the claim and is still Pending`,
      ...(isMadeByCopying(clone)
        ? {
            ifDeleted: say`${nameOf(clone)} is a clone of the claim and is still Pending; the provisioner would start no new attempt`,
          }
        : {}),
      evidence: [
        proof(clone, "status.phase", clone.status?.phase),
        proof(clone, "spec.dataSource.name", clone.spec?.dataSource?.name),
      ],
      remedies: isTerminating(clone) ? [] : [deletePendingClaim(clone)],
      avoid: notToRemove(finalizer, source, say`the clone could be left only partly copied`),
    }));
  },
  idle: (source) => [
    restartSidecar(source, {
      controller: "csi-provisioner",
      driver: driverOf(source) ?? "the claim's driver",
    }),
  ],
});

type Reason = "ClonePending" | "CloneDriverNotInstalled";

const provisionerKeys = [annotationNames.storageProvisioner, annotationNames.betaStorageProvisioner];

/** The annotation that names the claim's provisioner: the current one before that of old clusters. */
function provisionerKey(claim: PersistentVolumeClaim): string | undefined {
  return provisionerKeys.find((key) => annotationOf(claim, key) !== undefined);
}

function driverOf(claim: PersistentVolumeClaim): string | undefined {
  return annotationOf(claim, provisionerKey(claim) ?? "");
}

function nobodyClones(
  source: PersistentVolumeClaim,
  cluster: Cluster,
): FoundHold<Reason | "CouldNotRead"> | undefined {
  const driver = driverOf(source);
  if (driver === undefined) return undefined;
  const installed = driverInstalled(driver, cluster);
  if (installed.is === "unread") return couldNotRead(installed.unread);
  if (installed.is !== "refuted") return undefined;
  return {
    reason: "CloneDriverNotInstalled",
    holder: { driver },
    message: say`no clone of the claim is Pending, but ${driver} is not installed, and only its provisioner removes ${finalizer}`,
    evidence: [
      proof(source, `metadata.annotations[${provisionerKey(source)}]`, driver),
      ...evidenceAgainst(installed),
    ],
    remedies: [
      reinstallDriver(source, { driver }),
      dropFinalizer(source, {
        finalizer,
        costs: "the work alone",
        because: "No clone of the claim is Pending, so no copy can be interrupted.",
      }),
    ],
  };
}
