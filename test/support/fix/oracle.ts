/**
 * When upstream would keep a finalizer because the object is in use: written again from the controllers' sources, in a
 * few lines, and on purpose without anything from src/controllers.
 */
import type {
  KubeObject,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  VolumeAttachment,
  VolumeSnapshot,
  VolumeSnapshotContent,
} from "../../../src/kubernetes/index.ts";

const kindOf = <T extends KubeObject>(objects: readonly KubeObject[], kind: string) =>
  objects.filter((object) => object.kind === kind) as readonly KubeObject[] as readonly T[];

/** pkg/controller/volume/pvcprotection/pvc_protection_controller.go podUsesPVCForDeletion, v1.36. */
function podUses(pod: Pod, claim: PersistentVolumeClaim): boolean {
  if (pod.metadata.namespace !== claim.metadata.namespace || (pod.spec?.nodeName ?? "") === "") return false;
  const phase = pod.status?.phase ?? "";
  const shutDown =
    pod.metadata.deletionTimestamp !== undefined && pod.metadata.deletionGracePeriodSeconds === 0;
  const isOver = phase === "Succeeded" || phase === "Failed" || shutDown;
  const isOurs = (claim.metadata.ownerReferences ?? []).some(
    ({ uid, controller }) => controller === true && uid === pod.metadata.uid,
  );
  return (pod.spec?.volumes ?? []).some(({ name, persistentVolumeClaim, ephemeral }) =>
    persistentVolumeClaim?.claimName === claim.metadata.name
      ? true
      : ephemeral !== undefined &&
        !isOver &&
        isOurs &&
        `${pod.metadata.name}-${name}` === claim.metadata.name,
  );
}

/** Is the object used in a way for which this finalizer, or the last one, must stay? */
export function inUse(object: KubeObject, finalizer: string, objects: readonly KubeObject[]): boolean {
  const isLast = object.metadata.finalizers?.length === 1;
  const goesWith = (protection: string) => isLast || finalizer === protection;
  switch (object.kind) {
    case "PersistentVolumeClaim": {
      const claim = object;
      const pods = kindOf<Pod>(objects, "Pod");
      return (
        (goesWith("kubernetes.io/pvc-protection") && pods.some((pod) => podUses(pod, claim))) ||
        (finalizer === "snapshot.storage.kubernetes.io/pvc-as-source-protection" &&
          beingTaken(claim, objects)) ||
        (finalizer === "provisioner.storage.kubernetes.io/cloning-protection" && beingCloned(claim, objects))
      );
    }
    case "PersistentVolume": {
      const volume = object;
      return (
        (goesWith("kubernetes.io/pv-protection") && isBound(volume, objects)) ||
        ((goesWith("kubernetes.io/pv-protection") || finalizer.startsWith("external-attacher/")) &&
          isAttached(volume, objects))
      );
    }
    case "VolumeSnapshot":
      return beingRestored(object, objects);
    case "VolumeSnapshotContent":
      return isLast && hasSnapshot(object, objects);
    default:
      return false;
  }
}

/** pkg/controller/volume/pvprotection/pv_protection_controller.go isBeingUsed, and the claim itself. */
function isBound(volume: PersistentVolume, objects: readonly KubeObject[]): boolean {
  const ref = volume.spec?.claimRef;
  return (
    volume.status?.phase === "Bound" ||
    kindOf<PersistentVolumeClaim>(objects, "PersistentVolumeClaim").some(
      ({ metadata }) =>
        metadata.namespace === ref?.namespace && metadata.name === ref?.name && metadata.uid === ref?.uid,
    )
  );
}

function isAttached(volume: PersistentVolume, objects: readonly KubeObject[]): boolean {
  const { name } = volume.metadata;
  const unique = `kubernetes.io/csi/${volume.spec?.csi?.driver}^${volume.spec?.csi?.volumeHandle}`;
  return (
    kindOf<VolumeAttachment>(objects, "VolumeAttachment").some(
      ({ spec }) => spec?.source?.persistentVolumeName === name,
    ) ||
    kindOf<Node>(objects, "Node").some(
      ({ status }) =>
        (status?.volumesInUse ?? []).includes(unique) ||
        (status?.volumesAttached ?? []).some((attached) => attached.name === unique),
    )
  );
}

/** external-snapshotter pkg/common-controller/snapshot_controller.go isPVCBeingUsed, v8. */
function beingTaken(claim: PersistentVolumeClaim, objects: readonly KubeObject[]): boolean {
  return kindOf<VolumeSnapshot>(objects, "VolumeSnapshot").some(
    ({ metadata, spec, status }) =>
      metadata.namespace === claim.metadata.namespace &&
      spec?.source?.persistentVolumeClaimName === claim.metadata.name &&
      status?.readyToUse !== true,
  );
}

/** external-provisioner pkg/controller/clone_controller.go syncClaim, v5: Pending clones of the claim. */
function beingCloned(source: PersistentVolumeClaim, objects: readonly KubeObject[]): boolean {
  return kindOf<PersistentVolumeClaim>(objects, "PersistentVolumeClaim").some(
    ({ metadata, spec, status }) =>
      metadata.namespace === source.metadata.namespace &&
      spec?.dataSource?.kind === "PersistentVolumeClaim" &&
      spec.dataSource.name === source.metadata.name &&
      status?.phase === "Pending" &&
      metadata.deletionTimestamp === undefined &&
      metadata.name !== source.metadata.name,
  );
}

/** snapshot_controller.go isVolumeBeingCreatedFromSnapshot, v8, where the content points back. */
function beingRestored(snapshot: VolumeSnapshot, objects: readonly KubeObject[]): boolean {
  const bound = snapshot.status?.boundVolumeSnapshotContentName;
  const content = kindOf<VolumeSnapshotContent>(objects, "VolumeSnapshotContent").find(
    ({ metadata }) => metadata.name === bound,
  );
  const ref = content?.spec?.volumeSnapshotRef;
  const { name, namespace, uid } = snapshot.metadata;
  if (ref?.uid !== uid || ref.name !== name || ref.namespace !== namespace) return false;
  return kindOf<PersistentVolumeClaim>(objects, "PersistentVolumeClaim").some(
    ({ metadata, spec, status }) =>
      metadata.namespace === snapshot.metadata.namespace &&
      spec?.dataSource?.kind === "VolumeSnapshot" &&
      spec.dataSource.apiGroup === "snapshot.storage.k8s.io" &&
      spec.dataSource.name === snapshot.metadata.name &&
      status?.phase === "Pending",
  );
}

function hasSnapshot({ spec }: VolumeSnapshotContent, objects: readonly KubeObject[]): boolean {
  const ref = spec?.volumeSnapshotRef;
  return kindOf<VolumeSnapshot>(objects, "VolumeSnapshot").some(
    ({ metadata }) =>
      metadata.namespace === ref?.namespace && metadata.name === ref?.name && metadata.uid === ref?.uid,
  );
}

/** With policy Delete these are all that makes anybody delete the disk. */
export function leaks(object: KubeObject, finalizer: string): boolean {
  if (object.kind !== "PersistentVolume") return false;
  const makers = ["external-provisioner.volume.kubernetes.io/finalizer", "kubernetes.io/pv-controller"];
  const isLast = object.metadata.finalizers?.length === 1;
  const policy = object.spec?.persistentVolumeReclaimPolicy;
  return policy === "Delete" && (isLast || makers.includes(finalizer));
}
