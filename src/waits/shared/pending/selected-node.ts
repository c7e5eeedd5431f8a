import { annotationNames, latestEvent, nodeNamed } from "../../../controllers/index.ts";
import { couldNotRead, type FoundHold } from "../../../engine/index.ts";
import {
  annotationOf,
  type Cluster,
  type PersistentVolumeClaim,
  proof,
  refOf,
  say,
} from "../../../model/index.ts";
import type { PendingHoldReason } from "./reasons.ts";

/** A claim that waits for a node that is gone waits for nothing else. */
export function brokenPromise(
  claim: PersistentVolumeClaim,
  cluster: Cluster,
): FoundHold<PendingHoldReason | "CouldNotRead"> | undefined {
  const name = annotationOf(claim, annotationNames.selectedNode) ?? "";
  if (name === "" || (claim.spec?.volumeName ?? "") !== "") return undefined;
  const node = cluster.get("v1/nodes", name);
  if (node.state === "unread") return couldNotRead(node.unread);
  if (node.state === "found") return undefined;
  const on = refOf(claim);
  const attempt = latestEvent(on, ["ProvisioningFailed"], cluster);
  const words = attempt.state === "found" ? (attempt.object.message ?? "") : "";
  return {
    reason: "SelectedNodeGone",
    holder: { missing: nodeNamed(name) },
    message: say`node ${name} was selected for the claim, but no longer exists${words === "" ? [] : say`; the last attempt reported: ${words}`}`,
    evidence: [proof(on, `metadata.annotations["${annotationNames.selectedNode}"]`, name)],
    remedies: [{ remedy: "remove-selected-node", on }],
    avoid: [
      {
        step: say`delete only the pod`,
        because: say`the selected node stays recorded on the claim, and the next pod would be sent to ${name} again`,
      },
    ],
  };
}
