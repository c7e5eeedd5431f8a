import type { Cluster } from "../cluster/index.ts";
import { listed, relativesOf } from "../define/index.ts";
import type { KubeObject, ObjectRef } from "../kubernetes/index.ts";
import { isTerminating, nameKey, refOf } from "../kubernetes/index.ts";
import type { Act, Fate } from "../report/index.ts";
import type { Analysis } from "./analysis.ts";
import { unseenFate } from "./disks/fate.ts";
import { claimsFreedBy, deletedClaimsOf, isClaim, unseenBehind } from "./disks/freed-claims.ts";

/**
 * What becomes of the data once the acts are done, and what still holds these objects then ends: of what the acts are done to,
 * of the object that they are done for, and of what these free.
 *
 * @param released what becomes of it once the holds end for which the step is offered: that of a holder that is deleted
 */
export function fatesAfter(
  acts: readonly Act[],
  object: KubeObject,
  analysis: Analysis,
  released: () => readonly Fate[],
): readonly Fate[] {
  if (acts.every(endsItsHolder)) return [...released(), ...acts.flatMap(({ on }) => freedWith(on, analysis))];
  const timeline = analysis.future(object, { done: acts });
  return subjectsOf([refOf(object), ...acts.map(({ on }) => on)], analysis.cluster).flatMap((each) => [
    ...listed(timeline.outcomeOf(each)?.tell()).filter((fate) => !isUnknownAnyway(each, fate)),
    ...unseenFate(unseenBehind(each, analysis.cluster)),
  ]);
}

/**
 * Who holds an object is deleted, and nothing else happens. Of an attachment, the attacher also removes its finalizer from the
 * volume: the object may go by that before its disk.
 */
function endsItsHolder(act: Act): boolean {
  return act.do === "delete" && act.dependents === undefined && act.on.kind !== "VolumeAttachment";
}

/** Where a claim that is not being deleted has its data cannot be told without the step either. */
function isUnknownAnyway(object: KubeObject, { data, unseen }: Fate): boolean {
  return data === "unknown" && unseen === undefined && isClaim(object) && !isTerminating(object);
}

function subjectsOf(refs: readonly ObjectRef[], cluster: Cluster): readonly KubeObject[] {
  const found = new Map<string, KubeObject>();
  for (const ref of refs) {
    const resolved = cluster.resolve(ref);
    if (resolved?.state !== "found") continue;
    const { object } = resolved;
    const freed = [...withData(object, cluster), ...claimsFreedBy(object, cluster)];
    for (const each of [...freed, ...freed.flatMap((one) => claimsFreedBy(one, cluster))])
      found.set(nameKey(refOf(each)), each);
  }
  return [...found.values()];
}

/** An attachment has no data of its own, and a content that is being deleted can end its snapshot. */
function withData(object: KubeObject, cluster: Cluster): readonly KubeObject[] {
  const around = () =>
    relativesOf(object, cluster).flatMap((relative) => ("object" in relative ? [relative.object] : []));
  switch (object.kind) {
    case "VolumeAttachment":
      return around();
    case "VolumeSnapshotContent":
      return [object, ...around().filter(isTerminating)];
    default:
      return [object];
  }
}

/**
 * Of a pod with more volumes than this, each disk is told, and kept, only in the report of its own claim: each of these claims asks
 * for the deletion of the pod. What the deletion loses still decides its label.
 */
const mostVolumes = 16;

/** A claim or snapshot is deleted by name, and then frees what waits for it, as a pod does. */
function freedWith(on: ObjectRef, analysis: Analysis): readonly Fate[] {
  const found = analysis.cluster.resolve(on);
  if (found?.state !== "found") return [];
  const { object } = found;
  if (object.kind === "Pod") {
    const hasMany = (object.spec?.volumes ?? []).length > mostVolumes;
    const freed = hasMany ? [] : deletedClaimsOf(object, analysis.cluster);
    return freed.flatMap((claim) => listed(analysis.fateOf(claim)));
  }
  if (object.kind !== "VolumeSnapshot" && object.kind !== "PersistentVolumeClaim") return [];
  const own = () => analysis.future(object, { deleted: on }).outcomeOf(object)?.tell();
  return [
    ...(isTerminating(object) ? [] : listed(own())),
    ...claimsFreedBy(object, analysis.cluster).flatMap((claim) => listed(analysis.fateOf(claim))),
    ...unseenFate(unseenBehind(object, analysis.cluster)),
  ];
}
