import type { Cluster, Found } from "../../../cluster/index.ts";
import { itemsOf } from "../../../cluster/index.ts";
import {
  claimNamed,
  claimNameOf,
  reclaimPolicyOf,
  volumeHandleOf,
  volumeIsForPod,
  volumesNaming,
} from "../../../controllers/index.ts";
import type { FoundHold } from "../../../define/index.ts";
import { couldNotRead, isOverdue, ownerChain } from "../../../define/index.ts";
import { isOfEphemeral, lastFailure } from "../../../evidence/index.ts";
import type {
  ObjectRef,
  PersistentVolume,
  PersistentVolumeClaim,
  Phrase,
  Pod,
  PodVolume,
} from "../../../kubernetes/index.ts";
import { controllerOf, isTerminating, join, nameOf, refOf, say, words } from "../../../kubernetes/index.ts";
import { checkController, copyData, recreatePod, saveManifest, setRetain } from "../../../remedies/index.ts";
import { hint, proof } from "../../../report/index.ts";
import { ofOperator, operatorOf } from "./of-operator.ts";
import type { StartReason } from "./reasons.ts";

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
      message: say`${nameOf(claim)} is not bound yet`,
      evidence: [proof(claim, "status.phase", claim.status?.phase)],
    },
  ];
}

function beingDeleted(pod: Pod, claim: PersistentVolumeClaim): StartHold {
  return {
    reason: "ClaimBeingDeleted",
    holder: { object: refOf(claim) },
    message: isOfStatefulSet(pod)
      ? say`${nameOf(claim)} is being deleted; after that the pod must be deleted too, so that its StatefulSet creates both again`
      : say`${nameOf(claim)} is being deleted, and no pod can start on it now`,
    evidence: [proof(claim, "metadata.deletionTimestamp", claim.metadata.deletionTimestamp)],
  };
}

function isLost(claim: PersistentVolumeClaim): StartHold {
  return {
    reason: "ClaimIsLost",
    holder: { object: refOf(claim) },
    message: say`${nameOf(claim)} has lost its volume`,
    evidence: [proof(claim, "status.phase", "Lost")],
    avoid: {
      step: say`restart pods that use ${nameOf(claim)}`,
      because: say`a running pod still has its mount, and would not get it again`,
    },
  };
}

function ofAnother(claim: PersistentVolumeClaim): StartHold {
  return {
    reason: "ClaimOfAnotherPod",
    holder: { object: refOf(claim) },
    isRoot: true,
    message: say`${nameOf(claim)} has the name that the pod's ephemeral volume needs, but was not created for this pod`,
    evidence: [proof(claim, "metadata.ownerReferences", controllerOf(claim)?.uid)],
    avoid: {
      step: say`delete ${nameOf(claim)} to make room for the pod`,
      because: say`it belongs to something else, and with policy Delete its data would be deleted with it: ask its owner, or rename the pod or its volume`,
    },
  };
}

function absent(pod: Pod, { volume, claimName }: ClaimSource, cluster: Cluster): StartHold {
  const missing = claimNamed(pod.metadata.namespace ?? "", claimName);
  const evidence = [proof(pod, "spec.volumes", claimName)];
  if (volume.ephemeral !== undefined) return notMade(pod, volume, missing, cluster);
  if (!isOfStatefulSet(pod)) {
    const owner = operatorOf(pod, cluster);
    if (owner !== undefined) return ofOperator(pod, { missing, ...owner }, cluster);
    const last = ownerChain(pod, cluster).at(-1);
    const read = last === undefined ? undefined : cluster.resolve(last);
    if (read?.state === "unread") return couldNotRead(read.unread);
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
      ...withDelete(former).map((volume) => setRetain(volume)),
      recreatePod(pod),
      ...former.map((volume) => saveManifest(volume)),
    ],
    avoid: {
      step: say`create ${nameOf(missing)} manually`,
      because: say`it can easily get another size, class or labels than the StatefulSet's template gives, and it would be empty too`,
    },
  };
}

function isOfStatefulSet(pod: Pod): boolean {
  return controllerOf(pod)?.kind === "StatefulSet";
}

function goneUnderPod(pod: Pod, { claimName }: ClaimSource, cluster: Cluster): StartHold {
  const missing = claimNamed(pod.metadata.namespace ?? "", claimName);
  const doomed = withDelete(formerVolumes(missing, cluster));
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
    evidence: [proof(pod, "spec.volumes", claimName), proof(pod, "status.phase", pod.status?.phase)],
    remedies: [...doomed.map((volume) => setRetain(volume)), copyData(pod)],
    avoid: {
      step: say`restart the pod`,
      because: isOfStatefulSet(pod)
        ? say`its StatefulSet would start it on an empty volume; copy its data first`
        : say`it could not start again; copy its data first`,
    },
  };
}

/** Volumes that still name the deleted claim. Unread volumes are not mentioned. */
function formerVolumes(claim: ObjectRef, cluster: Cluster): readonly PersistentVolume[] {
  const volumes = volumesNaming(claim, cluster);
  return itemsOf(volumes);
}

function withDelete(volumes: readonly PersistentVolume[]): readonly PersistentVolume[] {
  return volumes.filter((volume) => reclaimPolicyOf(volume) === "Delete");
}

function formerWords(former: readonly PersistentVolume[]): Phrase {
  const names = former.map((volume) => nameOf(volume));
  return names.length === 0 ? [] : say`; the former data may still be on ${join(names, " and ")}`;
}

const maker = { controller: "ephemeral-volume-controller" } as const;

/**
 * The claim of an ephemeral volume, which a controller creates; if that fails, an event of the pod says so.
 * kubernetes/kubernetes pkg/controller/volume/ephemeral/controller.go syncHandler, handleVolume, 1.36.
 */
function notMade(pod: Pod, { name = "" }: PodVolume, claim: ObjectRef, cluster: Cluster): StartHold {
  const failure = lastFailure(pod, "create-ephemeral-claim", cluster);
  if (failure.is === "unread") return couldNotRead(failure.unread);
  const evidence = proof(pod, "spec.volumes", name);
  const message = failure.told?.message ?? "";
  if (isOfEphemeral(message, name)) {
    return {
      reason: "EphemeralClaimNotMade",
      holder: maker,
      message: say`${nameOf(claim)} cannot be created for the pod: ${message}`,
      evidence: [evidence, hint(pod, "event", message)],
    };
  }
  if (isOverdue([pod], cluster)) {
    return {
      reason: "EphemeralClaimNotMade",
      category: "stuck",
      holder: maker,
      message: say`${nameOf(claim)} has not been created for the pod's ephemeral volume in more than five minutes, and no failure is recorded`,
      evidence: [evidence],
      remedies: [checkController(pod, { controller: "kube-controller-manager" })],
    };
  }
  return {
    reason: "ClaimNotBound",
    holder: maker,
    message: say`${nameOf(claim)} has not been created yet for the pod's ephemeral volume`,
    evidence: [evidence],
  };
}

/** A volume of a pod that stands for a claim, with that claim. */
interface ClaimSource {
  readonly volume: PodVolume;
  readonly claimName: string;
  readonly claim: Found<PersistentVolumeClaim>;
}

export function sourcesOf(pod: Pod, cluster: Cluster): readonly ClaimSource[] {
  return (pod.spec?.volumes ?? []).flatMap((volume) => {
    const claimName = claimNameOf(pod, volume);
    if (claimName === undefined) return [];
    const claim = cluster.get("v1/persistentvolumeclaims", claimName, pod.metadata.namespace);
    return [{ volume, claimName, claim }];
  });
}

/** Why a pod does not start, and the volumes that are the cause: none where a claim or something else is. */
export interface StartTrouble {
  readonly hold: StartHold;
  readonly volumes: readonly PersistentVolume[];
}

/** A volume of a pod, by its name there, and the PersistentVolume behind it. */
export interface MountedAs {
  readonly name: string;
  readonly volume: PersistentVolume;
}
