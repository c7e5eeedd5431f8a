import type { Cluster, Found } from "../cluster/index.ts";
import type { CSIDriver, Node, PersistentVolume, Pod, VolumeAttachment } from "../kubernetes/index.ts";
import { isTerminating, refOf, words } from "../kubernetes/index.ts";
import type { Decision } from "./controller.ts";
import { defineController, nothing } from "./controller.ts";
import { act, actAfter, unknown, wait } from "./decision.ts";
import { isNodeReady, isOutOfService, reportedAttached, reportsInUse } from "./objects/node-state.ts";
import { isPodTerminated, podsUsingVolume } from "./objects/pods.ts";
import { nodeNamed } from "./objects/refs.ts";
import { attachDriver } from "./objects/volume-source.ts";

export const attachDetachController = defineController({
  name: "attachdetach-controller",
  on: "storage.k8s.io/v1/volumeattachments",
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/attachdetach/reconciler/reconciler.go reconcile, 1.36",
    "kubernetes/kubernetes pkg/controller/volume/attachdetach/attach_detach_controller.go processVolumeAttachments, 1.36",
    "kubernetes/kubernetes pkg/volume/csi/csi_attacher.go Detach, getAttachmentName, 1.36",
  ],
  decide(attachment, cluster) {
    const name = attachment.spec?.source?.persistentVolumeName;
    if (isTerminating(attachment) || name === undefined || isOfAnother(attachment)) return nothing;
    const volume = cluster.get("v1/persistentvolumes", name);
    switch (volume.state) {
      case "unread":
        return unknown(volume);
      case "absent":
        // Nothing deletes an attachment without its volume.
        return wait();
      case "found":
        return decideFor(attachment, volume.object, cluster);
    }
  },
});

/**
 * Did something else create the attachment? The attach-detach controller gives its own the name `csi-` and a hash of volume,
 * driver and node, and when it detaches it deletes the one of that name. Only the beginning of the name is looked at.
 * kubernetes/kubernetes pkg/volume/csi/csi_attacher.go Attach, Detach, getAttachmentName, 1.36.
 */
export function isOfAnother({ metadata }: VolumeAttachment): boolean {
  return !metadata.name.startsWith("csi-");
}

function decideFor(attachment: VolumeAttachment, volume: PersistentVolume, cluster: Cluster): Decision {
  const pods = podsUsingVolume(volume, cluster);
  if (!pods.read) return unknown(pods);
  if (podsThatWant(attachment, pods.items).length > 0) return nothing;
  const nodeName = attachment.spec?.nodeName ?? "";
  const node = cluster.get("v1/nodes", nodeName);
  if (node.state === "unread") return unknown(node);
  const seen = node.state === "found" ? node.object : "missing";
  const skipped = isSkipped(volume, seen, cluster);
  if (skipped !== "no") return skipped === "yes" ? wait() : unknown(skipped);
  const mount = seen === "missing" || reportsInUse(seen, volume) ? "reported" : "not reported";
  switch (detachVerdict({ mount, node: seen })) {
    case "no":
      return wait(nodeNamed(nodeName));
    case "later":
      return actAfter(unmountWait, { do: "delete", object: refOf(attachment) });
    case "now":
      return act({ do: "delete", object: refOf(attachment) });
  }
}

/**
 * The attachments of a driver that says of itself that it does not attach are skipped, unless the status of the node still
 * lists the volume as attached: what is listed there is detached by its name.
 * kubernetes/kubernetes pkg/controller/volume/attachdetach/attach_detach_controller.go populateActualStateOfWorld,
 * processVolumeAttachments and pkg/volume/csi/csi_plugin.go CanAttach, skipAttach, 1.36.
 */
function isSkipped(
  volume: PersistentVolume,
  node: Node | "missing",
  cluster: Cluster,
): "yes" | "no" | Extract<Found<CSIDriver>, { state: "unread" }> {
  if (node !== "missing" && reportedAttached(node, volume) !== undefined) return "no";
  const driver = attachDriver(volume);
  if (driver === undefined) return "no";
  const registered = cluster.get("storage.k8s.io/v1/csidrivers", driver);
  if (registered.state === "unread") return registered;
  return registered.state === "found" && attachesNothing(registered.object) ? "yes" : "no";
}

/** Without the field, and without a CSIDriver object, it attaches. kubernetes/kubernetes pkg/volume/csi/csi_plugin.go skipAttach, 1.36. */
export function attachesNothing(driver: CSIDriver): boolean {
  return driver.spec?.attachRequired === false;
}

/** It counts from its own first try, which is not recorded. */
export const unmountWait = words("within six minutes");

export interface DetachFacts {
  /** What `node.status.volumesInUse` says. */
  readonly mount: "reported" | "not reported";
  readonly node: Node | "missing";
}

/**
 * Would the attach-detach controller delete the attachment of a volume that no pod on the node wants? `later`: on its
 * own, once six minutes are over, unless its flag `--disable-force-detach-on-timeout` is set. A node that is out of
 * service is not asked whether it is Ready.
 * kubernetes/kubernetes pkg/controller/volume/attachdetach/reconciler/reconciler.go reconcile, 1.36.
 */
export function detachVerdict({ mount, node }: DetachFacts): "no" | "later" | "now" {
  if (mount === "not reported") return "now";
  if (node === "missing") return "later";
  if (isOutOfService(node)) return "now";
  return isNodeReady(node) ? "no" : "later";
}

/**
 * The pods for which a volume is attached to a node, among those that use it: a finished pod, or a deleted one without
 * running containers, does not count, though it still keeps its claim.
 * kubernetes/kubernetes pkg/controller/volume/attachdetach/util/util.go DetermineVolumeAction, 1.36.
 */
export function podsThatWant(attachment: VolumeAttachment, users: readonly Pod[]): readonly Pod[] {
  return users.filter((pod) => pod.spec?.nodeName === attachment.spec?.nodeName && !isPodTerminated(pod));
}

/**
 * May the volume be attached to one node only? Without access modes this is unknown, and the driver is left to refuse.
 * kubernetes/kubernetes pkg/controller/volume/attachdetach/util/util.go IsMultiAttachAllowed, 1.36.
 */
export function isMultiAttachForbidden(volume: PersistentVolume): boolean {
  const modes = volume.spec?.accessModes ?? [];
  return modes.length > 0 && !modes.includes("ReadWriteMany") && !modes.includes("ReadOnlyMany");
}

/**
 * The attachments to other nodes for which the volume is not attached to `nodeName`.
 * kubernetes/kubernetes pkg/controller/volume/attachdetach/reconciler/reconciler.go attachDesiredVolumes, 1.36.
 */
export function multiAttachConflicts(
  volume: PersistentVolume,
  nodeName: string,
  attachments: readonly VolumeAttachment[],
): readonly VolumeAttachment[] {
  if (!isMultiAttachForbidden(volume)) return [];
  return attachments.filter(
    ({ spec }) => spec?.source?.persistentVolumeName === volume.metadata.name && spec.nodeName !== nodeName,
  );
}
