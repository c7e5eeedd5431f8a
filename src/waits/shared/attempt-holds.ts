import {
  type DeletionFailure,
  deletionFailure,
  eventTime,
  finalizerNames,
  latestEvent,
  provisionerOf,
  provisionerPresence,
  volumeHandleOf,
} from "../../controllers/index.ts";
import type { FoundHold } from "../../engine/index.ts";
import { couldNotRead } from "../../engine/index.ts";
import {
  type Cluster,
  type Event,
  type Found,
  hasFinalizer,
  hint,
  isTerminating,
  type PersistentVolume,
  type Phrase,
  type RemedyCall,
  refOf,
  say,
  secondsSince,
  type Unread,
  words,
} from "../../model/index.ts";
import type { ReleasedReason } from "./released-reasons.ts";

type Held = FoundHold<ReleasedReason | "CouldNotRead">;

/** Seconds within which a driver starts; the longest pause between two attempts, with something added. */
const patience = { start: 120, retry: 600 };

/** What the last attempt to delete the disk says, or that there was none. */
export function attemptHolds(volume: PersistentVolume, cluster: Cluster): readonly Held[] {
  const waited = secondsSince(releasedSince(volume), cluster.now);
  const isYoung = waited !== undefined && waited < patience.start;
  const attempt = latestAttempt(volume, cluster);
  switch (attempt.state) {
    case "unread":
      return [isYoung ? couldNotRead(attempt.unread) : overdue(volume, attempt.unread, cluster)];
    case "absent":
      return [isYoung ? aboutToStart(volume) : neverTried(volume, waited)];
    case "found":
      return [failed(volume, attempt.object, isYoung, cluster)];
  }
}

export function latestAttempt(volume: PersistentVolume, cluster: Cluster): Found<Event> {
  return latestEvent(refOf(volume), ["VolumeFailedDelete"], cluster);
}

/** Is the provisioner still at it, as far as its last attempt tells? */
export function isRecent(attempt: Event, cluster: Cluster): boolean {
  const silent = secondsSince(eventTime(attempt), cluster.now);
  return silent === undefined || silent <= patience.retry;
}

function releasedSince(volume: PersistentVolume): string | undefined {
  return volume.status?.lastPhaseTransitionTime ?? volume.metadata.deletionTimestamp;
}

/** Who deletes: the controller that runs, in the name by which people find it. */
function deleterOf(volume: PersistentVolume): { readonly controller: string; readonly driver: string } {
  const provisioner = provisionerOf(volume);
  if (provisioner === undefined)
    return { controller: "persistentvolume-controller", driver: "kube-controller-manager" };
  return provisioner.type === "csi"
    ? { controller: "csi-provisioner", driver: provisioner.name }
    : { controller: "the provisioner", driver: provisioner.name };
}

const diskOf = (volume: PersistentVolume) => volumeHandleOf(volume) ?? "the disk";

function aboutToStart(volume: PersistentVolume): Held {
  const { driver } = deleterOf(volume);
  return {
    reason: "DeletionAboutToStart",
    holder: { driver },
    message: say`it was released a moment ago: ${driver} deletes ${diskOf(volume)} next`,
  };
}

function overdue(volume: PersistentVolume, unread: Unread, cluster: Cluster): Held {
  const { driver } = deleterOf(volume);
  const isAbsent = provisionerPresence(volume, cluster).presence === "absent";
  const trace = isAbsent ? words("; no CSIDriver and no node has that name") : [];
  return {
    reason: "DeletionOverdue",
    holder: { driver },
    message: say`${driver} should have deleted ${diskOf(volume)} long ago; why it did not is told by events, which were not read (${unread.reason})${trace}`,
  };
}

function neverTried(volume: PersistentVolume, waited: number | undefined): Held {
  const { controller, driver } = deleterOf(volume);
  const howLong = waited === undefined ? [] : say` for ${hours(waited)}`;
  return {
    reason: "DeletionNeverTried",
    holder: { controller: `${controller} of ${driver}` },
    message: say`it is Released with policy Delete${howLong}, and no attempt to delete ${diskOf(volume)} is recorded: is the provisioner of ${driver} running?`,
    evidence: [hint(refOf(volume), "event", "no VolumeFailedDelete")],
    remedies: [restart(volume), ...dropWhenProven(volume)],
    avoid: [deleteFirst(volume)],
  };
}

function hours(seconds: number): string {
  if (seconds < 7200) return `${Math.floor(seconds / 60)} minutes`;
  return seconds < 172800 ? `${Math.floor(seconds / 3600)} hours` : `${Math.floor(seconds / 86400)} days`;
}

function restart(volume: PersistentVolume): RemedyCall {
  return { remedy: "restart-sidecar", on: refOf(volume), using: deleterOf(volume) };
}

function dropWhenProven(volume: PersistentVolume): readonly RemedyCall[] {
  const finalizer = finalizerNames.externalProvisioner;
  if (!isTerminating(volume) || !hasFinalizer(volume, finalizer)) return [];
  return [
    {
      remedy: "drop-finalizer",
      on: refOf(volume),
      using: {
        finalizer,
        safety: "risky",
        prove: `${diskOf(volume)} does not exist in the storage backend any more.`,
      },
    },
  ];
}

function deleteFirst(volume: PersistentVolume) {
  return {
    step: say`deleting the volume object, or its finalizers, first`,
    because: say`${diskOf(volume)} would stay in the backend, and nothing would record it any more`,
  };
}

interface Words {
  readonly reason: ReleasedReason;
  readonly message: Phrase;
}

function wordsFor(failure: DeletionFailure, driver: string, disk: string): Words {
  switch (failure) {
    case "attached":
      return {
        reason: "DeletionRetried",
        message: say`${disk} was still attached at the last attempt; it is tried again`,
      };
    case "in-use":
      return {
        reason: "BackendInUse",
        message: say`Kubernetes has released it, but the storage backend says that ${disk} is in use`,
      };
    case "has-snapshots":
      return {
        reason: "BackendHasSnapshots",
        message: say`the storage backend keeps ${disk} because of its snapshots`,
      };
    case "not-found":
      return {
        reason: "BackendVolumeNotFound",
        message: say`${driver} says that ${disk} does not exist: there is probably no data left`,
      };
    case "access-denied":
      return { reason: "BackendRefusesAccess", message: say`${driver} is not allowed to delete ${disk}` };
    case "finalizer-forbidden":
      return {
        reason: "FinalizerNotPermitted",
        message: say`${disk} is deleted, but the provisioner of ${driver} has no permission to change the volume object`,
      };
    case "secret":
      return {
        reason: "DeletionSecretMissing",
        message: say`${driver} lacks the secret that it needs to delete ${disk}`,
      };
    case "unsupported":
      return { reason: "DriverCannotDelete", message: say`${driver} cannot delete volumes at all` };
    case "node-gone":
    case "other":
      return { reason: "DeletionFails", message: say`${driver} fails to delete ${disk}` };
  }
}

function failed(volume: PersistentVolume, event: Event, isYoung: boolean, cluster: Cluster): Held {
  const { controller, driver } = deleterOf(volume);
  const text = event.message ?? "";
  const failure = deletionFailure(text);
  const base = {
    evidence: [hint(refOf(volume), "event", text)],
    avoid: [deleteFirst(volume)],
  };
  const said = say`: ${text}`;
  if (!isRecent(event, cluster)) {
    const silent = secondsSince(eventTime(event), cluster.now) ?? 0;
    return {
      ...base,
      reason: "ProvisionerGaveUp",
      holder: { controller: `${controller} of ${driver}` },
      message: say`no attempt to delete ${diskOf(volume)} for ${hours(silent)}; the last one failed${said}`,
      remedies: failure === "other" ? [restart(volume)] : [...remediesFor(volume, failure), restart(volume)],
    };
  }
  const { reason, message } = wordsFor(failure, driver, diskOf(volume));
  return {
    ...base,
    reason,
    holder: { driver },
    ...(isYoung ? { category: "waiting" } : {}),
    message: say`${message}${said}`,
    remedies: isYoung ? [] : remediesFor(volume, failure),
  };
}

function remediesFor(volume: PersistentVolume, failure: DeletionFailure): readonly RemedyCall[] {
  const on = refOf(volume);
  const { driver } = deleterOf(volume);
  const unblock: RemedyCall = {
    remedy: "unblock-deletion",
    on,
    using: { failure, driver, what: diskOf(volume) },
  };
  switch (failure) {
    case "attached":
      return [];
    case "unsupported":
      return [{ remedy: "set-retain", on }];
    case "not-found":
    case "finalizer-forbidden":
      return [unblock, ...dropWhenProven(volume)];
    case "in-use":
    case "has-snapshots":
    case "access-denied":
    case "secret":
    case "node-gone":
    case "other":
      return [unblock];
  }
}
