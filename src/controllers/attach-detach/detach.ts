import type { Node, PersistentVolume } from "../../model/index.ts";
import { isNodeReady, isOutOfService } from "../node-state.ts";
import { attachDriver, volumeBackend } from "../volume-source.ts";

/** How long a volume on a node that is not Ready may count as mounted: maxWaitForUnmountDuration. */
export const forceDetachAfterSeconds = 360;

export interface DetachFacts {
  /** Whether a pod on the node still wants the volume. */
  readonly volume: "wanted" | "unwanted";
  /** What `node.status.volumesInUse` says. */
  readonly mount: "reported" | "not reported";
  readonly node: Node | "missing";
  /** Since the first try to detach. Kept in memory: a restart of kube-controller-manager starts it anew. */
  readonly waitedSeconds: number;
  /** The flag `--disable-force-detach-on-timeout`, since 1.30. */
  readonly forceDetachOnTimeout?: "on" | "off";
}

export type DetachVerdict =
  | { readonly detach: "no"; readonly because: "wanted" | "mounted" }
  /** On its own, once the time is over. */
  | { readonly detach: "later"; readonly because: "node not Ready"; readonly inSeconds: number }
  | { readonly detach: "now"; readonly because: "unmounted" | "out of service" | "timeout" };

/**
 * Would the attach-detach controller delete the attachment? A node that is out of service is not asked whether it is
 * Ready.
 * kubernetes/kubernetes pkg/controller/volume/attachdetach/reconciler/reconciler.go reconcile, 1.36.
 */
export function detachVerdict(facts: DetachFacts): DetachVerdict {
  if (facts.volume === "wanted") return { detach: "no", because: "wanted" };
  if (facts.mount === "not reported") return { detach: "now", because: "unmounted" };
  const { node, waitedSeconds, forceDetachOnTimeout = "on" } = facts;
  if (node !== "missing" && isOutOfService(node)) return { detach: "now", because: "out of service" };
  const isHealthy = node !== "missing" && isNodeReady(node);
  if (isHealthy || forceDetachOnTimeout === "off") return { detach: "no", because: "mounted" };
  const left = forceDetachAfterSeconds - waitedSeconds;
  return left > 0
    ? { detach: "later", because: "node not Ready", inSeconds: left }
    : { detach: "now", because: "timeout" };
}

/**
 * Does the node report the volume as mounted? The handle of a migrated volume is translated, so that only its last part
 * can be compared.
 * kubernetes/kubernetes pkg/volume/util/util.go GetUniqueVolumeName, pkg/volume/csi/csi_plugin.go GetVolumeName, 1.36.
 */
export function isVolumeInUse(node: Node, volume: PersistentVolume): boolean {
  const backend = volumeBackend(volume);
  const driver = attachDriver(volume);
  if (driver === undefined || !("handle" in backend)) return false;
  const prefix = `kubernetes.io/csi/${driver}^`;
  const inUse = (node.status?.volumesInUse ?? []).filter((name) => name.startsWith(prefix));
  if (backend.type === "csi") return inUse.includes(`${prefix}${backend.handle}`);
  const lastPart = (handle: string) =>
    handle.slice(Math.max(handle.lastIndexOf("/"), handle.lastIndexOf("^")) + 1);
  return inUse.some((name) => lastPart(name) === lastPart(backend.handle));
}
