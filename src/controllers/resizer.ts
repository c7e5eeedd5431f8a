import type { PersistentVolumeClaim } from "../model/index.ts";

/**
 * The conditions by which a claim says how far an expansion, or a change of its attributes, has come.
 * kubernetes/kubernetes staging/src/k8s.io/api/core/v1/types.go PersistentVolumeClaimConditionType;
 * kubernetes-csi/external-resizer pkg/controller, v2.2.
 */
export type ResizeCondition =
  | "Resizing"
  | "FileSystemResizePending"
  | "ControllerResizeError"
  | "NodeResizeError"
  | "ModifyVolumeError"
  | "ModifyingVolume";

/** Who has to go on. */
export type ResizeTurn = "external-resizer" | "kubelet" | "nobody";

/** The resizer has no finalizer: an expansion that hangs never keeps a claim or a volume from going. */
export function resizeConditionsOf(claim: PersistentVolumeClaim): readonly ResizeCondition[] {
  return (claim.status?.conditions ?? []).flatMap(({ type, status }) =>
    status === "True" && isResizeCondition(type) ? [type] : [],
  );
}

/** FileSystemResizePending waits for a pod: the kubelet resizes when it mounts. */
export function resizeTurn(conditions: readonly ResizeCondition[]): ResizeTurn {
  if (conditions.includes("FileSystemResizePending") || conditions.includes("NodeResizeError")) {
    return "kubelet";
  }
  return conditions.length > 0 ? "external-resizer" : "nobody";
}

const known: ReadonlySet<string | undefined> = new Set<ResizeCondition>([
  "Resizing",
  "FileSystemResizePending",
  "ControllerResizeError",
  "NodeResizeError",
  "ModifyVolumeError",
  "ModifyingVolume",
]);

function isResizeCondition(type: string | undefined): type is ResizeCondition {
  return known.has(type);
}
