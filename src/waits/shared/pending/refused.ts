import { type ClaimWorld, obstacleOf, type Placing } from "../../../controllers/index.ts";
import { type FoundHold, nameOf } from "../../../engine/index.ts";
import { type Cluster, type PersistentVolumeClaim, type Pod, refOf, say } from "../../../model/index.ts";
import { saidOf } from "../placing.ts";
import { byClaim } from "../pod-start/by-claim.ts";
import { startReasons } from "../pod-start/reasons.ts";
import { sourcesOf } from "../pod-start/sources.ts";
import { noNodeWithVolume } from "./no-node-with-volume.ts";
import { noRoom } from "./no-room.ts";
import type { SchedulingReason } from "./scheduling-reasons.ts";

type Refused = Extract<Placing, { is: "refused" }>;
type Held = FoundHold<SchedulingReason>;

/** The scheduler finds no node for the pod: because of another of its claims, or this one, or for some other reason. */
export function refused(
  claim: PersistentVolumeClaim,
  pod: Pod,
  placing: Refused,
  world: ClaimWorld,
  cluster: Cluster,
): Held {
  return (
    keptByOtherClaim(pod, placing, cluster) ??
    noRoom(claim, pod, placing, world, cluster) ??
    noNodeWithVolume(claim, pod, placing, world, cluster) ??
    noNode(pod, placing)
  );
}

function noNode(pod: Pod, placing: Refused): Held {
  return {
    reason: "PodUnschedulable",
    holder: { object: refOf(pod) },
    isRoot: true,
    message: say`${nameOf(pod)} uses the claim, but the scheduler finds no node for the pod: ${placing.message}`,
    evidence: [saidOf(pod, placing)],
  };
}

/** The scheduler looks at no node before every claim is ready whose volume is not chosen together with the node. */
function keptByOtherClaim(pod: Pod, placing: Refused, cluster: Cluster): Held | undefined {
  const read = obstacleOf(pod, cluster);
  const name = read.read ? read.first?.of.name : undefined;
  const source = sourcesOf(pod, cluster).find(({ claimName }) => claimName === name);
  const [hold] = source === undefined ? [] : byClaim(pod, source, cluster);
  if (hold === undefined || hold.reason === "CouldNotRead") return undefined;
  return {
    ...hold,
    reason: "OtherClaimOfPodNotReady",
    category: hold.category ?? startReasons[hold.reason].category,
    message: say`${nameOf(pod)} uses the claim, but is not scheduled because of another of its claims: ${hold.message}`,
    evidence: [saidOf(pod, placing), ...(hold.evidence ?? [])],
  };
}
