import type { Cluster } from "../../../cluster/index.ts";
import type { ClaimFacts, ClaimSync, PendingReason } from "../../../controllers/index.ts";
import { annotationNames, isPodOnNode, storageClassNameOf } from "../../../controllers/index.ts";
import { couldNotRead, isOverdue, lastChange } from "../../../define/index.ts";
import { consumerComes, consumerOf, evidenceAgainst, whoWouldUse } from "../../../evidence/index.ts";
import type {
  PersistentVolume,
  PersistentVolumeClaim,
  Phrase,
  Pod,
  StorageClass,
} from "../../../kubernetes/index.ts";
import { nameOf, refOf, say, secondsSince } from "../../../kubernetes/index.ts";
import { checkController, recreateClaim, schedulePod, startConsumer } from "../../../remedies/index.ts";
import type { RemedyCall } from "../../../report/index.ts";
import { hint, proof } from "../../../report/index.ts";
import { storageClassMissing } from "./class-missing.ts";
import { isClassOfVolumes, noVolumeFits } from "./matching.ts";
import { claimedByOther, reservedInVain, volumeMismatch, volumeNotFound } from "./named.ts";
import { notScheduled } from "./not-scheduled.ts";
import { actsAllTheSame, provisioningHold } from "./provisioning.ts";
import type { PendingHold } from "./reasons.ts";

/** Why the PV controller leaves a claim Pending, in the words of what a person can do about it. */
export function pendingHold(
  claim: PersistentVolumeClaim,
  sync: ClaimSync,
  facts: ClaimFacts,
  cluster: Cluster,
): PendingHold {
  switch (sync.result) {
    case "bind":
      return binding(claim, [sync.volume], cluster);
    case "bind one":
      return binding(claim, sync.volumes, cluster);
    case "error":
      // The PV controller treats it as an internal error, and keeps retrying.
      return claimedByOther(claim, facts.named);
    case "Bound":
    case "Lost":
      return upToDate(claim);
    case "Pending":
      return pendingBecause(claim, sync.because, facts, cluster);
  }
}

const binder = { controller: "persistentvolume-controller" } as const;

function upToDate(claim: PersistentVolumeClaim): PendingHold {
  return {
    reason: "AboutToBind",
    holder: binder,
    message: say`the PV controller has to update the claim`,
    evidence: [proof(claim, "status.phase", claim.status?.phase)],
  };
}

function binding(
  claim: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[],
  cluster: Cluster,
): PendingHold {
  const names = volumes.map(({ metadata }) => metadata.name).sort();
  const fits =
    names.length === 1
      ? say`pv/${names.join("")} fits`
      : say`each of these volumes fits (${names.join(", ")})`;
  if (isOverdue([claim, ...volumes], cluster)) return bindingOverdue(claim, volumes, fits);
  return {
    reason: "AboutToBind",
    holder: binder,
    message:
      names.length === 1
        ? say`${fits}: the PV controller will bind it next`
        : say`the PV controller will bind one of these volumes next, but which one is unknown: ${names.join(", ")}`,
    evidence: [
      proof(claim, "status.phase", claim.status?.phase),
      ...volumes.map((volume) => proof(volume, "status.phase", volume.status?.phase)),
    ],
  };
}

function bindingOverdue(
  claim: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[],
  fits: Phrase,
): PendingHold {
  const [volume] = volumes;
  return {
    reason: "BindingOverdue",
    holder: binder,
    message: say`${fits}, but the PV controller has not bound one for more than five minutes (normally seconds): it does not act, or something that pvguard does not see prevents it`,
    evidence: [
      proof(claim, "status.phase", claim.status?.phase),
      hint(claim, "metadata", `last changed ${lastChange(claim) ?? "at an unknown time"}`),
      ...(volume === undefined
        ? []
        : [hint(volume, "metadata", `last changed ${lastChange(volume) ?? "at an unknown time"}`)]),
    ],
    remedies: [checkManager(claim)],
    avoid: {
      step: say`write the volume's claimRef, or the claim's annotations, manually as if they were bound`,
      because: say`a pair that is only half bound becomes Lost or Released when the PV controller acts again`,
    },
  };
}

function checkManager(claim: PersistentVolumeClaim): RemedyCall {
  return checkController(claim, { controller: "kube-controller-manager" });
}

function pendingBecause(
  claim: PersistentVolumeClaim,
  because: PendingReason,
  facts: ClaimFacts,
  cluster: Cluster,
): PendingHold {
  switch (because.reason) {
    case "VolumeNotFound":
      return volumeNotFound(claim);
    case "VolumeMismatch":
      return volumeMismatch(claim, facts.named, because.mismatch);
    case "VolumeClaimedByOther":
      return claimedByOther(claim, facts.named);
    case "WaitForFirstConsumer":
      return firstConsumer(claim, facts.pods, cluster);
    case "WaitForPodScheduled":
      return notScheduled(claim, because.pods, facts, cluster) ?? upToDate(claim);
    case "NoVolumeAndNoClass":
      return reservedInVain(claim, facts.volumes) ?? noVolumeFits(claim, cluster, "no class");
    case "DefaultClassAssigned":
      return defaultClass(claim, facts.defaultClass, because.storageClass, cluster);
    case "ProvisioningFailed":
      return reservedInVain(claim, facts.volumes) ?? nothingMakesOne(claim, because, cluster);
    case "ExternalProvisioning":
      return provisioningHold(claim, because.provisioner, cluster);
  }
}

function nothingMakesOne(
  claim: PersistentVolumeClaim,
  because: Extract<PendingReason, { reason: "ProvisioningFailed" }>,
  cluster: Cluster,
): PendingHold {
  if (because.because === "no plugin")
    return actsAllTheSame(claim, because.provisioner, cluster) ?? noVolumeFits(claim, cluster, because);
  return isClassOfVolumes(claim, cluster)
    ? noVolumeFits(claim, cluster, "class missing")
    : storageClassMissing(claim, storageClassNameOf(claim), cluster);
}

function defaultClass(
  claim: PersistentVolumeClaim,
  storageClass: StorageClass | undefined,
  name: string,
  cluster: Cluster,
): PendingHold {
  return storageClass !== undefined && isOverdue([claim, storageClass], cluster)
    ? {
        reason: "DefaultClassOverdue",
        holder: binder,
        message: say`${name} is the default StorageClass, but the PV controller has not filled it in (normally within seconds): this cluster is older than Kubernetes 1.26, or that controller does not act`,
        evidence: [proof(claim, "spec.storageClassName", null)],
        remedies: [
          checkManager(claim),
          recreateClaim(claim, { change: `Set spec.storageClassName: ${name}` }),
        ],
      }
    : {
        reason: "DefaultClassComesNext",
        holder: binder,
        message: say`the default StorageClass ${name} will be filled in next`,
        evidence: [proof(claim, "spec.storageClassName", null)],
      };
}

function firstConsumer(claim: PersistentVolumeClaim, pods: readonly Pod[], cluster: Cluster): PendingHold {
  const bypassing = pods.find(isPodOnNode);
  if (bypassing === undefined) return withoutPod(claim, cluster);
  return {
    reason: "PodBypassesScheduler",
    holder: { object: refOf(bypassing) },
    isRoot: true,
    message: say`${nameOf(bypassing)} was placed on node ${bypassing.spec?.nodeName ?? ""} without the scheduler, so no node was chosen for the claim`,
    evidence: [
      proof(bypassing, "spec.nodeName", bypassing.spec?.nodeName),
      proof(claim, `metadata.annotations["${annotationNames.selectedNode}"]`, null),
    ],
    remedies: [schedulePod(bypassing)],
  };
}

/** A claim may be this old, in seconds, before it counts that no workload names it. */
const patience = 86_400;

function withoutPod(claim: PersistentVolumeClaim, cluster: Cluster): PendingHold {
  const comes = consumerComes(claim, cluster);
  if (comes.is === "unread") return couldNotRead(comes.unread);
  const base = {
    holder: { person: "owner" },
    evidence: [proof(claim, "spec.storageClassName", storageClassNameOf(claim)), ...evidenceAgainst(comes)],
    avoid: {
      step: say`switch the StorageClass to Immediate`,
      because: say`the volume could then be created in a zone where the pod cannot run`,
    },
  } as const;
  const isYoung = (secondsSince(claim.metadata.creationTimestamp, cluster.now) ?? 0) < patience;
  if (comes.is === "refuted" && !(isYoung && comes.by === undefined)) {
    return {
      ...base,
      reason: "NoPodWillUseClaim",
      message: say`the StorageClass waits for the first pod that uses the claim, and none will come without action: ${whoWouldUse(comes)}`,
      remedies: [startConsumer(claim, consumerOf(comes))],
    };
  }
  return {
    ...base,
    reason: "WaitsForFirstPod",
    message: say`this is normal: the StorageClass waits for the first pod that uses the claim, and there is none yet${comes.by === undefined ? [] : say` (${whoWouldUse(comes)})`}`,
  };
}
