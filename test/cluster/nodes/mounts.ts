import type { Node, PersistentVolume, Pod } from "../../../src/kubernetes/index.ts";
import type { Api } from "../support/api.ts";

/** What a pod needs before its containers start. */
export type Volumes =
  | { readonly are: "not there yet" }
  /** By the names in the node's status, of those that must be attached first. */
  | { readonly are: "to be attached" | "ready"; readonly names: readonly string[] };

/**
 * kubernetes/kubernetes pkg/kubelet/volumemanager/populator/desired_state_of_world_populator.go getPVCExtractPV;
 * pkg/volume/csi/csi_attacher.go waitForVolumeAttachment, 1.36.
 */
export async function volumesOf(api: Api, pod: Pod): Promise<Volumes> {
  const { namespace = "", name: podName } = pod.metadata;
  const names: string[] = [];
  let isAttached = true;
  for (const { name: volumeName, persistentVolumeClaim, ephemeral } of pod.spec?.volumes ?? []) {
    const name = ephemeral === undefined ? persistentVolumeClaim?.claimName : `${podName}-${volumeName}`;
    if (name === undefined) continue;
    const claim = await api.get("v1/persistentvolumeclaims", { name, namespace });
    if (claim?.status?.phase !== "Bound") return { are: "not there yet" };
    const volume = await api.get("v1/persistentvolumes", { name: claim.spec?.volumeName ?? "" });
    if (volume === undefined) return { are: "not there yet" };
    const inUse = await nameInUse(api, volume);
    if (inUse === undefined) continue;
    names.push(inUse);
    isAttached &&= await isAttachedTo(api, volume, pod.spec?.nodeName ?? "");
  }
  return { are: isAttached ? "ready" : "to be attached", names };
}

/** As the kubelet reports it; nothing where the driver attaches nothing. */
async function nameInUse(api: Api, { spec }: PersistentVolume): Promise<string | undefined> {
  const { driver, volumeHandle = "" } = spec?.csi ?? {};
  if (driver === undefined) return undefined;
  const found = await api.get("storage.k8s.io/v1/csidrivers", { name: driver });
  if (found?.spec?.attachRequired === false) return undefined;
  return `kubernetes.io/csi/${driver}^${volumeHandle}`;
}

async function isAttachedTo(api: Api, { metadata }: PersistentVolume, node: string): Promise<boolean> {
  const attachments = await api.list("storage.k8s.io/v1/volumeattachments");
  return attachments.some(
    ({ spec, status, metadata: own }) =>
      spec?.source?.persistentVolumeName === metadata.name &&
      spec.nodeName === node &&
      status?.attached === true &&
      own.deletionTimestamp === undefined,
  );
}

/** What the node's status says is mounted or being mounted: the attach-detach controller waits for its end. */
export async function reportInUse(api: Api, node: Node, names: Iterable<string>): Promise<void> {
  const volumesInUse = [...new Set(names)].sort();
  if (JSON.stringify(volumesInUse) === JSON.stringify([...(node.status?.volumesInUse ?? [])].sort())) return;
  await api.patch("v1/nodes", { name: node.metadata.name }, { status: { volumesInUse } }, "/status");
}
