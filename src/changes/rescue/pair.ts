import { annotationNames, claimNamed, finalizerNames, volumeNamed } from "../../controllers/index.ts";
import { deleting, editing, withoutUid, withUid } from "../../define/index.ts";
import type { KubeObject, PersistentVolume, PersistentVolumeClaim, Phrase } from "../../kubernetes/index.ts";
import { isTerminating, join, nameOf, refOf, say, shortNameOf, words } from "../../kubernetes/index.ts";
import type { Edit } from "../../report/index.ts";
import type { PairNow } from "./pair-now.ts";
import { isRestored, mustGo } from "./pair-now.ts";
import { remadeClaim, remadeVolume } from "./remade.ts";
import type { Pair, Rescue } from "./rescue.ts";
import type { Next, WaitStep } from "./steps.ts";
import { actStep, refuse, startOver, waitStep } from "./steps.ts";

/**
 * The next step for one claim and its volume, once the volume is safe and no pod uses the claim; `undefined` when both
 * are back.
 */
export function bringBack(now: PairNow, rescue: Rescue): Next | undefined {
  if (isRestored(now)) return undefined;
  const { claim, volume } = now;
  if (claim === undefined) return withoutClaim(now, rescue);
  if (claim.which === "first" && mustGo(now)) return letClaimGo(claim.object);
  if (volume === undefined) return makeVolume(now.pair, rescue, claim.object.metadata.uid);
  const { claimRef } = volume.object.spec ?? {};
  const { uid } = claim.object.metadata;
  const isFree = claim.which === "again" && (claimRef?.uid ?? "") === "";
  if (claimRef !== undefined && claimRef.uid !== uid && !isFree) return pointTo(volume.object, claim.object);
  return waitStep(
    "claim-bound",
    claim.object,
    words("The PV controller binds the claim and the volume to each other."),
  );
}

function letClaimGo(claim: PersistentVolumeClaim): Next {
  if (isTerminating(claim))
    return withHolders(
      claim,
      waitStep(
        "claim-gone",
        claim,
        say`A deletion cannot be undone, so the claim must be deleted and created again.${alsoHeldBy(claim)}`,
      ),
    );
  return actStep(
    "delete-claim",
    deleting(claim),
    words(
      "Its volume is being deleted, which cannot be undone, so both must be deleted and created again. The volume is set to Retain, so the disk is kept.",
    ),
  );
}

function withoutClaim({ pair, volume }: PairNow, rescue: Rescue): Next {
  if (volume === undefined) return makeVolume(pair, rescue, undefined);
  const object = volume.object;
  if (isTerminating(object))
    return withHolders(
      object,
      waitStep(
        "volume-gone",
        object,
        say`It is being deleted, which cannot be undone, so it must be deleted and created again.${alsoHeldBy(object)}`,
      ),
    );
  const release = releaseEdits(object, pair, rescue);
  if (release !== undefined)
    return actStep(
      "release-volume",
      editing(object, release),
      say`The volume stays reserved for a claim with the name ${pair.claim.name}, and for no other.`,
    );
  if (object.status?.phase !== "Available")
    return waitStep("volume-available", object, words("The PV controller makes the volume Available."));
  const claim = claimNamed(rescue.namespace.name, pair.claim.name);
  return actStep(
    "create-claim",
    { do: "create", on: claim, manifest: remadeClaim(pair.claim.manifest, pair.volume.name) },
    say`It names ${nameOf(refOf(object))}, so nothing is provisioned for it.${withoutItsPod(pair)}`,
  );
}

/**
 * The claim of an ephemeral volume comes back without its owner: with that the garbage collector would delete it.
 * kubernetes/kubernetes pkg/controller/volume/ephemeral/controller.go handleVolume, 1.36: it is of no use to a new pod.
 */
function withoutItsPod({ claim }: Pair): Phrase {
  const saved = JSON.parse(claim.manifest) as PersistentVolumeClaim;
  const owner = saved.metadata.ownerReferences?.find(({ kind, controller }) => kind === "Pod" && controller);
  return owner === undefined
    ? []
    : say` It was the claim of an ephemeral volume of Pod/${owner.name ?? ""}, and is created without that owner. It exists until you delete it, and until then a pod with the same name and that volume does not start.`;
}

/** A claim that does not exist yet gets the volume by its name; to one that does, only its uid is proof. */
function makeVolume(pair: Pair, { namespace }: Rescue, uid: string | undefined): Next {
  const claim = { namespace: namespace.name, name: pair.claim.name, ...(uid === undefined ? {} : { uid }) };
  return actStep(
    "create-volume",
    { do: "create", on: volumeNamed(pair.volume.name), manifest: remadeVolume(pair.volume.manifest, claim) },
    say`It has the same disk and the policy Retain, and is reserved for the claim ${pair.claim.name}.`,
  );
}

function releaseEdits(
  { metadata, spec }: PersistentVolume,
  pair: Pair,
  { namespace }: Rescue,
): readonly [Edit, ...Edit[]] | undefined {
  const path = "/spec/claimRef";
  const { claimRef } = spec ?? {};
  if (claimRef === undefined) {
    const value = {
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      namespace: namespace.name,
      name: pair.claim.name,
    };
    return [{ op: "add", path, value }];
  }
  if ((claimRef.uid ?? "") === "") return undefined;
  const marked = metadata.annotations?.[annotationNames.boundByController];
  const unmarking: Edit = {
    op: "remove",
    path: "/metadata/annotations/pv.kubernetes.io~1bound-by-controller",
    was: marked,
  };
  return [...withoutUid(claimRef), ...(marked === undefined ? [] : [unmarking])];
}

/** A claim that was bound before stays Lost until its uid is there: only the uid counts then. */
function pointTo(volume: PersistentVolume, claim: PersistentVolumeClaim): Next {
  return actStep(
    "release-volume",
    editing(volume, withUid(volume.spec?.claimRef, claim.metadata.uid)),
    say`The volume names a claim that no longer exists, and ${nameOf(refOf(claim))} names the volume.`,
  );
}

/** What stands in the way of this pair, and is not for a program to clear away. */
export function obstacle({ pair, claim, volume }: PairNow, { namespace }: Rescue): Next | undefined {
  const claimRef = volume?.object.spec?.claimRef;
  const isReservedElsewhere =
    claimRef !== undefined && (claimRef.name !== pair.claim.name || claimRef.namespace !== namespace.name);
  if (volume?.which === "foreign")
    return refuse(
      "VolumeNameTaken",
      refOf(volume.object),
      say`${nameOf(refOf(volume.object))} is another volume with the same name, and has a different disk.`,
      words("Find out what created it. The saved manifests show which disk has the data."),
    );
  if (volume !== undefined && isReservedElsewhere)
    return refuse(
      "VolumeOfAnotherClaim",
      refOf(volume.object),
      say`${nameOf(refOf(volume.object))} is now reserved for ${claimRef.namespace ?? ""}/${claimRef.name ?? ""}.`,
    );
  if (claim?.which === "foreign")
    return refuse(
      "ClaimNameTaken",
      refOf(claim.object),
      say`${nameOf(refOf(claim.object))} was created again, and does not name the volume with the data. Pods that use it get another volume, or an empty one.`,
      say`Stop what creates it (Git, an operator, a chart). Delete it when you need nothing on it, and run the same command again. The disk is safe meanwhile.`,
    );
  if (
    claim?.which === "again" &&
    (isTerminating(claim.object) || (volume !== undefined && isTerminating(volume.object)))
  )
    return refuse(
      "DeletedAgain",
      refOf(claim.object),
      say`${nameOf(refOf(claim.object))} was created again, and then it or its volume was deleted again.`,
      say`Begin again: kubectl pvguard rescue pvc/${pair.claim.name} -n ${namespace.name} ${startOver}`,
    );
  if (claim === undefined && volume?.which === "again" && isTerminating(volume.object))
    return refuse(
      "DeletedAgain",
      refOf(volume.object),
      say`${nameOf(refOf(volume.object))} was created again, and then deleted again.`,
    );
  return undefined;
}

/** The Job controller takes it off each pod that ended or is being deleted. kubernetes/kubernetes pkg/controller/job/job_controller.go trackJobStatusAndRemoveFinalizers, 1.36. */
const jobTracking = "batch.kubernetes.io/job-tracking";

/** These are removed without further action once the pods or the claim are deleted, and the policy is Retain. */
const removedAnyway: readonly string[] = [
  finalizerNames.pvcProtection,
  finalizerNames.pvProtection,
  finalizerNames.pvController,
  finalizerNames.externalProvisioner,
  jobTracking,
];

/** What else an object waits for that has to be deleted: a rescue removes no finalizer, and would wait without end. */
function othersOf(object: KubeObject): readonly string[] {
  return (object.metadata.finalizers ?? []).filter(
    (finalizer) => !removedAnyway.includes(finalizer) && !finalizer.startsWith(finalizerNames.attacherPrefix),
  );
}

/** Once Kubernetes has done its part, only the owners of other finalizers can end the wait. */
export function withHolders(object: KubeObject, step: WaitStep): WaitStep {
  const others = othersOf(object);
  const isAll = others.length > 0 && others.length === object.metadata.finalizers?.length;
  return isAll ? { ...step, heldOnlyBy: others } : step;
}

export function alsoHeldBy(object: KubeObject, who = words("It")): Phrase {
  const others = othersOf(object);
  if (others.length === 0) return [];
  const { namespace } = object.metadata;
  const where = namespace === undefined ? [] : say` -n ${namespace}`;
  return say` ${who} also waits for ${join(
    others.map((finalizer) => say`${finalizer}`),
    ", ",
  )}, which this rescue does not remove. Before you begin, run: kubectl pvguard why ${shortNameOf(refOf(object))}${where}`;
}
