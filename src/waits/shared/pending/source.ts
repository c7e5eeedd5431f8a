import { type DataSource, dataSourcesOf, isRestoreTooLate, latestEvent } from "../../../controllers/index.ts";
import { couldNotRead, type FoundHold, nameOf } from "../../../engine/index.ts";
import {
  type Cluster,
  hint,
  isTerminating,
  type KubeObject,
  type ObjectRef,
  type PersistentVolumeClaim,
  type Phrase,
  proof,
  refOf,
  say,
  type VolumeSnapshot,
} from "../../../model/index.ts";
import type { PendingHoldReason } from "./reasons.ts";

type Held = FoundHold<PendingHoldReason | "CouldNotRead">;

/** What is wrong with the data source of a claim; empty if it exists and is ready. */
export function sourceHolds(claim: PersistentVolumeClaim, cluster: Cluster): readonly Held[] {
  if ((claim.spec?.volumeName ?? "") !== "") return [];
  const source = dataSourcesOf(claim)[0];
  if (source === undefined) return [];
  if (source.kind === "VolumeSnapshot") return fromSnapshot(claim, source, cluster);
  if (source.kind === "PersistentVolumeClaim") return fromClaim(claim, source, cluster);
  return fromPopulator(claim, source, cluster);
}

function refTo(source: DataSource, apiVersion: string): ObjectRef {
  return { apiVersion, kind: source.kind, namespace: source.namespace, name: source.name };
}

function missing(claim: PersistentVolumeClaim, source: ObjectRef): Held {
  return {
    reason: "DataSourceMissing",
    holder: { missing: source },
    message: say`the claim is to be filled from ${nameOf(source)}, which does not exist`,
    evidence: [proof(refOf(claim), "spec.dataSource.name", source.name)],
    remedies: [{ remedy: "delete-pending-claim", on: refOf(claim) }],
  };
}

function fromSnapshot(claim: PersistentVolumeClaim, source: DataSource, cluster: Cluster): readonly Held[] {
  const ref = refTo(source, "snapshot.storage.k8s.io/v1");
  const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshots", source.name, source.namespace);
  if (found.state === "unread") return [couldNotRead(found.unread)];
  if (found.state === "absent") return [missing(claim, ref)];
  const { status } = found.object;
  if (isRestoreTooLate(claim, found.object)) return [snapshotGoes(claim, found.object)];
  if (status?.readyToUse === true) return [];
  const error = status?.error?.message;
  return [
    {
      reason: "DataSourceNotReady",
      holder: { object: refOf(found.object) },
      message: say`the claim is to be filled from ${nameOf(ref)}, which is not ready${error === undefined ? [] : say`: ${error}`}`,
      evidence: [proof(ref, "status.readyToUse", status?.readyToUse)],
      remedies: [{ remedy: "delete-pending-claim", on: refOf(claim) }],
    },
  ];
}

/** No attempt begins from a source that is being deleted, and that may wait for this very claim. */
function sourceGoes(claim: PersistentVolumeClaim, source: KubeObject, message: Phrase): Held {
  return {
    reason: "DataSourceTerminating",
    holder: { object: refOf(source) },
    isRoot: true,
    message,
    evidence: [proof(refOf(source), "metadata.deletionTimestamp", source.metadata.deletionTimestamp)],
    remedies: [{ remedy: "delete-pending-claim", on: refOf(claim) }],
  };
}

function snapshotGoes(claim: PersistentVolumeClaim, snapshot: VolumeSnapshot): Held {
  const message = say`the claim is to be restored from ${nameOf(refOf(snapshot))}, which is being deleted: no new attempt to restore it will begin`;
  return sourceGoes(claim, snapshot, message);
}

function fromClaim(claim: PersistentVolumeClaim, source: DataSource, cluster: Cluster): readonly Held[] {
  const ref = refTo(source, "v1");
  const found = cluster.get("v1/persistentvolumeclaims", source.name, source.namespace);
  if (found.state === "unread") return [couldNotRead(found.unread)];
  if (found.state === "absent") return [missing(claim, ref)];
  if (found.object.status?.phase === "Bound")
    return isTerminating(found.object) ? [terminating(claim, found.object)] : [];
  return [
    {
      reason: "DataSourceNotReady",
      holder: { object: refOf(found.object) },
      // A source that is being deleted may wait for this very clone.
      ...(isTerminating(found.object) ? { isRoot: true as const } : {}),
      message: say`the claim is a clone of ${nameOf(ref)}, which is not Bound (${found.object.status?.phase ?? "no phase"})`,
      evidence: [proof(ref, "status.phase", found.object.status?.phase)],
      remedies: [{ remedy: "delete-pending-claim", on: refOf(claim) }],
    },
  ];
}

/** kubernetes-csi/external-provisioner pkg/controller/controller.go getPVCSource, v6.3. */
function terminating(claim: PersistentVolumeClaim, source: PersistentVolumeClaim): Held {
  const message = say`the claim is a clone of ${nameOf(refOf(source))}, which is being deleted: no new attempt to copy it will begin`;
  return sourceGoes(claim, source, message);
}

/** The populator's own words, where there are any; kinds that it reads are not known here. */
function fromPopulator(claim: PersistentVolumeClaim, source: DataSource, cluster: Cluster): readonly Held[] {
  const ref = refTo(source, source.apiGroup === "" ? "v1" : `${source.apiGroup}/v1`);
  const event = latestEvent(
    refOf(claim),
    ["PopulatorDataSourceNotFound", "PopulatorFailed", "PopulatorPVCPrimeCreationError"],
    cluster,
  );
  if (event.state === "unread") return [couldNotRead(event.unread)];
  if (event.state === "absent") {
    return [
      {
        reason: "PopulatorFills",
        holder: { controller: `the populator of ${source.kind}.${source.apiGroup}` },
        message: say`a populator has to fill the claim from ${nameOf(ref)}`,
        evidence: [proof(refOf(claim), "spec.dataSourceRef.kind", source.kind)],
      },
    ];
  }
  const isMissing = event.object.reason === "PopulatorDataSourceNotFound";
  return [
    {
      reason: isMissing ? "DataSourceMissing" : "DataSourceNotReady",
      holder: isMissing
        ? { missing: ref }
        : { controller: `the populator of ${source.kind}.${source.apiGroup}` },
      message: say`the populator cannot fill the claim from ${nameOf(ref)}: ${event.object.message ?? ""}`,
      evidence: [hint(refOf(claim), "event", event.object.message)],
      remedies: [{ remedy: "delete-pending-claim", on: refOf(claim) }],
    },
  ];
}
