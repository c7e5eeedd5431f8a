import type { Node } from "../../model/index.ts";
import { forcedDetachAfter, isNodeReady, isOutOfService } from "../node-state.ts";

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
  const left = forcedDetachAfter - waitedSeconds;
  return left > 0
    ? { detach: "later", because: "node not Ready", inSeconds: left }
    : { detach: "now", because: "timeout" };
}
