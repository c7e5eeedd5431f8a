import { contentOf, driverPresence, finalizerNames } from "../../../controllers/index.ts";
import { couldNotRead, type FoundHold, nameOf } from "../../../engine/index.ts";
import {
  type Cluster,
  hasFinalizer,
  isTerminating,
  type ObjectRef,
  proof,
  refOf,
  say,
  type VolumeSnapshot,
} from "../../../model/index.ts";
import type { SnapshotReason } from "./reasons.ts";

export type Found = FoundHold<SnapshotReason | "CouldNotRead">;

const group = "snapshot.storage.k8s.io/v1";

/** The class is looked at first, and again at each step. */
export function wrongClass(snapshot: VolumeSnapshot, cluster: Cluster): Found | undefined {
  const name = snapshot.spec?.volumeSnapshotClassName;
  if (name === undefined) return undefined;
  const found = cluster.get(`${group}/volumesnapshotclasses`, name);
  const ref: ObjectRef = { apiVersion: group, kind: "VolumeSnapshotClass", name };
  switch (found.state) {
    case "unread":
      return couldNotRead(found.unread);
    case "absent":
      return missing("SnapshotClassMissing", ref, snapshot, "spec.volumeSnapshotClassName");
    case "found":
      return driverMissing(found.object.driver, ref, snapshot, cluster);
  }
}

function driverMissing(
  driver: string | undefined,
  ref: ObjectRef,
  snapshot: VolumeSnapshot,
  cluster: Cluster,
): Found | undefined {
  if (driver === undefined) return undefined;
  const presence = driverPresence(driver, cluster);
  if (presence.presence === "unread") return couldNotRead(presence.unread);
  if (presence.presence !== "absent") return undefined;
  const on = refOf(snapshot);
  return {
    reason: "SnapshotDriverMissing",
    holder: { driver },
    message: say`${driver}, the driver of ${nameOf(ref)}, is not installed, so the snapshot cannot be taken`,
    evidence: [proof(ref, "driver", driver)],
    remedies: [
      { remedy: "reinstall-driver", on, using: { driver } },
      { remedy: "delete-snapshot", on },
    ],
  };
}

/** The source of a snapshot matters only until its content exists. */
export function wrongSource(snapshot: VolumeSnapshot, cluster: Cluster): Found | undefined {
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

function wrongClaim(snapshot: VolumeSnapshot, name: string, cluster: Cluster): Found | undefined {
  const namespace = snapshot.metadata.namespace ?? "";
  const found = cluster.get("v1/persistentvolumeclaims", name, namespace);
  const ref: ObjectRef = { apiVersion: "v1", kind: "PersistentVolumeClaim", namespace, name };
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
      message: say`${nameOf(refOf(claim))} was already being deleted when the snapshot was requested, so the snapshot cannot be taken`,
      evidence: [proof(refOf(claim), "metadata.deletionTimestamp", claim.metadata.deletionTimestamp)],
      remedies: [{ remedy: "delete-snapshot", on: refOf(snapshot) }],
    };
  }
  if (claim.status?.phase === "Bound") return undefined;
  return {
    reason: "SnapshotSourceNotBound",
    holder: { object: refOf(claim) },
    message: say`${nameOf(refOf(claim))} is ${claim.status?.phase ?? "not bound"}: there is no volume to take a snapshot of`,
    evidence: [proof(refOf(claim), "status.phase", claim.status?.phase)],
  };
}

function missing(reason: SnapshotReason, ref: ObjectRef, snapshot: VolumeSnapshot, path: string): Found {
  return {
    reason,
    holder: { missing: ref },
    message: say`${nameOf(ref)} does not exist, so the snapshot can never become ready`,
    evidence: [proof(refOf(snapshot), path, ref.name)],
    remedies: [{ remedy: "delete-snapshot", on: refOf(snapshot) }],
  };
}
