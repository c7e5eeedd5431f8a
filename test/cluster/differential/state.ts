import { annotationNames } from "../../../src/controllers/index.ts";
import { phaseOf } from "../../../src/define/index.ts";
import type {
  AnyObject,
  KubeObject,
  PersistentVolume,
  VolumeSnapshot,
  VolumeSnapshotContent,
} from "../../../src/kubernetes/index.ts";
import { annotationOf } from "../../../src/kubernetes/index.ts";

/** What of an object a prediction must get right. */
export function stateOf(object: KubeObject | undefined): string {
  if (object === undefined) return "gone";
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  const phase = phaseOf(object);
  return [
    deletionTimestamp === undefined ? "kept" : "deleted",
    `finalizers: ${[...finalizers].sort().join(" ")}`,
    ...owners(object),
    `annotations: ${bindingMarks(object).join(" ")}`,
    ...(phase === undefined ? [] : [`phase: ${phase}`]),
    ...(object.kind === "PersistentVolume" ? [`claimRef: ${claimRef(object.spec?.claimRef)}`] : []),
    ...(object.kind === "PersistentVolumeClaim" ? [`volumeName: ${object.spec?.volumeName ?? ""}`] : []),
    ...(object.kind === "VolumeSnapshot" || object.kind === "VolumeSnapshotContent"
      ? ofSnapshot(object)
      : []),
  ].join("; ");
}

function owners({ metadata: { ownerReferences = [] } }: KubeObject): readonly string[] {
  const names = ownerReferences.map(({ kind, name, uid }) => `${kind} ${name} ${uid}`);
  return names.length === 0 ? [] : [`owners: ${names.sort().join(", ")}`];
}

/** What the PV controller decides by later. */
function bindingMarks(object: AnyObject): readonly string[] {
  const { bindCompleted, boundByController } = annotationNames;
  return [bindCompleted, boundByController].filter((name) => annotationOf(object, name) !== undefined);
}

function claimRef(ref: NonNullable<PersistentVolume["spec"]>["claimRef"]): string {
  return ref === undefined ? "none" : `${ref.namespace}/${ref.name} ${ref.uid ?? "without uid"}`;
}

/** The sign that a snapshot is being made comes and goes with each try. */
function ofSnapshot({ metadata, status }: VolumeSnapshot | VolumeSnapshotContent): readonly string[] {
  const isDoomed = metadata.annotations?.[annotationNames.snapshotBeingDeleted] !== undefined;
  return [...(isDoomed ? ["being deleted"] : []), status?.readyToUse === true ? "ready" : "not ready"];
}

type Fields = Readonly<Record<string, unknown>>;

/** What else there is to know of it, for a person who looks into a disagreement. */
export function circumstances(object: KubeObject): string {
  const spec: Fields = "spec" in object ? { ...object.spec } : {};
  const status: Fields = "status" in object ? { ...object.status } : {};
  const { persistentVolumeReclaimPolicy: policy, hostPath, local, nfs, csi, nodeName } = spec;
  const { annotations } = object.metadata;
  return JSON.stringify({
    annotations,
    policy,
    hostPath,
    local,
    nfs,
    csi,
    nodeName,
    attached: status.attached,
    ...(object.kind === "PersistentVolumeClaim" ? { dataSource: spec.dataSource } : {}),
    ...(object.kind.startsWith("VolumeSnapshot") ? { spec, status } : {}),
  });
}
