import { podUsesClaimForDeletion } from "../../../controllers/index.ts";
import { nameOf, type Remark } from "../../../engine/index.ts";
import { type Cluster, isTerminating, join, type Pod, refOf, say } from "../../../model/index.ts";
import type { StartReason } from "./reasons.ts";
import { sourcesOf } from "./sources.ts";

/** Said of a pod with which nothing is wrong: its end is that of a claim. */
export function goesWithPod(pod: Pod, cluster: Cluster): Remark<StartReason> | undefined {
  if (isTerminating(pod)) return undefined;
  const claims = sourcesOf(pod, cluster).flatMap(({ claim }) =>
    claim.state === "found" && isTerminating(claim.object) && podUsesClaimForDeletion(pod, claim.object)
      ? [claim.object]
      : [],
  );
  if (claims.length === 0) return undefined;
  const names = join(
    claims.map((claim) => nameOf(refOf(claim))),
    " and ",
  );
  return {
    reason: "ClaimGoesWithPod",
    message: say`${names} ${claims.length === 1 ? say`is` : say`are`} being deleted, and ${claims.length === 1 ? say`stays` : say`stay`} only as long as a pod uses ${claims.length === 1 ? say`it` : say`them`}`,
    avoid: [
      {
        step: say`delete the pod while you still need the data`,
        because: say`after the last pod the claim is deleted, and with policy Delete its data is lost; no new pod can start on it`,
      },
    ],
  };
}
