import { annotationNames } from "../../../src/controllers/index.ts";
import type {
  KubeObject,
  PersistentVolume,
  PersistentVolumeClaim,
  VolumeAttachment,
} from "../../../src/model/index.ts";

type Planted = PersistentVolume & PersistentVolumeClaim & VolumeAttachment;

/** What of an object a prediction must get right. */
export function stateOf(object: KubeObject | undefined): string {
  if (object === undefined) return "gone";
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  const { spec, status } = object as Planted;
  return [
    deletionTimestamp === undefined ? "kept" : "deleted",
    `finalizers: ${[...finalizers].sort().join(" ")}`,
    `annotations: ${bindingMarks(object).join(" ")}`,
    ...(object.kind === "VolumeAttachment" ? [] : [`phase: ${status?.phase}`]),
    ...(object.kind === "PersistentVolume" ? [`claimRef: ${claimRef(spec?.claimRef)}`] : []),
    ...(object.kind === "PersistentVolumeClaim" ? [`volumeName: ${spec?.volumeName ?? ""}`] : []),
  ].join("; ");
}

/** What the PV controller decides by later. */
function bindingMarks({ metadata: { annotations = {} } }: KubeObject): readonly string[] {
  const { bindCompleted, boundByController } = annotationNames;
  return [bindCompleted, boundByController].filter((name) => annotations[name] !== undefined);
}

function claimRef(ref: NonNullable<PersistentVolume["spec"]>["claimRef"]): string {
  return ref === undefined ? "none" : `${ref.namespace}/${ref.name} ${ref.uid ?? "without uid"}`;
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
  });
}
