import type { Index, Resource } from "../../model/index.ts";
import { claimsByDataSource, claimsByVolume } from "./claims.ts";
import { openVolumesByClass } from "./open-volumes.ts";
import { primeClaims } from "./populator.ts";
import { numberedClaims } from "./statefulset-claims.ts";
import { claimsByClass, volumesByClass } from "./storage-classes.ts";
import { deletedClaimsByFinalizer, deletedVolumesByFinalizer } from "./terminating.ts";
import { volumesByClaim, volumesByHandle } from "./volumes.ts";

function ofOneKind<R extends Resource>(...indexes: readonly Index<R>[]): readonly Index<Resource>[] {
  // The caller hands each only objects of the resource it is on.
  return indexes as unknown as readonly Index<Resource>[];
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
