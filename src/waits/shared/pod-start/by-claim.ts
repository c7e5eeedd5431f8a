import { claimNamed, reclaimPolicyOf, volumeHandleOf, volumeIsForPod } from "../../../controllers/index.ts";
import { couldNotRead, type FoundHold, nameOf } from "../../../engine/index.ts";
import {
  type Cluster,
  controllerOf,
  isTerminating,
  join,
  type PersistentVolumeClaim,
  type Pod,
  proof,
  refOf,
  say,
  words,
} from "../../../model/index.ts";
import { formerVolumes, formerWords } from "./former-volumes.ts";
import { notMade } from "./not-made.ts";
import type { StartReason } from "./reasons.ts";
import type { ClaimSource } from "./sources.ts";

export type StartHold = FoundHold<StartReason | "CouldNotRead">;

/** What a claim has against its pod. A pod that runs is held by nothing, but may never start again. */
export function byClaim(pod: Pod, source: ClaimSource, cluster: Cluster): readonly StartHold[] {
  switch (source.claim.state) {
    case "unread":
      return [couldNotRead(source.claim.unread)];
    case "absent":
      return pod.status?.phase === "Pending"
        ? [absent(pod, source, cluster)]
        : [goneUnderPod(pod, source, cluster)];
    case "found":
      return pod.status?.phase === "Pending"
        ? pending(pod, source, source.claim.object)
        : running(source.claim.object);
  }
}

function running(claim: PersistentVolumeClaim): readonly StartHold[] {
  return claim.status?.phase === "Lost" ? [isLost(claim)] : [];
}

function pending(pod: Pod, source: ClaimSource, claim: PersistentVolumeClaim): readonly StartHold[] {
  if (source.volume.ephemeral !== undefined && !volumeIsForPod(pod, claim)) return [ofAnother(claim)];
  if (isTerminating(claim)) return [beingDeleted(pod, claim)];
  if (claim.status?.phase === "Lost") return [isLost(claim)];
  if (claim.status?.phase === "Bound") return [];
  return [
    {
      reason: "ClaimNotBound",
      holder: { object: refOf(claim) },
      message: say`${nameOf(refOf(claim))} is not bound yet`,
      evidence: [proof(refOf(claim), "status.phase", claim.status?.phase)],
    },
  ];
}

function beingDeleted(pod: Pod, claim: PersistentVolumeClaim): StartHold {
  return {
    reason: "ClaimBeingDeleted",
    holder: { object: refOf(claim) },
    message: isOfStatefulSet(pod)
      ? say`${nameOf(refOf(claim))} is being deleted; after that the pod must be deleted too, so that its StatefulSet creates both again`
      : say`${nameOf(refOf(claim))} is being deleted, and no pod can start on it now`,
    evidence: [proof(refOf(claim), "metadata.deletionTimestamp", claim.metadata.deletionTimestamp)],
  };
}

function isLost(claim: PersistentVolumeClaim): StartHold {
  return {
    reason: "ClaimIsLost",
    holder: { object: refOf(claim) },
    message: say`${nameOf(refOf(claim))} has lost its volume`,
    evidence: [proof(refOf(claim), "status.phase", "Lost")],
    avoid: [
      {
        step: say`restart pods that use ${nameOf(refOf(claim))}`,
        because: say`a running pod still has its mount, and would not get it again`,
      },
    ],
  };
}

function ofAnother(claim: PersistentVolumeClaim): StartHold {
  return {
    reason: "ClaimOfAnotherPod",
    holder: { object: refOf(claim) },
    isRoot: true,
    message: say`${nameOf(refOf(claim))} has the name that the pod's ephemeral volume needs, but was not created for this pod`,
    evidence: [proof(refOf(claim), "metadata.ownerReferences", controllerOf(claim)?.uid)],
    avoid: [
      {
        step: say`delete ${nameOf(refOf(claim))} to make room for the pod`,
        because: say`it belongs to something else, and with policy Delete its data would be deleted with it: ask its owner, or rename the pod or its volume`,
      },
    ],
  };
}

function absent(pod: Pod, { volume, claimName }: ClaimSource, cluster: Cluster): StartHold {
  const missing = claimNamed(pod.metadata.namespace ?? "", claimName);
  const evidence = [proof(refOf(pod), "spec.volumes", claimName)];
  if (volume.ephemeral !== undefined) return notMade(pod, volume, missing, cluster);
  if (!isOfStatefulSet(pod)) {
    return {
      reason: "ClaimMissing",
      holder: { missing },
      message: say`${nameOf(missing)} does not exist, and no controller creates it`,
      evidence,
    };
  }
  const former = formerVolumes(missing, cluster);
  return {
    reason: "StatefulSetClaimGone",
    holder: { missing },
    message: say`the pod was created while ${nameOf(missing)} was being deleted, and that claim no longer exists; when the pod is deleted, its StatefulSet creates both again, the claim EMPTY${formerWords(former)}`,
    evidence,
    remedies: [
      { remedy: "recreate-pod", on: refOf(pod) },
      ...former.map((volume) => ({ remedy: "save-manifest", on: refOf(volume) })),
    ],
    avoid: [
      {
        step: say`create ${nameOf(missing)} manually`,
        because: say`it can easily get another size, class or labels than the StatefulSet's template gives, and it would be empty too`,
      },
    ],
  };
}

function isOfStatefulSet(pod: Pod): boolean {
  return controllerOf(pod)?.kind === "StatefulSet";
}

function goneUnderPod(pod: Pod, { claimName }: ClaimSource, cluster: Cluster): StartHold {
  const missing = claimNamed(pod.metadata.namespace ?? "", claimName);
  const doomed = formerVolumes(missing, cluster).filter((volume) => reclaimPolicyOf(volume) === "Delete");
  const disks = doomed.map((volume) => say`${volumeHandleOf(volume) ?? volume.metadata.name}`);
  const threat =
    disks.length === 0
      ? []
      : say`, and when the pod stops, ${join(disks, " and ")} will be deleted (policy Delete)`;
  const then = isOfStatefulSet(pod)
    ? words(
        "after a restart it will not have the data, because its StatefulSet then creates a new, EMPTY claim",
      )
    : words("it will not start again after a restart");
  return {
    reason: "ClaimGoneUnderPod",
    holder: { missing },
    message: say`the pod runs on ${nameOf(missing)}, which no longer exists: ${then}${threat}`,
    evidence: [
      proof(refOf(pod), "spec.volumes", claimName),
      proof(refOf(pod), "status.phase", pod.status?.phase),
    ],
    remedies: [
      ...doomed.map((volume) => ({ remedy: "set-retain", on: refOf(volume) })),
      { remedy: "copy-data", on: refOf(pod) },
    ],
    avoid: [
      {
        step: say`restart the pod`,
        because: isOfStatefulSet(pod)
          ? say`its StatefulSet would start it on an empty volume; copy its data first`
          : say`it could not start again; copy its data first`,
      },
    ],
  };
}
