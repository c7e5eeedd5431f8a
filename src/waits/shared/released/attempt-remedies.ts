import { type DeletionFailure, finalizerNames, hostsOf } from "../../../controllers/index.ts";
import { type PersistentVolume, type RemedyCall, refOf } from "../../../model/index.ts";
import { deleterOf, diskOf } from "./deleter.ts";

export function restart(volume: PersistentVolume): RemedyCall {
  return { remedy: "restart-sidecar", on: refOf(volume), using: deleterOf(volume) };
}

/** The remedy itself sees that the volume is being deleted and has the finalizer. */
export function dropWhenProven(volume: PersistentVolume): RemedyCall {
  return {
    remedy: "drop-finalizer",
    on: refOf(volume),
    using: {
      finalizer: finalizerNames.externalProvisioner,
      safety: "risky",
      leaks: diskOf(volume),
      prove: `${diskOf(volume)} no longer exists in the storage backend.`,
    },
  };
}

export function remediesFor(
  volume: PersistentVolume,
  failure: DeletionFailure,
  driver: string,
): readonly RemedyCall[] {
  const on = refOf(volume);
  const [node] = hostsOf(volume);
  const unblock: RemedyCall = {
    remedy: "unblock-deletion",
    on,
    using: { failure, driver, what: diskOf(volume), ...(node === undefined ? {} : { node }) },
  };
  switch (failure) {
    case "attached":
      return [];
    case "unsupported":
      return [{ remedy: "set-retain", on }];
    case "not-found":
    case "finalizer-forbidden":
      return [unblock, dropWhenProven(volume)];
    case "in-use":
    case "has-snapshots":
    case "access-denied":
    case "secret":
    case "node-gone":
    case "other-not-found":
    case "path-missing":
    case "other":
      return [unblock];
  }
}
