import type { KubeObject, PersistentVolume } from "../../kubernetes/index.ts";
import { isTerminating, refOf } from "../../kubernetes/index.ts";
import type { Fate } from "../../report/index.ts";
import type { Analysis } from "../analysis.ts";
import { backingOf } from "./disks.ts";
import { throughOtherVolume, unseenFate } from "./fate.ts";
import { claimsFreedBy, unseenBehind } from "./freed-claims.ts";

/** What a step about this object puts at stake: its own data, and that of the claims that wait for it. */
export function atStake(object: KubeObject, analysis: Analysis): readonly Fate[] {
  const all = [object, ...claimsFreedBy(object, analysis.cluster)];
  return [
    ...all.flatMap((each) => stakeIn(each, analysis) ?? []),
    ...unseenFate(unseenBehind(object, analysis.cluster)),
  ];
}

/** What cannot be known although everything was read is no reason against a step: what a controller does to it tells. */
export function isKnowable({ data, unseen }: Fate): boolean {
  return data !== "unknown" || unseen !== undefined;
}

/** The disk, and what keeps it. Only of what is unknown it has to be asked why. */
function stakeIn(object: KubeObject, analysis: Analysis): Fate | undefined {
  const data = analysis.dataOf(object);
  switch (data) {
    case "unknown":
      return analysis.isVoid() ? undefined : analysis.fateOf(object);
    case "destroyed":
    case "exposed":
    case "leaked":
      return { data, because: [], ...diskBehind(object, analysis) };
    case "kept":
    case "already-gone":
    case "none":
    case undefined:
      return undefined;
  }
}

function diskBehind(object: KubeObject, analysis: Analysis): Partial<Fate> {
  const [disk] = analysis.disksOf(object);
  if (disk === undefined || "fate" in disk) return {};
  const { record } = disk;
  const { policy: _, ...where } = backingOf(record);
  const through =
    record.kind === "PersistentVolume"
      ? throughOtherVolume(record as PersistentVolume, analysis.cluster)
      : {};
  return { volume: refOf(record), ...where, ...through };
}

/** Of a claim that is being deleted it would be a false comfort that its data stays as long as its pods. */
export function isAtStake({ data }: Fate): boolean {
  return data !== "kept" && data !== "none";
}

/** Is what stands for the disk being deleted? The end of an attachment does not delete the disk. */
export function isDiskEnding(object: KubeObject): boolean {
  return isTerminating(object) && object.kind !== "VolumeAttachment";
}
