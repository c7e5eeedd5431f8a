import type { Cluster, Unread } from "../../../cluster/index.ts";
import { hostsOf, isLocalProvisioned } from "../../../controllers/index.ts";
import { couldNotRead } from "../../../define/index.ts";
import type { AttemptEvent, DeletionFailure } from "../../../evidence/index.ts";
import {
  deletionFailureOf,
  explained,
  lastFailure,
  provisionerInstalled,
  withMeaning,
} from "../../../evidence/index.ts";
import type { PersistentVolume, Phrase } from "../../../kubernetes/index.ts";
import { say, secondsSince, words } from "../../../kubernetes/index.ts";
import type { Evidence } from "../../../report/index.ts";
import { hint, proof } from "../../../report/index.ts";
import { sidecarToldOf } from "../sidecar-words.ts";
import {
  dropWhenProven,
  remediesForFailure,
  restartProvisioner,
  whatItNames,
  whyDeletionFailed,
} from "./failure.ts";
import type { ReleasedHold } from "./reasons.ts";
import { deleterOf, diskOf, wordsFor } from "./reasons.ts";

/** Seconds within which a driver starts; the longest pause between two attempts, with something added. */
const patience = { start: 120, retry: 600 };

/** What the last attempt to delete the disk says, or that there was none. */
export function attemptHold(volume: PersistentVolume, cluster: Cluster): ReleasedHold {
  const waited = secondsSince(releasedSince(volume), cluster.now);
  const release = waited !== undefined && waited < patience.start ? "young" : "old";
  const attempt = lastFailure(volume, "delete-disk", cluster);
  if (attempt.is === "unread")
    return release === "young" ? couldNotRead(attempt.unread) : overdue(volume, attempt.unread, cluster);
  if (attempt.told === undefined)
    return release === "young" ? aboutToStart(volume) : neverTried(volume, waited, cluster);
  return failed(volume, attempt.told, release, cluster);
}

/** Does the last attempt show that the provisioner still retries? */
export function isRecent(attempt: AttemptEvent, cluster: Cluster): boolean {
  const silent = secondsSince(attempt.at, cluster.now);
  return silent === undefined || silent <= patience.retry;
}

function releasedSince(volume: PersistentVolume): string | undefined {
  return volume.status?.lastPhaseTransitionTime ?? volume.metadata.deletionTimestamp;
}

function whenReleased(volume: PersistentVolume): readonly Evidence[] {
  const { phase, lastPhaseTransitionTime } = volume.status ?? {};
  return [
    proof(volume, "status.phase", phase),
    ...(lastPhaseTransitionTime === undefined
      ? []
      : [proof(volume, "status.lastPhaseTransitionTime", lastPhaseTransitionTime)]),
  ];
}

function aboutToStart(volume: PersistentVolume): ReleasedHold {
  const { driver } = deleterOf(volume);
  return {
    reason: "DeletionAboutToStart",
    holder: { driver },
    message: say`the volume was released a moment ago: ${driver} will delete ${diskOf(volume)} next`,
    evidence: whenReleased(volume),
  };
}

function overdue(volume: PersistentVolume, unread: Unread, cluster: Cluster): ReleasedHold {
  const { driver } = deleterOf(volume);
  const isAbsent = provisionerInstalled(volume, cluster).is === "refuted";
  const trace = isAbsent ? words("; no CSIDriver and no node has that name") : [];
  return {
    reason: "DeletionOverdue",
    holder: { driver },
    message: say`${driver} should have deleted ${diskOf(volume)} long ago; only events say why it did not, and they were not read (${unread.reason})${trace}`,
    evidence: whenReleased(volume),
  };
}

function neverTried(volume: PersistentVolume, waited: number | undefined, cluster: Cluster): ReleasedHold {
  const { controller, driver } = deleterOf(volume);
  const runs = sidecarToldOf(controller, driver, cluster);
  const asked = say`: is the provisioner of ${driver} running?`;
  const howLong = waited === undefined ? [] : say` for ${hours(waited)}`;
  return {
    reason: "DeletionNeverTried",
    holder: { controller: `${controller} of ${driver}` },
    message: say`the volume has been Released${howLong}, its policy is Delete, and no failed attempt to delete ${diskOf(volume)} is recorded${runs === undefined ? asked : say`; ${runs.says}`}`,
    evidence: [hint(volume, "event", "no VolumeFailedDelete"), ...(runs?.evidence ?? [])],
    remedies: [restartProvisioner(volume), dropWhenProven(volume)],
    avoid: deleteFirst(volume),
  };
}

function hours(seconds: number): string {
  if (seconds < 7200) return `${Math.floor(seconds / 60)} minutes`;
  return seconds < 172800 ? `${Math.floor(seconds / 3600)} hours` : `${Math.floor(seconds / 86400)} days`;
}

function deleteFirst(volume: PersistentVolume, failure?: DeletionFailure) {
  if (failure === "path-missing") {
    return {
      step: say`delete the volume object manually`,
      because: say`nothing would erase ${diskOf(volume)}: when the disk is back, a local provisioner would publish it as Available with the old data`,
    };
  }
  return {
    step: say`delete the volume object, or its finalizers, first`,
    because:
      failure === "not-found"
        ? say`if the driver only looked in the wrong place, ${diskOf(volume)} would remain in the storage backend with no record of it`
        : say`${diskOf(volume)} would remain in the storage backend with no record of it`,
  };
}

function failed(
  volume: PersistentVolume,
  attempt: AttemptEvent,
  release: "young" | "old",
  cluster: Cluster,
): ReleasedHold {
  const { controller } = deleterOf(volume);
  const driver = speakerOf(attempt, volume);
  const text = attempt.message;
  const failure = whyDeletionFailed(volume, text, cluster);
  const base = {
    evidence: [hint(volume, "event", text)],
    avoid: failure === "finalizer-forbidden" ? [] : [deleteFirst(volume, failure)],
  };
  const named = whatItNames(volume, text, cluster);
  const said = say`${named}: ${text}`;
  if (!isRecent(attempt, cluster)) {
    const silent = secondsSince(attempt.at, cluster.now) ?? 0;
    return {
      ...base,
      reason: "ProvisionerGaveUp",
      holder: { controller: `${controller} of ${driver}` },
      message: say`no attempt to delete ${diskOf(volume)} has been made for ${hours(silent)}; the last one failed${said}`,
      remedies:
        failure === "other"
          ? [restartProvisioner(volume)]
          : [...remediesForFailure(volume, { failure, driver, text }, cluster), restartProvisioner(volume)],
    };
  }
  const told = wordsFor(failure, driver, diskOf(volume), placeOf(volume));
  const isPassing = failure === "other" && endsByItself(text, driver);
  const reason = isPassing ? "DeletionRetried" : told.reason;
  // What the words leave open is told as a guess.
  const isGuess = failure !== deletionFailureOf(volume, text);
  const message = isGuess
    ? say`${driver} fails to delete ${diskOf(volume)}, most likely because of its snapshots`
    : told.message;
  return {
    ...base,
    reason,
    holder: { driver },
    ...(release === "young" ? { category: "waiting" } : {}),
    message: isOfDriver(failure, text, driver)
      ? withMeaning(say`${message}${named}`, text, driver)
      : say`${message}${said}`,
    remedies:
      release === "young" || isPassing ? [] : remediesForFailure(volume, { failure, driver, text }, cluster),
  };
}

/** A retry alone is enough, and nothing has to be repaired: too many requests, another operation. */
function endsByItself(text: string, driver: string): boolean {
  const known = explained(text, driver);
  return known?.retry === "alone" && known.mends === undefined;
}

/** Of the others, the words of the reason say what it means. */
function isOfDriver(failure: DeletionFailure, text: string, driver: string): boolean {
  if (failure === "other") return true;
  const isElsewhere = failure === "other-not-found" || failure === "node-gone";
  return isElsewhere && explained(text, driver) !== undefined;
}

/**
 * Who says what is told: the component, not who should have spoken. A sidecar calls itself by its driver and its pod:
 * kubernetes-csi/external-provisioner cmd/csi-provisioner/csi-provisioner.go; a local provisioner by its node:
 * kubernetes-sigs/sig-storage-local-static-provisioner cmd/local-volume-provisioner/main.go.
 */
function speakerOf({ by }: AttemptEvent, volume: PersistentVolume): string {
  const { driver } = deleterOf(volume);
  if (by === "" || by === driver || by.startsWith(`${driver}_`)) return driver;
  if (by === "persistentvolume-controller") return driver;
  if (isLocalProvisioned(volume) && by.startsWith(localProvisioner)) return localProvisioner;
  const [name = by] = by.split("_");
  return name;
}

const localProvisioner = "local-volume-provisioner";

/** Where a path is a handle, its machine is part of the name. */
function placeOf(volume: PersistentVolume): Phrase {
  const [host] = hostsOf(volume);
  return host === undefined ? say`${diskOf(volume)} on its node` : say`${diskOf(volume)} on node/${host}`;
}
