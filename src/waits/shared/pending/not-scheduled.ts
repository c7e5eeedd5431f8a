import type { Cluster } from "../../../cluster/index.ts";
import type { ClaimFacts } from "../../../controllers/index.ts";
import {
  defaultScheduler,
  findMatchingVolumes,
  obstacleOf,
  provisioningOf,
} from "../../../controllers/index.ts";
import type { FoundHold } from "../../../define/index.ts";
import { couldNotRead, isOverdue, lastChange } from "../../../define/index.ts";
import type { Placing } from "../../../evidence/index.ts";
import { lastFailure, placingOf, saidOf, toldIn, withMeaning } from "../../../evidence/index.ts";
import type { PersistentVolumeClaim, Phrase, Pod } from "../../../kubernetes/index.ts";
import { nameOf, refOf, say } from "../../../kubernetes/index.ts";
import { checkController } from "../../../remedies/index.ts";
import { hint, proof } from "../../../report/index.ts";
import { byClaim, sourcesOf } from "../pod-start/by-claim.ts";
import { startReasons } from "../pod-start/reasons.ts";
import { noVolumeFits } from "./matching.ts";
import type { Unplaced } from "./no-node.ts";
import { noNodeWithVolume, noRoom } from "./no-node.ts";
import type { PendingHold, PendingHoldReason, SchedulingReason } from "./reasons.ts";

interface Waiting {
  readonly pod: Pod;
  readonly placing: Placing;
}

/** The class leaves the choice to the scheduler, and no pod that uses the claim has a node. */
export function notScheduled(
  claim: PersistentVolumeClaim,
  pods: readonly Pod[],
  facts: ClaimFacts,
  cluster: Cluster,
): PendingHold | undefined {
  const provisioning = provisioningOf(facts.storageClass);
  // The scheduler asks more of a volume than this (its node), and never less.
  if ("provisioner" in provisioning && provisioning.reason === "ProvisioningFailed") {
    if (findMatchingVolumes(claim, facts.volumes, "immediate").length === 0)
      return noVolumeFits(claim, cluster, provisioning);
  }
  const waiting = pods.map((pod) => ({ pod, placing: placingOf(pod, cluster) }));
  const first = order.flatMap((is) => waiting.find(({ placing }) => placing.is === is) ?? [])[0];
  return first === undefined ? undefined : holdBy(first, claim, facts, cluster);
}

/** Of several pods, the one that says most. */
const order: readonly Placing["is"][] = ["refused", "gated", "unread", "silent"];

function holdBy(
  { pod, placing }: Waiting,
  claim: PersistentVolumeClaim,
  facts: ClaimFacts,
  cluster: Cluster,
): PendingHold {
  const uses = say`${nameOf(pod)} uses the claim`;
  switch (placing.is) {
    case "refused":
      return refused({ claim, pod, placing }, facts, cluster);
    case "gated":
      return {
        ...byPod(
          pod,
          "PodSchedulingGated",
          say`${uses} and has scheduling gates: it is scheduled only after their owners have removed the last one`,
        ),
        evidence: [saidOf(pod, placing)],
      };
    case "unread":
      return couldNotRead(placing.unread);
    case "silent":
      return isOverdue([pod], cluster)
        ? unseen(pod, uses)
        : byPod(pod, "WaitsForScheduling", say`${uses} and is not scheduled yet`);
  }
}

function unseen(pod: Pod, uses: Phrase): PendingHold {
  const { schedulerName = defaultScheduler } = pod.spec ?? {};
  return {
    ...byPod(
      pod,
      "SchedulerSilent",
      say`${uses}, but for more than five minutes the pod's scheduler (${schedulerName}) has neither given it a node nor said why not`,
    ),
    evidence: [hint(pod, "metadata", `last changed ${lastChange(pod) ?? "at an unknown time"}`)],
    remedies: [checkController(pod, { controller: schedulerName })],
  };
}

/** The pod waits for this very claim; what else keeps it from a node is what the scheduler says. */
function byPod(pod: Pod, reason: PendingHoldReason, message: Phrase): PendingHold {
  const evidence = [proof(pod, "spec.nodeName", pod.spec?.nodeName)];
  return { reason, holder: { object: refOf(pod) }, isRoot: true, message, evidence };
}

/** The scheduler finds no node for the pod: because of another of its claims, or this one, or for some other reason. */
function refused(unplaced: Unplaced, facts: ClaimFacts, cluster: Cluster): FoundHold<SchedulingReason> {
  return (
    keptByOtherClaim(unplaced, cluster) ??
    noRoom(unplaced, facts, cluster) ??
    noNodeWithVolume(unplaced, facts, cluster) ??
    noNode(unplaced, facts, cluster)
  );
}

function noNode(
  { claim, pod, placing }: Unplaced,
  { storageClass }: ClaimFacts,
  cluster: Cluster,
): FoundHold<SchedulingReason> {
  const failed = toldIn(lastFailure(refOf(claim), "create-disk", cluster))?.message;
  const driver = storageClass?.provisioner ?? "";
  return {
    reason: failed === undefined ? "PodUnschedulable" : "NoOtherNodeAfterFailure",
    holder: { object: refOf(pod) },
    isRoot: true,
    message: say`${nameOf(pod)} uses the claim, but the scheduler finds no node for the pod: ${placing.message}${failed === undefined ? [] : say`; ${withMeaning(tried, failed, driver, "no disk yet")}`}`,
    evidence: [saidOf(pod, placing), ...(failed === undefined ? [] : [hint(claim, "event", failed)])],
  };
}

/**
 * The provisioner takes the node off the claim where it found no room there, so that the scheduler tries another one.
 * kubernetes-csi/external-provisioner pkg/controller/controller.go checkError, ProvisioningReschedule, v6.3.
 */
const tried = say`before that, the driver could not create the volume on the node that was chosen`;

/** The scheduler looks at no node before every claim is ready whose volume is not chosen together with the node. */
function keptByOtherClaim(
  { pod, placing }: Unplaced,
  cluster: Cluster,
): FoundHold<SchedulingReason> | undefined {
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
