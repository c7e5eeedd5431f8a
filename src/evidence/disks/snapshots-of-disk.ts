import type { Cluster, Unread } from "../../cluster/index.ts";
import { everywhere, itemsOf } from "../../cluster/index.ts";
import { asCsi, contentsByVolume, handleKey } from "../../controllers/index.ts";
import type { ObjectRef, PersistentVolume, VolumeSnapshotContent } from "../../kubernetes/index.ts";
import { refOf } from "../../kubernetes/index.ts";
import { hint, proof } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";
import { signsIn } from "../error-text/signs.ts";

interface Found {
  /** The VolumeSnapshots of this disk, or their contents where no snapshot is named. */
  readonly snapshots: readonly ObjectRef[];
}

/**
 * Does the storage backend keep a disk because of its snapshots? Its error says so, or says that they may be among the causes
 * and the cluster has such snapshots. A content names the disk by the driver and its handle.
 * kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go createSnapshotContent, v8.6.
 */
export function keptBySnapshots(volume: PersistentVolume, message: string, cluster: Cluster): Answer<Found> {
  const signs = signsIn(message);
  const isSaid = signs.has("snapshots");
  if (!isSaid && !signs.has("perhaps-snapshots")) return { ...weigh([]), snapshots: [] };
  const csi = asCsi(volume);
  if (csi === undefined) return { ...weigh(isSaid ? [hint(volume, "event", message)] : []), snapshots: [] };
  const listed = cluster.lookup(contentsByVolume, handleKey(csi.driver, csi.handle), everywhere);
  if (!listed.read && !isNotServed(listed.unread)) return notLooked(listed.unread);
  const contents = itemsOf(listed);
  const found = contents.map((content) => proof(content, "spec.source.volumeHandle", csi.handle));
  const speaks = isSaid || found.length > 0 ? [hint(volume, "event", message)] : [];
  // Only suggests: which of the possible causes it is, the backend alone knows.
  const suggested = found.map((each) => ({ ...each, verdict: "suggests" as const }));
  return { ...weigh([...speaks, ...suggested]), snapshots: contents.map(snapshotOf) };
}

/** Without that API there are no snapshots of it. */
const isNotServed = ({ reason }: Unread) => reason === "NotServed";

function snapshotOf(content: VolumeSnapshotContent): ObjectRef {
  const { name, namespace } = content.spec?.volumeSnapshotRef ?? {};
  if (name === undefined || namespace === undefined) return refOf(content);
  return { apiVersion: "snapshot.storage.k8s.io/v1", kind: "VolumeSnapshot", namespace, name };
}
