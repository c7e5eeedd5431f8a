import type { Cluster } from "../cluster/index.ts";
import type { Knowledge } from "../define/index.ts";
import { claimsFreedBy, isClaim, listed, relativesOf, unseenBehind } from "../define/index.ts";
import type { KubeObject, ObjectRef } from "../kubernetes/index.ts";
import { isTerminating, nameKey, refOf } from "../kubernetes/index.ts";
import type { Act, Fate } from "../report/index.ts";
import { fateAhead, fateOf, unseenFate } from "./fate.ts";
import { imagine } from "./imagine.ts";
import { legacyOf, predict } from "./predict.ts";
import { createWorld } from "./world.ts";

/**
 * What becomes of the data once the acts are done, and what still holds these objects then ends: of what the acts are done to,
 * of the object that they are done for, and of what these free.
 *
 * @param released what becomes of it once the holds end for which the step is offered: that of a holder that is deleted
 */
export function fatesAfter(
  acts: readonly Act[],
  object: KubeObject,
  { cluster, knowledge }: { readonly cluster: Cluster; readonly knowledge: Knowledge },
  released: () => readonly Fate[],
): readonly Fate[] {
  if (acts.every((act) => act.do === "delete"))
    return [...released(), ...acts.flatMap(({ on }) => freedWith(on, cluster, knowledge))];
  const subjects = subjectsOf([refOf(object), ...acts.map(({ on }) => on)], cluster);
  const world = createWorld(cluster);
  const edited = createWorld(cluster);
  for (const act of acts) {
    imagine(act, world);
    // Of what an act deletes, the fate of the data is told as it was before; of what it changes, as it is then.
    if (act.do === "edit") imagine(act, edited);
  }
  // What was deleted is followed in what it leaves behind. Each sees the world as the others leave it.
  const all = subjects.map((each) => {
    const left = world.find(refOf(each)) === undefined ? legacyOf(each) : undefined;
    return predict(left ?? refOf(each), world, knowledge);
  });
  const prediction = {
    steps: all.flatMap(({ steps }) => steps),
    moves: all.flatMap(({ moves }) => moves),
    end: world,
    unread: [],
  };
  return subjects.flatMap((each) => [
    ...listed(fateOf(each, edited.cluster, prediction, knowledge)).filter(
      (fate) => !isUnknownAnyway(each, fate),
    ),
    ...unseenFate(unseenBehind(each, cluster)),
  ]);
}

/** Where a claim that is not being deleted has its data cannot be told without the step either. */
function isUnknownAnyway(object: KubeObject, { data, unseen }: Fate): boolean {
  return data === "unknown" && unseen === undefined && isClaim(object) && !isTerminating(object);
}

function subjectsOf(refs: readonly ObjectRef[], cluster: Cluster): readonly KubeObject[] {
  const found = new Map<string, KubeObject>();
  const add = (objects: readonly KubeObject[]) => {
    for (const each of objects) found.set(nameKey(refOf(each)), each);
  };
  for (const ref of refs) {
    const resolved = cluster.resolve(ref);
    if (resolved?.state !== "found") continue;
    const { object } = resolved;
    const freed = [...withData(object, cluster), ...claimsFreedBy(object, cluster)];
    add([...freed, ...freed.flatMap((each) => claimsFreedBy(each, cluster))]);
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

/** A claim or snapshot is deleted by name, and then frees what waits for it. */
function freedWith(on: ObjectRef, cluster: Cluster, knowledge: Knowledge): readonly Fate[] {
  const found = cluster.resolve(on);
  if (found?.state !== "found" || !["VolumeSnapshot", "PersistentVolumeClaim"].includes(found.object.kind))
    return [];
  const { object } = found;
  return [
    ...claimsFreedBy(object, cluster).flatMap((claim) => fateAhead(claim, cluster, knowledge) ?? []),
    ...unseenFate(unseenBehind(object, cluster)),
  ];
}
