import { annotationNames } from "../../../src/controllers/index.ts";
import type {
  KubeObject,
  PersistentVolume,
  PersistentVolumeClaim,
  VolumeAttachment,
  VolumeSnapshot,
  VolumeSnapshotContent,
} from "../../../src/kubernetes/index.ts";

type OfAnyKind<O extends KubeObject> = Omit<O, "kind">;
type Planted = OfAnyKind<PersistentVolume> & OfAnyKind<PersistentVolumeClaim> & OfAnyKind<VolumeAttachment>;
type Snapped = OfAnyKind<VolumeSnapshot> & OfAnyKind<VolumeSnapshotContent>;

/** What of an object a prediction must get right. */
export function stateOf(object: KubeObject | undefined): string {
  if (object === undefined) return "gone";
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  const { spec, status } = object as Planted;
  return [
    deletionTimestamp === undefined ? "kept" : "deleted",
    `finalizers: ${[...finalizers].sort().join(" ")}`,
    ...owners(object),
    `annotations: ${bindingMarks(object).join(" ")}`,
    ...(status?.phase === undefined ? [] : [`phase: ${status.phase}`]),
    ...(object.kind === "PersistentVolume" ? [`claimRef: ${claimRef(spec?.claimRef)}`] : []),
    ...(object.kind === "PersistentVolumeClaim" ? [`volumeName: ${spec?.volumeName ?? ""}`] : []),
    ...(object.kind.startsWith("VolumeSnapshot") ? ofSnapshot(object as Snapped) : []),
  ].join("; ");
}

function owners({ metadata: { ownerReferences = [] } }: KubeObject): readonly string[] {
  const names = ownerReferences.map(({ kind, name, uid }) => `${kind} ${name} ${uid}`);
  return names.length === 0 ? [] : [`owners: ${names.sort().join(", ")}`];
}

/** What the PV controller decides by later. */
function bindingMarks({ metadata: { annotations = {} } }: KubeObject): readonly string[] {
  const { bindCompleted, boundByController } = annotationNames;
  return [bindCompleted, boundByController].filter((name) => annotations[name] !== undefined);
}

function claimRef(ref: NonNullable<PersistentVolume["spec"]>["claimRef"]): string {
  return ref === undefined ? "none" : `${ref.namespace}/${ref.name} ${ref.uid ?? "without uid"}`;
}

/** The sign that a snapshot is being made comes and goes with each try. */
function ofSnapshot({ metadata, status }: Snapped): readonly string[] {
  const isDoomed = metadata.annotations?.[annotationNames.snapshotBeingDeleted] !== undefined;
  return [...(isDoomed ? ["being deleted"] : []), status?.readyToUse === true ? "ready" : "not ready"];
}

/** What else there is to know of it, for a person who looks into a disagreement. */
export function circumstances(object: KubeObject): string {
  const { spec, status } = object as Planted;
  const { persistentVolumeReclaimPolicy: policy, hostPath, local, nfs, csi, nodeName } = spec ?? {};
  const { annotations } = object.metadata;
  return JSON.stringify({
    annotations,
    policy,
    hostPath,
    local,
    nfs,
    csi,
    nodeName,
    attached: status?.attached,
    ...(object.kind === "PersistentVolumeClaim" ? { dataSource: spec?.dataSource } : {}),
    ...(object.kind.startsWith("VolumeSnapshot") ? { spec, status } : {}),
  });
}
