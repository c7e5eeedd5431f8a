import type { Cluster } from "../../../cluster/index.ts";
import { deletionSecretOf, finalizerNames, hostsOf } from "../../../controllers/index.ts";
import type { DeletionFailure } from "../../../evidence/index.ts";
import { credentialsRefused, deletionFailureOf, holdsUp, keptBySnapshots } from "../../../evidence/index.ts";
import type { ObjectRef, PersistentVolume, Phrase } from "../../../kubernetes/index.ts";
import { flatten, join, nameOf, say } from "../../../kubernetes/index.ts";
import {
  dropFinalizer,
  restartSidecar,
  restoreMissing,
  setRetain,
  unblockDeletion,
} from "../../../remedies/index.ts";
import type { RemedyCall } from "../../../report/index.ts";
import { deleterOf, diskOf } from "./reasons.ts";

/** A deletion that failed, and who says what. */
interface FailedDeletion {
  readonly failure: DeletionFailure;
  readonly driver: string;
  readonly text: string;
}

/** By its words; where they leave open whether it is because of snapshots, the snapshots that there are decide. */
export function whyDeletionFailed(volume: PersistentVolume, text: string, cluster: Cluster): DeletionFailure {
  const failure = deletionFailureOf(volume, text);
  return failure === "other" && holdsUp(keptBySnapshots(volume, text, cluster)) ? "has-snapshots" : failure;
}

/** The objects that the next step is about: the snapshots of the disk, or the Secret that the volume names. */
export function whatItNames(volume: PersistentVolume, text: string, cluster: Cluster): Phrase {
  const kept = keptBySnapshots(volume, text, cluster);
  if (kept.is === "unread") return say` (its VolumeSnapshotContents were not read)`;
  if (kept.snapshots.length > 0) return say` (${fewOf(kept.snapshots)})`;
  const refused = credentialsRefused(volume, cluster);
  return refused.is !== "unread" && holdsUp(refused) && refused.secret !== undefined
    ? say` (for its deletion the volume names ${nameOf(refused.secret)})`
    : [];
}

export function remediesForFailure(
  volume: PersistentVolume,
  { failure, driver, text }: FailedDeletion,
  cluster: Cluster,
): readonly RemedyCall[] {
  const [node] = hostsOf(volume);
  const unblock: RemedyCall = unblockDeletion(volume, {
    failure,
    driver,
    what: diskOf(volume),
    ...(node === undefined ? {} : { node }),
    ...snapshotsIn(volume, text, cluster),
  });
  switch (failure) {
    case "attached":
      return [];
    case "unsupported":
      return [setRetain(volume)];
    case "not-found":
    case "finalizer-forbidden":
      return [unblock, dropWhenProven(volume)];
    case "secret": {
      const secret = deletionSecretOf(volume);
      if (secret === undefined) return [unblock];
      return [
        restoreMissing(volume, { kind: "Secret", name: secret.name, namespace: secret.namespace ?? "" }),
      ];
    }
    case "in-use":
    case "has-snapshots":
    case "access-denied":
    case "file-denied":
    case "rights-in-kubernetes":
    case "node-gone":
    case "other-not-found":
    case "path-missing":
    case "other":
      return [unblock];
  }
}

/** More than this are counted. */
const mostNamed = 3;

function fewOf(refs: readonly ObjectRef[]): Phrase {
  const left = refs.length - mostNamed;
  const named = join(refs.slice(0, mostNamed).map(nameOf), ", ");
  return left > 0 ? say`${named} and ${left} more` : named;
}

function snapshotsIn(volume: PersistentVolume, text: string, cluster: Cluster) {
  const kept = keptBySnapshots(volume, text, cluster);
  if (kept.is === "unread" || kept.snapshots.length === 0) return {};
  return { snapshots: flatten(fewOf(kept.snapshots), (data) => data) };
}

export function restartProvisioner(volume: PersistentVolume): RemedyCall {
  return restartSidecar(volume, deleterOf(volume));
}

/** The remedy itself sees that the volume is being deleted and has the finalizer. */
export function dropWhenProven(volume: PersistentVolume): RemedyCall {
  return dropFinalizer(volume, {
    finalizer: finalizerNames.externalProvisioner,
    costs: "the work alone",
    leaks: diskOf(volume),
    prove: `${diskOf(volume)} no longer exists in the storage backend.`,
  });
}
