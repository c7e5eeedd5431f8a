import type { Cluster } from "../cluster/index.ts";
import {
  claimNamed,
  claimsToFillFrom,
  contentOf,
  finalizerNames,
  isSnapshotReady,
  pointsBack,
} from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { couldNotRead, defineWait } from "../define/index.ts";
import { driverInstalled, evidenceAgainst, lastFailure, withMeaning } from "../evidence/index.ts";
import type { ObjectRef, VolumeSnapshot, VolumeSnapshotContent } from "../kubernetes/index.ts";
import { hasFinalizer, isTerminating, nameOf, refOf, say, secondsSince, words } from "../kubernetes/index.ts";
import {
  deleteSnapshot,
  reinstallDriver,
  repairDriver,
  restartSidecar,
  restoreMissing,
} from "../remedies/index.ts";
import type { Evidence, Holder } from "../report/index.ts";
import { hint, proof } from "../report/index.ts";
import type { SnapshotReason } from "./shared/snapshot-reasons.ts";
import { isNotSeen, notSeen, snapshotReasons } from "./shared/snapshot-reasons.ts";

export default defineWait({
  wait: "snapshot-not-ready",
  on: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  needs: [
    "snapshot.storage.k8s.io/v1/volumesnapshotclasses",
    "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
    "v1/persistentvolumeclaims",
    "storage.k8s.io/v1/csidrivers",
    "storage.k8s.io/v1/csinodes",
    "v1/events",
  ],
  sources: [
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go syncUnreadySnapshot, ensurePVCFinalizer, v8.6",
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller_base.go checkAndUpdateSnapshotClass, v8.6",
    "kubernetes-csi/external-snapshotter#1305",
  ],
  reasons: snapshotReasons,
  holds(snapshot, cluster) {
    if (isTerminating(snapshot) || isSnapshotReady(snapshot)) return [];
    const hold =
      wrongClass(snapshot, cluster) ?? wrongSource(snapshot, cluster) ?? progress(snapshot, cluster);
    // Asked for here, so that it is read together with what is wrong: the remedy tells who is to be filled from it.
    if (hold.reason === "CouldNotRead" || (hold.remedies ?? []).length > 0)
      claimsToFillFrom(snapshot, cluster);
    return hold;
  },
});

/** How long taking a snapshot may last before it counts as stalled, in seconds. Large copies take their time. */
const patience = 3600;

/** The progress of a snapshot whose source is ready. */
function progress(snapshot: VolumeSnapshot, cluster: Cluster): SnapshotHold {
  const ref = refOf(snapshot);
  const content = contentOf(snapshot, cluster);
  if (content.state === "unread") return couldNotRead(content.unread);
  const taken = content.state === "found" ? takenWith(content.object, snapshot) : undefined;
  const driver = taken?.spec?.driver;
  // The snapshot-controller copies this one, and takes its copy back when it is gone here.
  const answer = taken?.status?.error?.message;
  if (taken !== undefined && driver !== undefined && answer !== undefined) {
    return fails(snapshot, { driver }, hint(taken, "status.error.message", answer), answer);
  }
  const recorded = snapshot.status?.error?.message;
  if (recorded !== undefined) {
    return fails(snapshot, snapshotController, hint(ref, "status.error.message", recorded), recorded);
  }
  const failure = lastFailure(ref, "take-snapshot", cluster);
  if (failure.is !== "unread" && failure.told !== undefined) {
    const error = failure.told.message;
    return fails(snapshot, snapshotController, hint(ref, "event", error), error);
  }
  const isOld = (secondsSince(snapshot.metadata.creationTimestamp, cluster.now) ?? 0) > patience;
  if (failure.is === "unread" && !isOld) return couldNotRead(failure.unread);
  if (failure.is !== "unread" && content.state === "absent" && isNotSeen(snapshot, cluster))
    return notSeen(snapshot);
  return {
    reason: isOld ? "SnapshotStalled" : "SnapshotInProgress",
    holder: driver === undefined ? snapshotController : { driver },
    message: isOld
      ? say`the snapshot is not ready after more than an hour, and no error is reported`
      : say`the snapshot is being taken; no error is reported`,
    evidence: [proof(ref, "status.readyToUse", snapshot.status?.readyToUse)],
    remedies:
      isOld && failure.is !== "unread"
        ? [
            restartSidecar(
              ref,
              driver === undefined
                ? { controller: "snapshot-controller", driver: "the cluster" }
                : { controller: "csi-snapshotter", driver },
            ),
          ]
        : [],
  };
}

const snapshotController: Holder = { controller: "snapshot-controller" };

/**
 * The content that the driver's csi-snapshotter still works on. The snapshot-controller makes it, and when it is ready
 * writes that into the snapshot; the driver alone makes it ready.
 * kubernetes-csi/external-snapshotter pkg/sidecar-controller/snapshot_controller.go syncContent, createSnapshotWrapper;
 * pkg/common-controller/snapshot_controller.go updateSnapshotStatus, v8.6.
 */
function takenWith(
  content: VolumeSnapshotContent,
  snapshot: VolumeSnapshot,
): VolumeSnapshotContent | undefined {
  return pointsBack(content, snapshot) && content.status?.readyToUse !== true ? content : undefined;
}

function fails(snapshot: VolumeSnapshot, holder: Holder, evidence: Evidence, error: string): SnapshotHold {
  const driver = "driver" in holder ? holder.driver : "";
  const isTaken = snapshot.spec?.source?.volumeSnapshotContentName !== undefined;
  const failed = words(
    isTaken ? "the snapshot, which was taken before, cannot be used" : "the snapshot cannot be taken",
  );
  return {
    reason: isTaken ? "ExistingSnapshotFails" : "SnapshotFails",
    holder,
    message: withMeaning(failed, error, driver),
    evidence: [evidence],
    // A restore or an import needs one that was taken before: to delete it solves nothing.
    remedies: isTaken
      ? []
      : [repairDriver(snapshot, { driver, trouble: "snapshot" }), deleteSnapshot(snapshot)],
  };
}

type SnapshotHold = FoundHold<SnapshotReason | "CouldNotRead">;

const group = "snapshot.storage.k8s.io/v1";

/** The class is looked at first, and again at each step. */
function wrongClass(snapshot: VolumeSnapshot, cluster: Cluster): SnapshotHold | undefined {
  const name = snapshot.spec?.volumeSnapshotClassName;
  if (name === undefined) return undefined;
  const found = cluster.get(`${group}/volumesnapshotclasses`, name);
  const ref: ObjectRef = { apiVersion: group, kind: "VolumeSnapshotClass", name };
  switch (found.state) {
    case "unread":
      return couldNotRead(found.unread);
    case "absent":
      return classMissing(ref, snapshot, cluster);
    case "found":
      return driverMissing(found.object.driver, ref, snapshot, cluster);
  }
}

/** Where the source is missing too, the class alone does not help. */
function classMissing(ref: ObjectRef, snapshot: VolumeSnapshot, cluster: Cluster): SnapshotHold {
  const hold = missing("SnapshotClassMissing", ref, snapshot, "spec.volumeSnapshotClassName");
  if (wrongSource(snapshot, cluster) !== undefined) return hold;
  return {
    ...hold,
    message: say`${nameOf(ref)} does not exist; once it exists, the snapshot proceeds without further action`,
    remedies: [
      restoreMissing(snapshot, { kind: "VolumeSnapshotClass", name: ref.name }),
      ...(hold.remedies ?? []),
    ],
  };
}

function driverMissing(
  driver: string | undefined,
  ref: ObjectRef,
  snapshot: VolumeSnapshot,
  cluster: Cluster,
): SnapshotHold | undefined {
  if (driver === undefined) return undefined;
  const installed = driverInstalled(driver, cluster);
  if (installed.is === "unread") return couldNotRead(installed.unread);
  if (installed.is !== "refuted") return undefined;
  return {
    reason: "SnapshotDriverMissing",
    holder: { driver },
    message: say`${driver}, the driver of ${nameOf(ref)}, is not installed, so the snapshot cannot be taken`,
    evidence: [proof(ref, "driver", driver), ...evidenceAgainst(installed)],
    remedies: [reinstallDriver(snapshot, { driver }), deleteSnapshot(snapshot)],
  };
}

/** The source of a snapshot matters only until its content exists. */
function wrongSource(snapshot: VolumeSnapshot, cluster: Cluster): SnapshotHold | undefined {
  const content = contentOf(snapshot, cluster);
  if (content.state === "unread") return couldNotRead(content.unread);
  if (content.state === "found") return undefined;
  const { persistentVolumeClaimName, volumeSnapshotContentName } = snapshot.spec?.source ?? {};
  if (volumeSnapshotContentName !== undefined) {
    const ref = { apiVersion: group, kind: "VolumeSnapshotContent", name: volumeSnapshotContentName };
    const given = cluster.get(`${group}/volumesnapshotcontents`, volumeSnapshotContentName);
    if (given.state === "unread") return couldNotRead(given.unread);
    const path = "spec.source.volumeSnapshotContentName";
    return given.state === "absent" ? missing("SnapshotSourceMissing", ref, snapshot, path) : undefined;
  }
  return persistentVolumeClaimName === undefined
    ? undefined
    : wrongClaim(snapshot, persistentVolumeClaimName, cluster);
}

function wrongClaim(snapshot: VolumeSnapshot, name: string, cluster: Cluster): SnapshotHold | undefined {
  const namespace = snapshot.metadata.namespace ?? "";
  const found = cluster.get("v1/persistentvolumeclaims", name, namespace);
  const ref = claimNamed(namespace, name);
  if (found.state === "unread") return couldNotRead(found.unread);
  if (found.state === "absent") {
    return missing("SnapshotSourceMissing", ref, snapshot, "spec.source.persistentVolumeClaimName");
  }
  const claim = found.object;
  if (isTerminating(claim) && !hasFinalizer(claim, finalizerNames.pvcAsSource)) {
    return {
      reason: "SnapshotSourceDeleted",
      holder: { object: refOf(claim) },
      isRoot: true,
      message: say`${nameOf(claim)} was already being deleted when the snapshot was requested, so the snapshot cannot be taken`,
      evidence: [proof(claim, "metadata.deletionTimestamp", claim.metadata.deletionTimestamp)],
      remedies: [deleteSnapshot(snapshot)],
    };
  }
  if (claim.status?.phase === "Bound") return undefined;
  return {
    reason: "SnapshotSourceNotBound",
    holder: { object: refOf(claim) },
    message: say`${nameOf(claim)} is ${claim.status?.phase ?? "not bound"}: there is no volume to take a snapshot of`,
    evidence: [proof(claim, "status.phase", claim.status?.phase)],
  };
}

function missing(
  reason: SnapshotReason,
  ref: ObjectRef,
  snapshot: VolumeSnapshot,
  path: string,
): SnapshotHold {
  return {
    reason,
    holder: { missing: ref },
    message: say`${nameOf(ref)} does not exist, so the snapshot can never become ready`,
    evidence: [proof(snapshot, path, ref.name)],
    remedies: [deleteSnapshot(snapshot)],
  };
}
