import type { Cluster } from "../../cluster/index.ts";
import type { Action } from "../../controllers/index.ts";
import {
  annotationNames,
  boundByControllerAfterBind,
  claimNameOf,
  reportsInUse,
} from "../../controllers/index.ts";
import type {
  KubeObject,
  Node,
  ObjectMeta,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  VolumeSnapshot,
  VolumeSnapshotContent,
} from "../../kubernetes/index.ts";

/** The object as it is after a write to it alone. Calls to a backend, DELETE requests and binding leave it as it was. */
export function changedBy(object: KubeObject, action: Action): KubeObject {
  switch (action.do) {
    case "add-finalizer":
      return withMetadata(object, { finalizers: [...(object.metadata.finalizers ?? []), action.finalizer] });
    case "remove-finalizer":
      return withMetadata(object, {
        finalizers: (object.metadata.finalizers ?? []).filter((finalizer) => finalizer !== action.finalizer),
      });
    case "annotate":
      return withMetadata(object, {
        annotations: { ...object.metadata.annotations, [action.key]: action.value },
      });
    case "set-phase":
      return withStatus(object, {
        phase: action.phase,
        ...(action.message ? { message: action.message } : {}),
      });
    case "clear-claim-ref":
      return object.kind === "PersistentVolume" ? withoutClaimRef(object, action.part) : object;
    case "drop-owners": {
      const uids = action.owners.map(({ uid }) => uid);
      const ownerReferences = object.metadata.ownerReferences?.filter(({ uid }) => !uids.includes(uid));
      return withMetadata(object, { ownerReferences: ownerReferences ?? [] });
    }
    case "unblock-owners": {
      const ownerReferences = object.metadata.ownerReferences?.map((owner) => ({
        ...owner,
        blockOwnerDeletion: false,
      }));
      return withMetadata(object, { ownerReferences: ownerReferences ?? [] });
    }
    case "set-owner": {
      const { apiVersion, kind, name, uid } = action.owner;
      const owner = { apiVersion, kind, name, uid: uid ?? "", controller: true, blockOwnerDeletion: true };
      return withMetadata(object, { ownerReferences: [...(object.metadata.ownerReferences ?? []), owner] });
    }
    case "mark-unready":
      return withStatus(object, { readyToUse: false });
    case "destroy-backend":
      return object.kind === "VolumeSnapshotContent" ? withoutHandle(object) : object;
    case "bind":
    case "bind-content":
    case "delete":
      return object;
    case "detach-backend":
      return withStatus(object, { attached: false });
  }
}

function withMetadata<O extends KubeObject>(object: O, changes: Partial<ObjectMeta>): O {
  return { ...object, metadata: { ...object.metadata, ...changes } };
}

function withStatus<O extends KubeObject>(object: O, changes: object): O {
  const status = "status" in object ? object.status : undefined;
  return { ...object, status: { ...status, ...changes } };
}

/**
 * A content whose snapshot the driver has deleted.
 * kubernetes-csi/external-snapshotter pkg/sidecar-controller/snapshot_controller.go clearVolumeContentStatus, v8.7.
 */
function withoutHandle(content: VolumeSnapshotContent): VolumeSnapshotContent {
  const { snapshotHandle: _handle, readyToUse: _ready, ...status } = content.status ?? {};
  return { ...content, status };
}

function withoutClaimRef(volume: PersistentVolume, part: "uid" | "whole"): PersistentVolume {
  const { claimRef, ...spec } = volume.spec ?? {};
  if (part === "whole") {
    const { [annotationNames.boundByController]: _mark, ...annotations } = volume.metadata.annotations ?? {};
    return withStatus(withMetadata({ ...volume, spec }, { annotations }), { phase: "Available" });
  }
  const { uid: _uid, resourceVersion: _version, ...reserved } = claimRef ?? {};
  return withStatus({ ...volume, spec: { ...spec, claimRef: reserved } }, { phase: "Available" });
}

/**
 * A claim and a volume after the PV controller has bound them to each other.
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go bind, 1.36.
 */
export function boundPair(
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
): readonly [PersistentVolumeClaim, PersistentVolume] {
  const marked = boundByControllerAfterBind(volume, claim);
  const { name, namespace = "", uid } = claim.metadata;
  const claimRef = { ...volume.spec?.claimRef, apiVersion: "v1", kind: claim.kind, namespace, name, uid };
  const boundClaim = { ...claim, spec: { ...claim.spec, volumeName: volume.metadata.name } };
  const boundVolume = { ...volume, spec: { ...volume.spec, claimRef } };
  const completed = { [annotationNames.bindCompleted]: "yes" };
  return [
    annotated(withStatus(boundClaim, { phase: "Bound" }), { ...completed, ...byController(marked.claim) }),
    annotated(withStatus(boundVolume, { phase: "Bound" }), byController(marked.volume)),
  ];
}

function byController(isMarked: boolean): Readonly<Record<string, string>> {
  return isMarked ? { [annotationNames.boundByController]: "yes" } : {};
}

function annotated<O extends KubeObject>(object: O, annotations: Readonly<Record<string, string>>): O {
  return withMetadata(object, { annotations: { ...object.metadata.annotations, ...annotations } });
}

/**
 * A snapshot and its content after the snapshot controller has bound them to each other.
 * kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go checkandBindSnapshotContent,
 * updateSnapshotStatus, v8.7.
 */
export function boundContent(
  snapshot: VolumeSnapshot,
  content: VolumeSnapshotContent,
): readonly [VolumeSnapshot, VolumeSnapshotContent] {
  const { uid } = snapshot.metadata;
  const volumeSnapshotRef = { ...content.spec?.volumeSnapshotRef, uid };
  const bound = { ...content, spec: { ...content.spec, volumeSnapshotRef } };
  return [
    withStatus(snapshot, {
      boundVolumeSnapshotContentName:
        snapshot.status?.boundVolumeSnapshotContentName ?? content.metadata.name,
      readyToUse: content.status?.readyToUse === true,
    }),
    bound,
  ];
}

/**
 * The pod's node as it is once the pod's volumes are unmounted there; nothing when it reported none of them.
 * kubernetes/kubernetes pkg/kubelet SyncTerminatedPod, pkg/kubelet/nodestatus VolumesInUse, 1.36.
 */
export function unmounted(pod: Pod, cluster: Cluster): readonly Node[] {
  const found = cluster.get("v1/nodes", pod.spec?.nodeName ?? "");
  if (found.state !== "found") return [];
  const node = found.object;
  const before = node.status?.volumesInUse ?? [];
  if (before.length === 0) return [];
  const volumes = volumesOf(pod, cluster);
  const isMounted = (name: string) =>
    !volumes.some((volume) => reportsInUse({ ...node, status: { volumesInUse: [name] } }, volume));
  const after = before.filter(isMounted);
  return after.length === before.length ? [] : [{ ...node, status: { ...node.status, volumesInUse: after } }];
}

/** The node as it is once nothing is mounted there. */
export function withoutMounts(node: Node): Node {
  return { ...node, status: { ...node.status, volumesInUse: [] } };
}

function volumesOf(pod: Pod, cluster: Cluster): readonly PersistentVolume[] {
  return (pod.spec?.volumes ?? []).flatMap((mount) => {
    const name = claimNameOf(pod, mount);
    if (name === undefined) return [];
    const claim = cluster.get("v1/persistentvolumeclaims", name, pod.metadata.namespace);
    if (claim.state !== "found") return [];
    const volume = cluster.get("v1/persistentvolumes", claim.object.spec?.volumeName ?? "");
    return volume.state === "found" ? [volume.object] : [];
  });
}
