import {
  annotationNames,
  type ClaimSync,
  type ClaimWorld,
  isPodFinished,
  isPodScheduled,
  latestEvent,
  type PendingReason,
  storageClassNameOf,
} from "../../../controllers/index.ts";
import { couldNotRead, type FoundHold, nameOf } from "../../../engine/index.ts";
import {
  type Cluster,
  hint,
  type PersistentVolumeClaim,
  type Pod,
  proof,
  refOf,
  say,
} from "../../../model/index.ts";
import { noVolumeFits, storageClassMissing } from "./matching.ts";
import { claimedByOther, volumeMismatch, volumeNotFound } from "./named.ts";
import { provisioningHold } from "./provisioning.ts";
import type { PendingHoldReason } from "./reasons.ts";

type PendingHold = FoundHold<PendingHoldReason | "CouldNotRead">;

/** Why the PV controller leaves a claim Pending, in the words of what a person can do about it. */
export function pendingHold(
  claim: PersistentVolumeClaim,
  sync: ClaimSync,
  world: ClaimWorld,
  cluster: Cluster,
): PendingHold {
  switch (sync.result) {
    case "Bound":
    case "bind":
    case "bind one":
    case "Lost":
    case "error":
      return aboutToBind(sync);
    case "Pending":
      return pendingBecause(claim, sync.because, world, cluster);
  }
}

function aboutToBind(sync: ClaimSync): PendingHold {
  const holder = { controller: "persistentvolume-controller" };
  switch (sync.result) {
    case "bind":
      return {
        reason: "AboutToBind",
        holder,
        message: say`${nameOf(refOf(sync.volume))} fits: the PV controller binds it next`,
      };
    case "bind one": {
      const names = sync.volumes.map(({ metadata }) => metadata.name).sort();
      return {
        reason: "AboutToBind",
        holder,
        message: say`the PV controller binds one of these volumes next, and nothing says which: ${names.join(", ")}`,
      };
    }
    case "Bound":
    case "Lost":
    case "error":
    case "Pending":
      return {
        reason: "AboutToBind",
        holder,
        message: say`the PV controller has to bring it up to date`,
      };
  }
}

function pendingBecause(
  claim: PersistentVolumeClaim,
  because: PendingReason,
  world: ClaimWorld,
  cluster: Cluster,
): PendingHold {
  switch (because.reason) {
    case "VolumeNotFound":
      return volumeNotFound(claim);
    case "VolumeMismatch":
      return volumeMismatch(claim, world.named, because.mismatch);
    case "VolumeClaimedByOther":
      return claimedByOther(claim, world.named);
    case "WaitForFirstConsumer":
      return firstConsumer(claim, world.pods);
    case "WaitForPodScheduled":
      return podScheduled(because.pods, cluster);
    case "NoVolumeAndNoClass":
      return noVolumeFits(claim, cluster);
    case "DefaultClassAssigned":
      return {
        reason: "DefaultClassComesNext",
        holder: { controller: "persistentvolume-controller" },
        message: say`the default StorageClass ${because.storageClass} is filled in next`,
      };
    case "ProvisioningFailed":
      return because.because === "class missing"
        ? storageClassMissing(claim, storageClassNameOf(claim), cluster)
        : noVolumeFits(claim, cluster, because.provisioner);
    case "ExternalProvisioning":
      return provisioningHold(claim, because.provisioner, cluster);
  }
}

function firstConsumer(claim: PersistentVolumeClaim, pods: readonly Pod[]): PendingHold {
  const bypassing = pods.find((pod) => isPodScheduled(pod) && !isPodFinished(pod));
  if (bypassing === undefined) {
    return {
      reason: "WaitsForFirstPod",
      holder: { person: "owner" },
      message: say`this is normal: its StorageClass waits for the first pod that uses the claim, and there is none`,
      evidence: [proof(refOf(claim), "spec.storageClassName", storageClassNameOf(claim))],
      avoid: [
        {
          step: say`switching the StorageClass to Immediate`,
          because: say`the volume could then be made in a zone where the pod cannot run`,
        },
      ],
    };
  }
  return {
    reason: "PodBypassesScheduler",
    holder: { object: refOf(bypassing) },
    isRoot: true,
    message: say`${nameOf(refOf(bypassing))} was put on node ${bypassing.spec?.nodeName ?? ""} past the scheduler, so nobody chose a node for the claim`,
    evidence: [
      proof(refOf(bypassing), "spec.nodeName", bypassing.spec?.nodeName),
      proof(refOf(claim), `metadata.annotations["${annotationNames.selectedNode}"]`, null),
    ],
    remedies: [{ remedy: "delete-pod", on: refOf(bypassing) }],
  };
}

function podScheduled(pods: readonly Pod[], cluster: Cluster): PendingHold {
  const [pod] = pods;
  if (pod === undefined) return aboutToBind({ result: "Bound" });
  const event = latestEvent(refOf(pod), ["FailedScheduling"], cluster);
  if (event.state === "unread") return couldNotRead(event.unread);
  const why = event.state === "found" ? say`: ${event.object.message ?? ""}` : [];
  return {
    reason: "WaitsForScheduling",
    holder: { object: refOf(pod) },
    // The pod waits for this very claim; what else keeps it from a node is what the scheduler says.
    isRoot: true,
    message: say`${nameOf(refOf(pod))} uses it and is not scheduled yet${why}`,
    evidence: event.state === "found" ? [hint(refOf(pod), "event", event.object.message)] : [],
  };
}
