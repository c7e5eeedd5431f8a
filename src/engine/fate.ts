import { volumeBackend } from "../controllers/index.ts";
import {
  type Action,
  type Cluster,
  type Fate,
  type Found,
  isTerminating,
  type KubeObject,
  nameKey,
  type ObjectRef,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Phrase,
  refOf,
  say,
  type VolumeAttachment,
  type VolumeSnapshot,
  type VolumeSnapshotContent,
  words,
} from "../model/index.ts";
import { toldOf, twinsOf } from "./fate-told.ts";
import type { Prediction } from "./predict.ts";
import { nameOf, unreadPhrase } from "./words.ts";

/** The object that stands for the data: a volume, or the content of a snapshot. */
type Subject =
  | { readonly found: PersistentVolume | VolumeSnapshotContent }
  | { readonly fate: Fate }
  | undefined;

/** What becomes of the data behind an object; `undefined` for kinds that have none. */
export function fateOf(object: KubeObject, cluster: Cluster, prediction: Prediction): Fate | undefined {
  const subject = subjectOf(object, cluster);
  if (subject === undefined) return undefined;
  return "fate" in subject ? subject.fate : fateIn(subject.found, prediction, cluster);
}

export function subjectOf(object: KubeObject, cluster: Cluster): Subject {
  switch (object.kind) {
    case "PersistentVolume":
      return { found: object as PersistentVolume };
    case "PersistentVolumeClaim":
      return volumeOfClaim(object as PersistentVolumeClaim, cluster);
    case "VolumeAttachment": {
      const name = (object as VolumeAttachment).spec?.source?.persistentVolumeName;
      return name === undefined ? undefined : volumeNamed(name, cluster);
    }
    case "VolumeSnapshotContent":
      return { found: object as VolumeSnapshotContent };
    case "VolumeSnapshot":
      return contentOf(object as VolumeSnapshot, cluster);
    default:
      return undefined;
  }
}

function volumeOfClaim(claim: PersistentVolumeClaim, cluster: Cluster): Subject {
  const name = claim.spec?.volumeName ?? "";
  if (name !== "") return volumeNamed(name, cluster);
  return { fate: { data: "none", because: words("the claim has no volume") } };
}

function volumeNamed(name: string, cluster: Cluster): Subject {
  const missing = say`persistentvolume/${name} does not exist, so Kubernetes does not know; the disk itself may well be intact`;
  return subjectFrom(cluster.get("v1/persistentvolumes", name), { data: "unknown", because: missing });
}

function contentOf(snapshot: VolumeSnapshot, cluster: Cluster): Subject {
  const name = snapshot.status?.boundVolumeSnapshotContentName;
  if (name === undefined)
    return { fate: { data: "none", because: words("the snapshot has no content yet") } };
  const missing = say`volumesnapshotcontent/${name} does not exist, so Kubernetes does not know what is left in the backend`;
  const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshotcontents", name);
  return subjectFrom(found, { data: "unknown", because: missing });
}

function subjectFrom(found: Found<PersistentVolume | VolumeSnapshotContent>, absent: Fate): Subject {
  switch (found.state) {
    case "found":
      return { found: found.object };
    case "absent":
      return { fate: absent };
    case "unread":
      return { fate: { data: "unknown", because: unreadPhrase(found.unread) } };
  }
}

interface Backing {
  readonly policy: string;
  readonly driver?: string;
  readonly volumeHandle?: string;
}

export function backingOf(subject: PersistentVolume | VolumeSnapshotContent): Backing {
  if (subject.kind === "VolumeSnapshotContent") {
    const { spec, status } = subject as VolumeSnapshotContent;
    const handle = status?.snapshotHandle ?? spec?.source?.snapshotHandle;
    return backing(spec?.deletionPolicy, spec?.driver, handle);
  }
  const volume = subject as PersistentVolume;
  const behind = volumeBackend(volume);
  const policy = volume.spec?.persistentVolumeReclaimPolicy;
  switch (behind.type) {
    case "csi":
    case "migrated":
      return backing(policy, behind.driver, behind.handle);
    case "in-tree":
    case "local":
      return backing(policy, behind.plugin, behind.handle);
    case "unknown":
      return backing(policy, undefined, undefined);
  }
}

function backing(
  policy: string | undefined,
  driver: string | undefined,
  handle: string | undefined,
): Backing {
  return {
    policy: policy ?? "Retain",
    ...(driver === undefined || driver === "" ? {} : { driver }),
    ...(handle === undefined || handle === "" ? {} : { volumeHandle: handle }),
  };
}

function fateIn(
  subject: PersistentVolume | VolumeSnapshotContent,
  prediction: Prediction,
  cluster: Cluster,
): Fate {
  const ref = refOf(subject);
  const { policy, ...where } = backingOf(subject);
  const what = where.volumeHandle === undefined ? nameOf(ref) : say`${where.volumeHandle}`;
  const predicted = verdictOn(ref, policy, what, prediction);
  if (subject.kind !== "PersistentVolume") return { ...predicted, volume: ref, ...where };
  const volume = subject as PersistentVolume;
  const told = toldOf(volume, what, cluster);
  const because =
    predicted.data === "destroyed" ? say`${predicted.because}${twinsOf(volume, cluster)}` : predicted.because;
  return { ...(told ?? { ...predicted, because }), volume: ref, ...where };
}

export function verdictOn(
  ref: ObjectRef,
  policy: string,
  what: Phrase,
  prediction: Prediction,
): Pick<Fate, "data" | "because"> {
  const destruction = prediction.moves.findIndex(({ action }) => isDestruction(ref, action));
  const step = destruction < 0 ? undefined : prediction.steps[destruction];
  if (step !== undefined) {
    return {
      data: "destroyed",
      because: say`${step.when}, ${step.controller} has the backend destroy ${what} (policy ${policy})`,
    };
  }
  const end = prediction.end.find(ref);
  const isReleased =
    end?.kind === "PersistentVolume" && (end as PersistentVolume).status?.phase === "Released";
  // Attachments hold up what the provisioner does with a Released volume. They do not call it off.
  const isDecided = isReleased && !isTerminating(end);
  const unread = prediction.unread.find(
    ({ resource }) => !isDecided || resource !== "storage.k8s.io/v1/volumeattachments",
  );
  if (end !== undefined && prediction.moves.some(({ action }) => isOpened(ref, action))) {
    return {
      data: "exposed",
      because: say`${nameOf(ref)} becomes free with its data, and any claim may take it`,
    };
  }
  if (unread !== undefined && policy !== "Retain") return { data: "unknown", because: unreadPhrase(unread) };
  if (end === undefined) return withoutRecord(policy, what);
  if (policy === "Retain")
    return { data: "kept", because: say`the policy of ${nameOf(ref)} is Retain: nothing deletes ${what}` };
  if (isReleased) {
    return {
      data: "destroyed",
      because: say`${nameOf(ref)} is Released by then: as soon as nothing holds it any more, the backend destroys ${what} (policy ${policy})`,
    };
  }
  return isTerminating(end)
    ? {
        data: "kept",
        because: say`${nameOf(ref)} stays Terminating, and nothing deletes ${what} until it can go on`,
      }
    : { data: "kept", because: say`nothing deletes ${what} as things stand` };
}

export function isDestruction(ref: ObjectRef, action: Action | undefined): boolean {
  return action?.do === "destroy-backend" && nameKey(action.object) === nameKey(ref);
}

function isOpened(ref: ObjectRef, action: Prediction["moves"][number]["action"]): boolean {
  return (
    action.do === "clear-claim-ref" && action.part === "whole" && nameKey(action.object) === nameKey(ref)
  );
}

function withoutRecord(policy: string, what: Phrase): Pick<Fate, "data" | "because"> {
  return policy === "Delete"
    ? {
        data: "leaked",
        because: say`the object goes without anybody deleting ${what}, which stays in the backend unrecorded`,
      }
    : {
        data: "kept",
        because: say`the policy is ${policy}: the object goes, and ${what} stays in the backend`,
      };
}
