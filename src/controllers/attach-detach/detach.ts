import type { Node } from "../../model/index.ts";
import { isNodeReady, isOutOfService } from "../node-state.ts";

export interface DetachFacts {
  /** What `node.status.volumesInUse` says. */
  readonly mount: "reported" | "not reported";
  readonly node: Node | "missing";
}

/**
 * Would the attach-detach controller delete the attachment of a volume that no pod on the node wants? `later`: on its
 * own, once six minutes are over, unless its flag `--disable-force-detach-on-timeout` is set. A node that is out of
 * service is not asked whether it is Ready.
 * kubernetes/kubernetes pkg/controller/volume/attachdetach/reconciler/reconciler.go reconcile, 1.36.
 */
export function detachVerdict({ mount, node }: DetachFacts): "no" | "later" | "now" {
  if (mount === "not reported") return "now";
  if (node === "missing") return "later";
  if (isOutOfService(node)) return "now";
  return isNodeReady(node) ? "no" : "later";
}
