import { dataSourcesOf, volumeHandleOf } from "../controllers/index.ts";
import { defineRemedy, nameOf, unreadPhrase } from "../engine/index.ts";
import {
  type Cluster,
  isTerminating,
  type ObjectRef,
  type PersistentVolumeClaim,
  type Phrase,
  refOf,
  type Safety,
  say,
  type VolumeSnapshot,
} from "../model/index.ts";
import { makerOf } from "./shared/maker.ts";

export default defineRemedy({
  name: "delete-pending-claim",
  summary: "Delete a claim that never had a volume",
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
    const { safety, because } = consequence(found.object, cluster);
    return {
      name: "delete-pending-claim",
      title: say`Delete the Pending ${nameOf(on)}`,
      safety,
      because: [...because, ...madeAnew(found.object, cluster)],
      commands: [{ argv: ["kubectl", "delete", "pvc", on.name, "-n", on.namespace ?? "default"] }],
      steps: [],
    };
  },
});

/** Else a person deletes it in vain. */
function madeAnew(claim: PersistentVolumeClaim, cluster: Cluster): Phrase {
  const made = makerOf(claim, cluster);
  switch (made.by) {
    case "nobody":
      return [];
    case "set":
      return say` As long as its pod is there, ${nameOf(refOf(made.maker.set))} makes a claim that is gone anew at once, as its template says: change that, or scale it down first.`;
    case "pod":
      return say` It is for an ephemeral volume: as long as pod/${made.pod} is there, it is made anew at once, with the same spec. Delete the pod instead, or change where that comes from.`;
    case "unread":
      return say` Whether it is made anew at once could not be told: ${unreadPhrase(made.unread)}.`;
  }
}

interface Told {
  readonly safety: Safety;
  readonly because: Phrase;
}

/** A deleted source is kept by those that are to be filled from it, as long as they are Pending. */
function consequence(claim: PersistentVolumeClaim, cluster: Cluster): Told {
  const source = sourceOf(claim, cluster);
  switch (source?.state) {
    case "found":
      return isTerminating(source.object) ? freeing(source.object, cluster) : harmless;
    case "unread":
      return {
        safety: "loses-data",
        because: say`It never had a volume. Whether what it is to be filled from is being deleted, and waits for it, could not be read: if so, its data may be destroyed when the claim is gone.`,
      };
    case "absent":
    case undefined:
      return harmless;
  }
}

/** The source goes when the claim does, and what is behind it as its policy says. */
function freeing(source: PersistentVolumeClaim | VolumeSnapshot, cluster: Cluster): Told {
  const waits = say`It never had a volume, but ${nameOf(refOf(source))}, which is being deleted, waits for it: when the claim is gone, that goes on`;
  const behind = behindOf(source, cluster);
  switch (behind.state) {
    case "kept":
      return {
        safety: "risky",
        because: say`${waits}. The policy of ${nameOf(behind.record)} is Retain, so its data stays.`,
      };
    case "destroyed":
      return {
        safety: "loses-data",
        because: say`${waits}, and ${behind.what} is destroyed, with all data on it. To keep that, set ${nameOf(behind.record)} to Retain first.`,
      };
    case "unknown":
      return {
        safety: "loses-data",
        because: say`${waits}, and its data may be destroyed. To keep that, look at it first: \`kubectl pvguard why\` tells how.`,
      };
  }
}

type Behind =
  | { readonly state: "kept"; readonly record: ObjectRef }
  | { readonly state: "destroyed"; readonly record: ObjectRef; readonly what: Phrase }
  | { readonly state: "unknown" };

function behindOf(source: PersistentVolumeClaim | VolumeSnapshot, cluster: Cluster): Behind {
  return source.kind === "VolumeSnapshot"
    ? behindSnapshot(source as VolumeSnapshot, cluster)
    : behindClaim(source as PersistentVolumeClaim, cluster);
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

const harmless = {
  safety: "safe",
  because: say`It never had a volume, so there is no data to lose. Whoever waits for it goes on waiting until it is made again.`,
} as const;

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
