import type { KubeObject, PersistentVolume, PersistentVolumeClaim } from "../../../src/model/index.ts";

/** What of a claim or a volume a prediction must get right. */
export function stateOf(object: KubeObject | undefined): string {
  if (object === undefined) return "gone";
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  const { spec, status } = object as PersistentVolume & PersistentVolumeClaim;
  return [
    `${status?.phase}${deletionTimestamp === undefined ? "" : ", deleted"}`,
    `finalizers: ${[...finalizers].sort().join(" ")}`,
    ...(object.kind === "PersistentVolume" ? [`claimRef: ${claimRef(spec?.claimRef)}`] : []),
    ...(object.kind === "PersistentVolumeClaim" ? [`volumeName: ${spec?.volumeName ?? ""}`] : []),
  ].join("; ");
}

function claimRef(ref: NonNullable<PersistentVolume["spec"]>["claimRef"]): string {
  return ref === undefined ? "none" : `${ref.namespace}/${ref.name} ${ref.uid ?? "without uid"}`;
}

/** What else there is to know of it, for a person who looks into a disagreement. */
export function circumstances(object: KubeObject): string {
  const { spec } = object as PersistentVolume & PersistentVolumeClaim;
  const { persistentVolumeReclaimPolicy: policy, hostPath, local, nfs, csi } = spec ?? {};
  const known = { annotations: object.metadata.annotations, policy, hostPath, local, nfs, csi };
  return JSON.stringify(known);
}
