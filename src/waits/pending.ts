import type { Cluster } from "../cluster/index.ts";
import type { DataSource } from "../controllers/index.ts";
import {
  annotationNames,
  dataSourcesOf,
  isRestoreTooLate,
  nodeNamed,
  readClaimFacts,
  syncClaim,
} from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { couldNotRead, defineWait } from "../define/index.ts";
import { lastFailure, refuserKinds, toldIn } from "../evidence/index.ts";
import type {
  KubeObject,
  ObjectRef,
  PersistentVolumeClaim,
  Phrase,
  VolumeSnapshot,
} from "../kubernetes/index.ts";
import { annotationOf, isTerminating, nameOf, refOf, say, workloadKinds } from "../kubernetes/index.ts";
import { deletePendingClaim, removeSelectedNode } from "../remedies/index.ts";
import { proof } from "../report/index.ts";
import { fromPopulator } from "./shared/pending/from-populator.ts";
import { pendingHold } from "./shared/pending/holds.ts";
import type { PendingHold, PendingHoldReason } from "./shared/pending/reasons.ts";
import { pendingReasons } from "./shared/pending/reasons.ts";

export default defineWait({
  wait: "pending",
  on: ["v1/persistentvolumeclaims"],
  needs: [
    "v1/persistentvolumes",
    "v1/persistentvolumeclaims",
    "v1/pods",
    "v1/nodes",
    "v1/events",
    "storage.k8s.io/v1/storageclasses",
    "storage.k8s.io/v1/csidrivers",
    "storage.k8s.io/v1/csinodes",
    "storage.k8s.io/v1/csistoragecapacities",
    "coordination.k8s.io/v1/leases",
    "snapshot.storage.k8s.io/v1/volumesnapshots",
    ...workloadKinds,
    "batch/v1/cronjobs",
    ...refuserKinds,
  ],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncUnboundClaim, 1.25 to 1.36",
    "kubernetes-csi/external-provisioner pkg/controller/controller.go Provision, v6.3",
    "kubernetes/kubernetes#100485",
    "kubernetes-csi/external-provisioner#1437",
  ],
  reasons: pendingReasons,
  holds(claim, cluster) {
    if (claim.status?.phase !== "Pending" || isTerminating(claim)) return [];
    // A claim that carries this counts as bound before: it is Lost at the next sync.
    if (annotationOf(claim, annotationNames.bindCompleted) !== undefined) return [];
    const hold = sourceHold(claim, cluster) ?? brokenPromise(claim, cluster);
    if (hold !== undefined) return hold;
    const reading = readClaimFacts(claim, cluster);
    if (!reading.read) return couldNotRead(reading.unread);
    return pendingHold(claim, syncClaim(claim, reading.facts), reading.facts, cluster);
  },
});

/** A claim that waits for a node that is gone waits for nothing else. */
function brokenPromise(
  claim: PersistentVolumeClaim,
  cluster: Cluster,
): FoundHold<PendingHoldReason | "CouldNotRead"> | undefined {
  const name = annotationOf(claim, annotationNames.selectedNode) ?? "";
  if (name === "" || (claim.spec?.volumeName ?? "") !== "") return undefined;
  const node = cluster.get("v1/nodes", name);
  if (node.state === "unread") return couldNotRead(node.unread);
  if (node.state === "found") return undefined;
  const on = refOf(claim);
  const words = toldIn(lastFailure(on, "create-disk", cluster))?.message ?? "";
  return {
    reason: "SelectedNodeGone",
    holder: { missing: nodeNamed(name) },
    message: say`node ${name} was selected for the claim, but no longer exists${words === "" ? [] : say`; the last attempt reported: ${words}`}`,
    evidence: [proof(on, `metadata.annotations["${annotationNames.selectedNode}"]`, name)],
    remedies: [removeSelectedNode(claim)],
    avoid: {
      step: say`delete only the pod`,
      because: say`the selected node stays recorded on the claim, and the next pod would be sent to ${name} again`,
    },
  };
}

/** What is wrong with the data source of a claim; nothing if it exists and is ready. */
function sourceHold(claim: PersistentVolumeClaim, cluster: Cluster): PendingHold | undefined {
  if ((claim.spec?.volumeName ?? "") !== "") return undefined;
  const source = dataSourcesOf(claim)[0];
  if (source === undefined) return undefined;
  if (source.kind === "VolumeSnapshot") return fromSnapshot(claim, source, cluster);
  if (source.kind === "PersistentVolumeClaim") return fromClaim(claim, source, cluster);
  return fromPopulator(claim, source, cluster);
}

function refTo(source: DataSource, apiVersion: string): ObjectRef {
  return { apiVersion, kind: source.kind, namespace: source.namespace, name: source.name };
}

function missing(claim: PersistentVolumeClaim, source: ObjectRef): PendingHold {
  return {
    reason: "DataSourceMissing",
    holder: { missing: source },
    message: say`the claim is to be filled from ${nameOf(source)}, which does not exist`,
    evidence: [proof(claim, "spec.dataSource.name", source.name)],
    remedies: [deletePendingClaim(claim)],
  };
}

function fromSnapshot(
  claim: PersistentVolumeClaim,
  source: DataSource,
  cluster: Cluster,
): PendingHold | undefined {
  const ref = refTo(source, "snapshot.storage.k8s.io/v1");
  const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshots", source.name, source.namespace);
  if (found.state === "unread") return couldNotRead(found.unread);
  if (found.state === "absent") return missing(claim, ref);
  const { status } = found.object;
  if (isRestoreTooLate(claim, found.object)) return snapshotGoes(claim, found.object);
  if (status?.readyToUse === true) return undefined;
  const error = status?.error?.message;
  return {
    reason: "DataSourceNotReady",
    holder: { object: refOf(found.object) },
    message: say`the claim is to be filled from ${nameOf(ref)}, which is not ready${error === undefined ? [] : say`: ${error}`}`,
    evidence: [proof(ref, "status.readyToUse", status?.readyToUse)],
    remedies: [deletePendingClaim(claim)],
  };
}

/** No attempt begins from a source that is being deleted, and that may wait for this very claim. */
function sourceGoes(claim: PersistentVolumeClaim, source: KubeObject, message: Phrase): PendingHold {
  return {
    reason: "DataSourceTerminating",
    holder: { object: refOf(source) },
    isRoot: true,
    message,
    evidence: [proof(source, "metadata.deletionTimestamp", source.metadata.deletionTimestamp)],
    remedies: [deletePendingClaim(claim)],
  };
}

function snapshotGoes(claim: PersistentVolumeClaim, snapshot: VolumeSnapshot): PendingHold {
  const message = say`the claim is to be restored from ${nameOf(snapshot)}, which is being deleted: no new attempt to restore it will begin`;
  return sourceGoes(claim, snapshot, message);
}

function fromClaim(
  claim: PersistentVolumeClaim,
  source: DataSource,
  cluster: Cluster,
): PendingHold | undefined {
  const ref = refTo(source, "v1");
  const found = cluster.get("v1/persistentvolumeclaims", source.name, source.namespace);
  if (found.state === "unread") return couldNotRead(found.unread);
  if (found.state === "absent") return missing(claim, ref);
  if (found.object.status?.phase === "Bound")
    return isTerminating(found.object) ? terminating(claim, found.object) : undefined;
  return {
    reason: "DataSourceNotReady",
    holder: { object: refOf(found.object) },
    // A source that is being deleted may wait for this very clone.
    ...(isTerminating(found.object) ? { isRoot: true as const } : {}),
    message: say`the claim is a clone of ${nameOf(ref)}, which is not Bound (${found.object.status?.phase ?? "no phase"})`,
    evidence: [proof(ref, "status.phase", found.object.status?.phase)],
    remedies: [deletePendingClaim(claim)],
  };
}

/** kubernetes-csi/external-provisioner pkg/controller/controller.go getPVCSource, v6.3. */
function terminating(claim: PersistentVolumeClaim, source: PersistentVolumeClaim): PendingHold {
  const message = say`the claim is a clone of ${nameOf(source)}, which is being deleted: no new attempt to copy it will begin`;
  return sourceGoes(claim, source, message);
}
