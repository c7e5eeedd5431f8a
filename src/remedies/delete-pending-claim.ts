import type { Cluster } from "../cluster/index.ts";
import { dataSourcesOf, volumeHandleOf } from "../controllers/index.ts";
import { defineRemedy, unreadPhrase } from "../define/index.ts";
import type { ObjectRef, PersistentVolumeClaim, Phrase, VolumeSnapshot } from "../kubernetes/index.ts";
import { isTerminating, nameOf, refOf, say } from "../kubernetes/index.ts";
import { deletions } from "./shared/acts.ts";
import { makerOf } from "./shared/statefulset.ts";

export const deletePendingClaim = defineRemedy({
  name: "delete-pending-claim",
  summary: "Delete a claim that never had a volume",
  on: ["v1/persistentvolumeclaims"],
  needs: [
    "v1/persistentvolumeclaims",
    "v1/persistentvolumes",
    "snapshot.storage.k8s.io/v1/volumesnapshots",
    "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
    "apps/v1/statefulsets",
  ],
  make(on, _using, cluster) {
    const found = cluster.get("v1/persistentvolumeclaims", on.name, on.namespace);
    if (found.state !== "found" || isTerminating(found.object)) return undefined;
    const { spec, status } = found.object;
    if (status?.phase !== "Pending" || (spec?.volumeName ?? "") !== "") return undefined;
    const because = consequence(found.object, cluster);
    return {
      title: say`Delete ${nameOf(on)}, which is Pending`,
      tells: "the data",
      dangers: mayLoseUnseen(found.object, cluster) ? ["DataDestroyed"] : [],
      because: [...because, ...madeAnew(found.object, cluster)],
      does: deletions([found.object]),
    };
  },
});

/** Otherwise the deletion has no effect. */
function madeAnew(claim: PersistentVolumeClaim, cluster: Cluster): Phrase {
  const made = makerOf(claim, cluster);
  switch (made.by) {
    case "nobody":
      return [];
    case "set":
      return say` As long as its pod exists, ${nameOf(made.maker.set)} creates a deleted claim again at once from its template. Change the template, or scale the set down first.`;
    case "pod":
      return say` It belongs to an ephemeral volume: as long as pod/${made.pod} exists, the claim is created again at once with the same spec. Delete the pod instead, or change the manifest that it comes from.`;
    case "unread":
      return say` Could not determine whether it is created again at once: ${unreadPhrase(made.unread)}.`;
  }
}

/** A deleted source is kept by those that are to be filled from it, as long as they are Pending. */
function consequence(claim: PersistentVolumeClaim, cluster: Cluster): Phrase {
  const source = sourceOf(claim, cluster);
  switch (source?.state) {
    case "found":
      return isTerminating(source.object) ? freeing(source.object, cluster) : harmless;
    case "unread":
      return say`The claim never had a volume. Its data source could not be read. If that source is being deleted and waits for this claim, its data may be lost once the claim is deleted.`;
    case "absent":
    case undefined:
      return harmless;
  }
}

/** The model cannot tell where the data of the source is. */
function mayLoseUnseen(claim: PersistentVolumeClaim, cluster: Cluster): boolean {
  const source = sourceOf(claim, cluster);
  if (source?.state !== "found") return source?.state === "unread";
  return isTerminating(source.object) && behindOf(source.object, cluster).state === "unknown";
}

/** The source is deleted when the claim is, and the disk or snapshot of the source as its policy says. */
function freeing(source: PersistentVolumeClaim | VolumeSnapshot, cluster: Cluster): Phrase {
  const waits = say`The claim never had a volume, but ${nameOf(source)}, which is being deleted, waits for it. Once the claim is deleted, that deletion continues`;
  const behind = behindOf(source, cluster);
  switch (behind.state) {
    case "kept":
      return say`${waits}. The policy of ${nameOf(behind.record)} is Retain, so its data is kept.`;
    case "destroyed":
      return say`${waits}, and ${behind.what} is deleted with all data on it. To keep the data, set ${nameOf(behind.record)} to Retain first.`;
    case "unknown":
      return say`${waits}, and its data may be lost. To keep that data, run \`kubectl pvguard why\` on the source first: it shows how.`;
  }
}

type Behind =
  | { readonly state: "kept"; readonly record: ObjectRef }
  | { readonly state: "destroyed"; readonly record: ObjectRef; readonly what: Phrase }
  | { readonly state: "unknown" };

function behindOf(source: PersistentVolumeClaim | VolumeSnapshot, cluster: Cluster): Behind {
  return source.kind === "VolumeSnapshot" ? behindSnapshot(source, cluster) : behindClaim(source, cluster);
}

function behindClaim({ spec }: PersistentVolumeClaim, cluster: Cluster): Behind {
  const found = cluster.get("v1/persistentvolumes", spec?.volumeName ?? "");
  if (found.state !== "found") return { state: "unknown" };
  const record = refOf(found.object);
  if (found.object.spec?.persistentVolumeReclaimPolicy === "Retain") return { state: "kept", record };
  return { state: "destroyed", record, what: say`disk ${volumeHandleOf(found.object) ?? record.name}` };
}

function behindSnapshot({ status }: VolumeSnapshot, cluster: Cluster): Behind {
  const name = status?.boundVolumeSnapshotContentName ?? "";
  const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshotcontents", name);
  if (found.state !== "found") return { state: "unknown" };
  const record = refOf(found.object);
  if (found.object.spec?.deletionPolicy !== "Delete") return { state: "kept", record };
  return {
    state: "destroyed",
    record,
    what: say`snapshot ${found.object.status?.snapshotHandle ?? record.name}`,
  };
}

const harmless = say`The claim never had a volume, so there is no data to lose. Anything that waits for the claim keeps waiting until it is created again.`;

function sourceOf(claim: PersistentVolumeClaim, cluster: Cluster) {
  const [source] = dataSourcesOf(claim);
  switch (source?.kind) {
    case "VolumeSnapshot":
      return cluster.get("snapshot.storage.k8s.io/v1/volumesnapshots", source.name, source.namespace);
    case "PersistentVolumeClaim":
      return cluster.get("v1/persistentvolumeclaims", source.name, source.namespace);
    default:
      return undefined;
  }
}
