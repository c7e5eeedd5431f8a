import { betaStorageProvisioner, storageProvisioner } from "../../controllers/annotation-names.ts";
import { attachmentsByVolume, claimNameOf, podsByClaim } from "../../controllers/indexes/index.ts";
import { attachDriver, diskKeyOf, storageClassNameOf, volumeNamed } from "../../controllers/objects/index.ts";
import {
  type Demand,
  isTerminating,
  type KubeObject,
  keyOf,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Pod,
  refOf,
  type VolumeAttachment,
  type VolumeSnapshot,
} from "../../model/index.ts";
import { eventsOn, every, named, referred, within } from "./demands.ts";
import type { Known } from "./known.ts";

/** What was asked, as far as it decides what will be. */
export interface Question {
  readonly known: Known;
  /** The kinds of the objects that were asked about. */
  readonly about: ReadonlySet<string>;
  /** Lists of a whole cluster are long: they are read for what is unhealthy. */
  readonly lists: "short ones" | "long ones too";
}

interface Neighbours {
  readonly demands: readonly Demand[];
  /** Known objects that name this one. */
  readonly objects: readonly KubeObject[];
}

export function neighboursOf(object: KubeObject, question: Question): Neighbours {
  switch (object.kind) {
    case "PersistentVolumeClaim":
      return aroundClaim(object as PersistentVolumeClaim, question);
    case "PersistentVolume":
      return aroundVolume(object as PersistentVolume, question);
    case "Pod":
      return { demands: aroundPod(object as Pod, question), objects: [] };
    case "VolumeAttachment":
      return { demands: aroundAttachment(object as VolumeAttachment), objects: [] };
    case "VolumeSnapshot":
      return { demands: [...owners(object), ...sourceOf(object as VolumeSnapshot)], objects: [] };
    default:
      return { demands: owners(object), objects: [] };
  }
}

/** The claim that a snapshot holds until it is ready: once it does not, the claim's data can go. */
function sourceOf({ metadata, spec, status }: VolumeSnapshot): readonly Demand[] {
  if (status?.readyToUse === true) return [];
  return named("v1/persistentvolumeclaims", spec?.source?.persistentVolumeClaimName, metadata.namespace);
}

function aroundClaim(claim: PersistentVolumeClaim, { known, about, lists }: Question): Neighbours {
  const { namespace, name } = claim.metadata;
  const users = known.having(podsByClaim, keyOf(namespace ?? "", name));
  const volume = claim.spec?.volumeName ?? "";
  const binding =
    volume === ""
      ? unbound(claim)
      : [
          ...named("v1/persistentvolumes", volume),
          ...(about.has("Pod") ? [] : [eventsOn(volumeNamed(volume))]),
          ...(lists === "long ones too" && isTerminating(claim) ? likelyEnds(claim) : []),
        ];
  const isWell = claim.status?.phase === "Bound" && !isTerminating(claim);
  const former = isWell && about.has(claim.kind) ? [every("v1/persistentvolumes")] : [];
  const holders = isTerminating(claim) || about.has(claim.kind) ? within("v1/pods", namespace) : [];
  // It may go with its namespace.
  const around = isWell ? named("v1/namespaces", namespace) : [];
  return { demands: [...holders, ...former, ...binding, ...around], objects: users };
}

const attachmentList = every("storage.k8s.io/v1/volumeattachments");

function unbound(claim: PersistentVolumeClaim): readonly Demand[] {
  const storageClass = storageClassNameOf(claim);
  return [
    eventsOn(refOf(claim)),
    every("v1/persistentvolumes"),
    every("storage.k8s.io/v1/csidrivers"),
    every("storage.k8s.io/v1/csinodes"),
    ...(storageClass === ""
      ? [every("storage.k8s.io/v1/storageclasses")]
      : named("storage.k8s.io/v1/storageclasses", storageClass)),
  ];
}

function aroundVolume(volume: PersistentVolume, { known, about, lists }: Question): Neighbours {
  const { claimRef } = volume.spec ?? {};
  const near = named("v1/persistentvolumeclaims", claimRef?.name, claimRef?.namespace);
  if (lists === "short ones") return { demands: near, objects: [] };
  const attachments = known.having(attachmentsByVolume, volume.metadata.name);
  return {
    objects: attachments,
    demands: [
      ...near,
      ...(attachments.length > 0 ? within("v1/pods", claimRef?.namespace) : []),
      ...(about.has("Pod") ? [] : ends(volume)),
      ...(attachDriver(volume) === undefined ? [] : [attachmentList]),
    ],
  };
}

/**
 * What most likely decides over the end of a volume that is not known yet, where the claim says which driver made it. Other
 * provisioners than CSI drivers have a slash in their names.
 */
function likelyEnds({ metadata }: PersistentVolumeClaim): readonly Demand[] {
  const { [storageProvisioner]: driver, [betaStorageProvisioner]: former } = metadata.annotations ?? {};
  const provisioner = driver ?? former ?? "";
  if (provisioner === "" || provisioner.includes("/")) return [];
  return [
    attachmentList,
    every("v1/persistentvolumes"),
    every("storage.k8s.io/v1/csinodes"),
    ...named("storage.k8s.io/v1/csidrivers", provisioner),
  ];
}

/** What decides over the end of a volume. */
function ends(volume: PersistentVolume): readonly Demand[] {
  const driver = attachDriver(volume);
  return [
    eventsOn(refOf(volume)),
    ...(driver === undefined
      ? []
      : [every("storage.k8s.io/v1/csinodes"), ...named("storage.k8s.io/v1/csidrivers", driver)]),
    ...(diskKeyOf(volume) === undefined ? [] : [every("v1/persistentvolumes")]),
  ];
}

function aroundPod(pod: Pod, { about, lists }: Question): readonly Demand[] {
  const { namespace } = pod.metadata;
  const claims = (pod.spec?.volumes ?? []).flatMap((volume) =>
    named("v1/persistentvolumeclaims", claimNameOf(pod, volume), namespace),
  );
  if (lists === "short ones") return claims;
  const node = pod.spec?.nodeName;
  return [
    ...(about.has("Pod") ? [...claims, ...within("v1/pods", namespace)] : []),
    ...named("v1/nodes", node),
    ...owners(pod),
    ...(isTerminating(pod) ? [eventsOn(refOf(pod)), ...named("storage.k8s.io/v1/csinodes", node)] : []),
  ];
}

function aroundAttachment({ spec }: VolumeAttachment): readonly Demand[] {
  return [
    ...named("v1/persistentvolumes", spec?.source?.persistentVolumeName),
    ...named("v1/nodes", spec?.nodeName),
    ...named("storage.k8s.io/v1/csinodes", spec?.nodeName),
  ];
}

/** A ReplicaSet is called after its Deployment, so that both can be asked for at once. */
function owners({ metadata }: KubeObject): readonly Demand[] {
  const hash = metadata.labels?.["pod-template-hash"];
  const suffix = `-${hash ?? ""}`;
  return (metadata.ownerReferences ?? []).flatMap((owner) => {
    const deployment =
      owner.kind === "ReplicaSet" && hash !== undefined && owner.name?.endsWith(suffix) === true
        ? named("apps/v1/deployments", owner.name.slice(0, -suffix.length), metadata.namespace)
        : [];
    return [...referred(owner, metadata.namespace), ...deployment];
  });
}
