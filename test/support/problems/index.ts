/**
 * Small clusters with problems, each of which can be: disks with their claims, volumes, pods, attachments and snapshots, in
 * any moment of their lives, among machines, drivers and controllers that work or do not.
 */
import fc from "fast-check";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { kinds } from "../../../src/kubernetes/index.ts";
import { diskObjects, disks } from "./disk.ts";
import { podObjects, podsOfDisk, workloads } from "./pods.ts";
import { snapshotClassObject, snapshotObjects, snapshotsOfDisk } from "./snapshots.ts";
import { eventObject, surroundingObjects, surroundings, words } from "./surroundings.ts";

const parts = fc.record({
  disks: fc.array(fc.record({ disk: disks, pods: podsOfDisk, snapshots: snapshotsOfDisk }), {
    minLength: 1,
    maxLength: 2,
  }),
  workload: workloads,
  surroundings,
  words,
  /** Places of objects that were removed, as hands and accidents do. */
  removed: fc.oneof(
    { arbitrary: fc.constant<readonly number[]>([]), weight: 3 },
    { arbitrary: fc.array(fc.nat(20), { maxLength: 1 }), weight: 1 },
  ),
});

/** The objects of one cluster. */
export const problemClusters: fc.Arbitrary<readonly KubeObject[]> = parts.map(
  ({ disks: all, workload, surroundings: around, words: said, removed }) =>
    distinct([
      ...all.flatMap(({ disk }, at) => diskObjects(disk, at)),
      ...podObjects(
        all.map(({ pods }) => pods),
        workload,
      ),
      ...all.flatMap(({ snapshots }, at) => snapshots.flatMap((each) => snapshotObjects(each, at))),
      ...(all.some(({ snapshots }) => snapshots.length > 0) ? [snapshotClassObject] : []),
      ...surroundingObjects(around),
      ...said.map(eventObject),
    ])
      .filter(isPossible)
      .filter((_, at) => !removed.includes(at)),
);

/** What is deleted and kept by nothing does not exist; a pod is kept by its kubelet. */
function isPossible({ kind, metadata }: KubeObject): boolean {
  const isKept = kind === "Pod" || kind === "Namespace" || (metadata.finalizers ?? []).length > 0;
  return metadata.deletionTimestamp === undefined || isKept;
}

/** Lists that may be missing from what was read. */
export const lists = fc.constantFrom(...kinds.map(({ resource }) => resource));

function distinct(objects: readonly KubeObject[]): readonly KubeObject[] {
  const keyOf = ({ kind, metadata }: KubeObject) => `${kind}/${metadata.namespace ?? ""}/${metadata.name}`;
  return [...new Map(objects.map((object) => [keyOf(object), object])).values()];
}
