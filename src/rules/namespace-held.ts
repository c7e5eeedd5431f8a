import type { Unread } from "../cluster/index.ts";
import { deleted, inNamespace } from "../cluster/index.ts";
import { attachmentsNaming, contentOf, volumesLeftBy } from "../controllers/index.ts";
import type { AuditContext, RuleAnswer } from "../define/index.ts";
import { defineRule } from "../define/index.ts";
import type { Namespace, ObjectRef } from "../kubernetes/index.ts";
import type { Hold } from "../report/index.ts";
import { chainNeeds, heldFinding, unreadIn } from "./shared/findings.ts";

export default defineRule({
  code: "PVG106",
  name: "namespace-held",
  title: "A namespace stays Terminating because of volumes",
  on: ["v1/namespaces"],
  only: [deleted],
  needs: chainNeeds,
  what: "A Namespace has been Terminating for longer than --older-than. A claim, a snapshot, or an object that holds one keeps it; or something else keeps it, and the data of its claims is lost after that.",
  why: "A namespace is deleted when everything in it is deleted. Claims wait for pods, snapshots for their driver. Claims are not even marked for deletion while a pod is left, and are deleted right after it.",
  whatToDo:
    "Look at what remains in it: `kubectl pvguard why namespace/NAME`. Never force-finalize a namespace: what is in it is left behind with no record of it.",
  sources: [
    "kubernetes/kubernetes pkg/controller/namespace/deletion/namespaced_resources_deleter.go deleteAllContent, 1.36",
    "kubernetes/kubernetes#60807",
  ],
  check(namespace, context) {
    const found = heldFinding(namespace, context);
    if (!("unread" in found) && found.length === 0) return [];
    // While a pod is left, the namespace controller does not even mark the claims: they look live, but will be deleted.
    return isHeldByVolumes(namespace, context) || context.dataOf(namespace) === "destroyed"
      ? found
      : silentFor(namespace, context);
  },
});

const storage = [
  "PersistentVolumeClaim",
  "PersistentVolume",
  "VolumeAttachment",
  "VolumeSnapshot",
  "VolumeSnapshotContent",
];

function isHeldByVolumes(namespace: Namespace, context: AuditContext): boolean {
  const isStorage = ({ kind }: ObjectRef) => storage.includes(kind);
  return holdsOf(namespace, context).some(
    ({ held, holder }) => isStorage(held) || ("object" in holder && isStorage(holder.object)),
  );
}

/** Something else keeps it; unless what was not read would have shown a volume, or that its data is lost. */
function silentFor(namespace: Namespace, context: AuditContext): RuleAnswer {
  const unread =
    unreadIn(holdsOf(namespace, context)) ??
    unreadInside(namespace, context) ??
    unreadOfData(namespace, context);
  return unread === undefined ? [] : { unread };
}

/** What tells which data is lost with the namespace. */
function unreadInside({ metadata }: Namespace, { cluster }: AuditContext): Unread | undefined {
  const claims = cluster.list("v1/persistentvolumeclaims", inNamespace(metadata.name));
  if (!claims.read) return claims.unread;
  for (const { spec } of claims.items) {
    if (spec?.volumeName === undefined) continue;
    const volume = cluster.get("v1/persistentvolumes", spec.volumeName);
    if (volume.state === "unread") return volume.unread;
    const attachments = attachmentsNaming(spec.volumeName, cluster);
    if (!attachments.read) return attachments.unread;
  }
  const snapshots = cluster.list("snapshot.storage.k8s.io/v1/volumesnapshots", inNamespace(metadata.name));
  if (!snapshots.read) return snapshots.unread;
  for (const snapshot of snapshots.items) {
    const content = contentOf(snapshot, cluster);
    if (content.state === "unread") return content.unread;
  }
  const left = volumesLeftBy(metadata.name, cluster);
  if (!left.read) return left.unread;
  // What a driver says of a disk stands in an attachment.
  const attachments = left.items.map((volume) => attachmentsNaming(volume.metadata.name, cluster));
  return attachments.flatMap((each) => (each.read ? [] : each.unread))[0];
}

/** What decides about its data, where that is unknown for it: for example the node of a local volume. */
function unreadOfData(namespace: Namespace, { cluster, dataOf }: AuditContext): Unread | undefined {
  const { value: data, missed } = cluster.noting(() => dataOf(namespace));
  return data === "unknown" ? missed[0] : undefined;
}

function holdsOf(namespace: Namespace, context: AuditContext): readonly Hold[] {
  return context.explain(namespace).holds;
}
