import type { Node } from "../../kubernetes/index.ts";
import { hint } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { weigh } from "../answer.ts";

/**
 * Is the machine of a node off? The cloud's controller marks a node that is not Ready when the cloud says that its machine is shut
 * down. It takes the mark off when the node is Ready again, so that the machine may have been started since.
 * kubernetes/cloud-provider controllers/nodelifecycle/node_lifecycle_controller.go MonitorNodes, 1.36.
 */
export function machineOff(node: Node): Answer {
  const mark = node.spec?.taints?.find(({ key }) => key === "node.cloudprovider.kubernetes.io/shutdown");
  return mark === undefined ? weigh([]) : weigh([hint(node, "spec.taints", mark.key)]);
}
