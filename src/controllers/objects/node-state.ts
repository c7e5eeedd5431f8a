import type { Node, PersistentVolume } from "../../kubernetes/index.ts";
import { asCsi, volumeBackend } from "./volume-source.ts";

const readyOf = (node: Node) => node.status?.conditions?.find(({ type }) => type === "Ready");

/** kubernetes/kubernetes pkg/controller/util/node/controller_utils.go IsNodeReady, 1.36. */
export function isNodeReady(node: Node): boolean {
  return readyOf(node)?.status === "True";
}

/** Since when the node is Ready, or not: the moment at which its condition last changed. */
export function readyChangedAt(node: Node): string | undefined {
  return readyOf(node)?.lastTransitionTime;
}

/**
 * The key alone counts, whatever its value and effect. The attach-detach controller then detaches at once, also from a
 * healthy node.
 * kubernetes/kubernetes pkg/controller/volume/attachdetach/reconciler/reconciler.go hasOutOfServiceTaint, 1.36.
 */
export function isOutOfService(node: Node): boolean {
  return (node.spec?.taints ?? []).some(({ key }) => key === "node.kubernetes.io/out-of-service");
}

/**
 * How long the attach-detach controller waits for an unmount before it detaches from a node that is not Ready or not
 * there, in seconds. It counts from its first attempt, in memory.
 * kubernetes/kubernetes pkg/controller/volume/attachdetach/attach_detach_controller.go maxWaitForUnmountDuration, 1.36.
 */
export const forcedDetachAfter = 360;

/**
 * Does the kubelet report the volume as mounted or being mounted?
 * kubernetes/kubernetes pkg/volume/util/util.go GetUniqueVolumeName; pkg/volume/csi/csi_plugin.go GetVolumeName, 1.36.
 */
export function reportsInUse(node: Node, volume: PersistentVolume): boolean {
  return reportedInUse(node, volume) !== undefined;
}

/** As the kubelet reports it: the name of the plugin or the driver, and the disk. */
export function reportedInUse(node: Node, volume: PersistentVolume): string | undefined {
  const isThis = uniqueName(volume);
  return (node.status?.volumesInUse ?? []).find(isThis);
}

/**
 * As the attach-detach controller tells the kubelet that the volume is attached: the kubelet mounts no volume before that.
 * kubernetes/kubernetes pkg/controller/volume/attachdetach/statusupdater/node_status_updater.go updateNodeStatus and
 * pkg/volume/util/operationexecutor/operation_generator.go GenerateVerifyControllerAttachedVolumeFunc, 1.36.
 */
export function reportedAttached(node: Node, volume: PersistentVolume): string | undefined {
  const isThis = uniqueName(volume);
  return (node.status?.volumesAttached ?? []).find(({ name = "" }) => isThis(name))?.name;
}

function uniqueName(volume: PersistentVolume): (name: string) => boolean {
  const csi = asCsi(volume);
  if (csi !== undefined) {
    const prefix = `kubernetes.io/csi/${csi.driver}^`;
    return (name) => name.startsWith(prefix) && isHandle(name.slice(prefix.length), csi.handle, volume);
  }
  const backend = volumeBackend(volume);
  return "plugin" in backend ? (name) => name === `${backend.plugin}/${backend.handle}` : () => false;
}

/** The handle of a disk of GCE names its project and zone too. */
function isHandle(told: string, handle: string, { spec }: PersistentVolume): boolean {
  return told === handle || (spec?.gcePersistentDisk !== undefined && told.endsWith(`/${handle}`));
}
