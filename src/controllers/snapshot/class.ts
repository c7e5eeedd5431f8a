import {
  annotationOf,
  type Cluster,
  everywhere,
  isTerminating,
  type Unread,
  type VolumeSnapshot,
  type VolumeSnapshotClass,
} from "../../model/index.ts";
import { defaultSnapshotClass } from "../annotation-names.ts";
import { volumeOfSource } from "./source-volume.ts";

/** Does the snapshot controller do anything with a snapshot? Not before the snapshot has a class. */
type Handling =
  | { readonly state: "handled"; readonly snapshotClass: VolumeSnapshotClass | "none" }
  | { readonly state: "left alone" }
  | { readonly state: "unread"; readonly unread: Unread };

/**
 * A deleted snapshot is handled even when the class that it names is gone; but not when it names none, and none can be
 * chosen for it.
 * kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller_base.go syncSnapshotByKey,
 * checkAndUpdateSnapshotClass, v8.7.
 */
export function handlingOf(snapshot: VolumeSnapshot, cluster: Cluster): Handling {
  const { volumeSnapshotClassName: name, source } = snapshot.spec ?? {};
  if (name !== undefined) return withNamedClass(snapshot, name, cluster);
  const needsNone =
    source?.volumeSnapshotContentName !== undefined || snapshot.status?.volumeGroupSnapshotName !== undefined;
  return needsNone ? { state: "handled", snapshotClass: "none" } : withDefaultClass(snapshot, cluster);
}

function withNamedClass(snapshot: VolumeSnapshot, name: string, cluster: Cluster): Handling {
  const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshotclasses", name);
  if (found.state === "found") return { state: "handled", snapshotClass: found.object };
  if (isTerminating(snapshot)) return { state: "handled", snapshotClass: "none" };
  return found.state === "unread" ? found : { state: "left alone" };
}

/** The only default class of the driver of the volume. The same repository, SetDefaultSnapshotClass. */
function withDefaultClass(snapshot: VolumeSnapshot, cluster: Cluster): Handling {
  const volume = volumeOfSource(snapshot, cluster);
  if (volume.state === "unread") return volume;
  const driver = volume.state === "found" ? volume.object.spec?.csi?.driver : undefined;
  if (driver === undefined) return { state: "left alone" };
  const classes = cluster.list("snapshot.storage.k8s.io/v1/volumesnapshotclasses", everywhere);
  if (!classes.read) return { state: "unread", unread: classes.unread };
  const [first, ...more] = classes.items.filter(
    (each) => each.driver === driver && annotationOf(each, defaultSnapshotClass) === "true",
  );
  return first === undefined || more.length > 0
    ? { state: "left alone" }
    : { state: "handled", snapshotClass: first };
}
