import type { Cluster } from "../../cluster/index.ts";
import { claimsTakenAlong } from "../../controllers/index.ts";
import type { KubeObject } from "../../kubernetes/index.ts";
import { isTerminating, refOf } from "../../kubernetes/index.ts";
import type { Fate } from "../../report/index.ts";
import type { Analysis, Timeline } from "../analysis.ts";
import { isAtStake } from "./at-stake.ts";
import { isDestruction, isOpening } from "./ending.ts";
import { byGravityOfData, unseenFate } from "./fate.ts";
import { claimsFreedBy, claimsGoingWith, deletedClaimsOf, volumesFreedBy } from "./freed-claims.ts";

/** The worst that becomes of the data of claims and volumes that go on, or are deleted, once this object is deleted. */
export function dataDeletedWith(
  object: KubeObject,
  timeline: Timeline,
  analysis: Analysis,
): Fate | undefined {
  // Another pod or finalizer may still keep it.
  const freed = deletedClaimsOf(object, analysis.cluster).filter((claim) => !timeline.stays(refOf(claim)));
  const going = claimsGoingWith(object, analysis.cluster);
  const fates = [
    ...freed.flatMap((claim) => cameIn(timeline, claim) ?? analysis.fateOf(claim) ?? []),
    ...going.flatMap((claim) => timeline.outcomeOf(claim)?.tell() ?? []),
    ...volumesFreedBy(object, analysis.cluster).flatMap((volume) => analysis.fateOf(volume) ?? []),
  ];
  return byGravityOfData([...fates.filter(isAtStake), ...dataUnseen(object, analysis.cluster)])[0];
}

/** The fate of a claim, where this future has the step that brings it. */
function cameIn(timeline: Timeline, claim: KubeObject): Fate | undefined {
  const fate = timeline.outcomeOf(claim)?.tell();
  if (fate?.volume === undefined) return undefined;
  const at = timeline.first(fate.volume, fate.data === "destroyed" ? isDestruction : isOpening);
  return at !== undefined && timeline.steps[at]?.fate === fate.data ? fate : undefined;
}

/** What becomes of the data of claims that are being deleted, or are deleted with this pod, once this object no longer holds them. */
export function dataFreedBy(object: KubeObject, analysis: Analysis): readonly Fate[] {
  return [
    ...claimsFreedBy(object, analysis.cluster).flatMap((claim) => analysis.fateOf(claim) ?? []),
    ...(isTerminating(object) ? dataUnseen(object, analysis.cluster) : []),
  ];
}

function dataUnseen(object: KubeObject, cluster: Cluster): readonly Fate[] {
  const { unread } = object.kind === "Pod" ? claimsTakenAlong(object, cluster) : {};
  return unseenFate(unread);
}
