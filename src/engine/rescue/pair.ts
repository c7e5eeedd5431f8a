import { annotationNames, claimNamed, volumeNamed } from "../../controllers/index.ts";
import {
  type Edit,
  isTerminating,
  nameOf,
  type ObjectRef,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Phrase,
  refOf,
  say,
  words,
} from "../../model/index.ts";
import { heldToo } from "./held-too.ts";
import { remadeClaim, remadeVolume } from "./remade.ts";
import type { Next, Pair, Rescue } from "./rescue.ts";
import { refuse, seen } from "./seen.ts";
import { isRestored, mustGo, type Sighting } from "./sighting.ts";

/**
 * The next step for one claim and its volume, once the volume is safe and nobody uses the claim; `undefined` when both
 * are back.
 */
export function bringBack(sighting: Sighting, rescue: Rescue): Next | undefined {
  if (isRestored(sighting)) return undefined;
  const { claim, volume } = sighting;
  if (claim === undefined) return withoutClaim(sighting, rescue);
  if (claim.which === "first" && mustGo(sighting)) return letClaimGo(claim.object);
  if (volume === undefined) return makeVolume(sighting.pair, rescue, claim.object.metadata.uid);
  const { claimRef } = volume.object.spec ?? {};
  const { uid } = claim.object.metadata;
  const isFree = claim.which === "again" && (claimRef?.uid ?? "") === "";
  if (claimRef !== undefined && claimRef.uid !== uid && !isFree) return pointTo(volume.object, claim.object);
  return wait(
    "claim-bound",
    claim.object,
    words("The PV controller binds the claim and the volume to each other."),
  );
}

function letClaimGo(claim: PersistentVolumeClaim): Next {
  if (isTerminating(claim))
    return wait(
      "claim-gone",
      claim,
      say`A deletion cannot be taken back: the claim has to go, and come back.${heldToo(claim)}`,
    );
  return {
    next: "act",
    stage: "delete-claim",
    act: { do: "delete", on: seen(claim) },
    why: words(
      "Its volume is being deleted, which cannot be taken back: both have to go, and come back. The volume is set to Retain, so that the disk stays.",
    ),
  };
}

function withoutClaim({ pair, volume }: Sighting, rescue: Rescue): Next {
  if (volume === undefined) return makeVolume(pair, rescue, undefined);
  const object = volume.object;
  if (isTerminating(object))
    return wait(
      "volume-gone",
      object,
      say`It is being deleted, which cannot be taken back: it has to go, and come back.${heldToo(object)}`,
    );
  const release = releaseEdits(object, pair, rescue);
  if (release !== undefined)
    return {
      next: "act",
      stage: "release-volume",
      act: { do: "edit", on: seen(object), edits: release },
      why: say`The volume stays reserved for a claim of the name ${pair.claim.name}, and for no other.`,
    };
  if (object.status?.phase !== "Available")
    return wait("volume-available", object, words("The PV controller sees that the volume is free."));
  return {
    next: "act",
    stage: "create-claim",
    act: {
      do: "create",
      on: claimNamed(rescue.namespace.name, pair.claim.name),
      manifest: remadeClaim(pair.claim.manifest, pair.volume.name),
    },
    why: say`It names ${nameOf(refOf(object))}, so that nothing is provisioned for it.${withoutItsPod(pair)}`,
  };
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
    : say` It was the claim of an ephemeral volume of Pod/${owner.name ?? ""}, and comes back without that owner: it stays until somebody deletes it, and until then a pod of the same name with that volume does not start.`;
}

/** A claim that is not there yet gets the volume by its name; to one that is, only its uid is proof. */
function makeVolume(pair: Pair, { namespace }: Rescue, uid: string | undefined): Next {
  const claim = { namespace: namespace.name, name: pair.claim.name, ...(uid === undefined ? {} : { uid }) };
  return {
    next: "act",
    stage: "create-volume",
    act: {
      do: "create",
      on: volumeNamed(pair.volume.name),
      manifest: remadeVolume(pair.volume.manifest, claim),
    },
    why: say`With the same disk, with Retain, and reserved for the claim ${pair.claim.name}.`,
  };
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
  const version = claimRef.resourceVersion;
  return [
    { op: "remove", path: `${path}/uid`, was: claimRef.uid },
    ...(version === undefined
      ? []
      : [{ op: "remove" as const, path: `${path}/resourceVersion`, was: version }]),
    ...(marked === undefined
      ? []
      : [
          {
            op: "remove" as const,
            path: "/metadata/annotations/pv.kubernetes.io~1bound-by-controller",
            was: marked,
          },
        ]),
  ];
}

/** A claim that was bound before stays Lost until its uid is there: only the uid counts then. */
function pointTo(volume: PersistentVolume, claim: PersistentVolumeClaim): Next {
  const { uid } = claim.metadata;
  const was = volume.spec?.claimRef?.uid;
  const path = "/spec/claimRef/uid";
  return {
    next: "act",
    stage: "release-volume",
    act: {
      do: "edit",
      on: seen(volume),
      edits: [was === undefined ? { op: "add", path, value: uid } : { op: "replace", path, value: uid, was }],
    },
    why: say`The volume names a claim that is no more, and ${nameOf(refOf(claim))} names the volume.`,
  };
}

function wait(
  stage: Extract<Next, { next: "wait" }>["stage"],
  on: PersistentVolume | PersistentVolumeClaim,
  why: ReturnType<typeof words>,
): Next {
  const ref: ObjectRef = refOf(on);
  return { next: "wait", stage, on: ref, why };
}

/** What stands in the way of this pair, and is not for a program to clear away. */
export function obstacle({ pair, claim, volume }: Sighting, { namespace }: Rescue): Next | undefined {
  const claimRef = volume?.object.spec?.claimRef;
  const isReservedElsewhere =
    claimRef !== undefined && (claimRef.name !== pair.claim.name || claimRef.namespace !== namespace.name);
  if (volume?.which === "foreign")
    return refuse(
      "VolumeNameTaken",
      refOf(volume.object),
      say`${nameOf(refOf(volume.object))} was made by somebody else, with another disk.`,
      words("Find out who made it. The saved manifests tell which disk has the data."),
    );
  if (volume !== undefined && isReservedElsewhere)
    return refuse(
      "VolumeOfAnotherClaim",
      refOf(volume.object),
      say`${nameOf(refOf(volume.object))} is reserved for ${claimRef.namespace ?? ""}/${claimRef.name ?? ""} now.`,
    );
  if (claim?.which === "foreign")
    return refuse(
      "ClaimNameTaken",
      refOf(claim.object),
      say`Somebody made ${nameOf(refOf(claim.object))} again, and it does not name the volume with the data. Pods that use it find another, or an empty volume.`,
      say`Stop whoever makes it (Git, an operator, a chart), delete it once nothing on it is wanted, and run the same command again. The disk is safe meanwhile.`,
    );
  if (
    claim?.which === "again" &&
    (isTerminating(claim.object) || (volume !== undefined && isTerminating(volume.object)))
  )
    return refuse(
      "DeletedAgain",
      refOf(claim.object),
      say`${nameOf(refOf(claim.object))} was made again, and somebody deleted it or its volume again.`,
      say`Begin again: kubectl pvguard rescue pvc/${pair.claim.name} -n ${namespace.name} --anew`,
    );
  if (claim === undefined && volume?.which === "again" && isTerminating(volume.object))
    return refuse(
      "DeletedAgain",
      refOf(volume.object),
      say`${nameOf(refOf(volume.object))} was made again, and somebody deleted it again.`,
    );
  return undefined;
}
