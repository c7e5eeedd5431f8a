import type { Index } from "../../cluster/index.ts";
import type { Resource } from "../../kubernetes/index.ts";
import {
  claimsByClass,
  claimsByDataSource,
  claimsByVolume,
  deletedClaimsByFinalizer,
  numberedClaims,
  primeClaims,
} from "./claims.ts";
import {
  deletedVolumesByFinalizer,
  openVolumesByClass,
  volumesByClaim,
  volumesByClass,
  volumesByHandle,
} from "./volumes.ts";

export * from "./by-name.ts";
export * from "./claims.ts";
export * from "./events.ts";
export * from "./nodes.ts";
export * from "./pods.ts";
export * from "./snapshots.ts";
export * from "./volumes.ts";

function ofOneKind<R extends Resource>(...indexes: readonly Index<R>[]): readonly Index<Resource>[] {
  // The caller hands each only objects of the resource it is on.
  return indexes;
}

/** Of many objects, a caller that asks one of these will ask the others: they are made in one walk. */
export const madeTogether: readonly (readonly Index<Resource>[])[] = [
  ofOneKind(volumesByClaim, volumesByHandle, volumesByClass, openVolumesByClass, deletedVolumesByFinalizer),
  ofOneKind(
    claimsByVolume,
    claimsByClass,
    claimsByDataSource,
    deletedClaimsByFinalizer,
    numberedClaims,
    primeClaims,
  ),
];
