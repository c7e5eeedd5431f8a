/**
 * How much is asked and looked at to explain every object of the shapes that the benchmark of growth measures, counted:
 * that none of it grows with the square must not depend on a clock.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readAt } from "../../bench/growth/shape.ts";
import { shapes } from "../../bench/growth/shapes.ts";
import { createAnalysis, diagnose, diagnosesOf } from "../../src/analysis/index.ts";
import type { Cluster } from "../../src/cluster/index.ts";
import { createCluster } from "../../src/cluster/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { snapshotOf } from "../support/snapshot.ts";

interface Effort {
  /** Questions, and objects in their answers. */
  count: number;
}

function counted(base: Cluster, effort: Effort): Cluster {
  function* each<T>(objects: Iterable<T>): Iterable<T> {
    for (const object of objects) {
      effort.count += 1;
      yield object;
    }
  }
  return {
    ...base,
    get(resource, name, namespace) {
      effort.count += 1;
      return base.get(resource, name, namespace);
    },
    lookup(index, key, scope) {
      const listed = base.lookup(index, key, scope);
      effort.count += 1 + (listed.read ? listed.items.length : 0);
      return listed;
    },
    list(resource, scope) {
      const listed = base.list(resource, scope);
      effort.count += 1 + (listed.read ? listed.items.length : 0);
      return listed;
    },
    walkWith(index, key, scope) {
      const walked = base.walkWith(index, key, scope);
      return walked.read ? { read: true, objects: each(walked.objects) } : walked;
    },
    walkAll(resource, scope) {
      const walked = base.walkAll(resource, scope);
      return walked.read ? { read: true, objects: each(walked.objects) } : walked;
    },
  };
}

const explained = [
  "PersistentVolumeClaim",
  "PersistentVolume",
  "Pod",
  "VolumeAttachment",
  "VolumeSnapshot",
  "VolumeSnapshotContent",
  "Namespace",
  "StorageClass",
  "CSIDriver",
  "Node",
  "StatefulSet",
];

/** They are explained by what they are made of. */
const explainedByParts = ["StatefulSet", "Node", "StorageClass"];

/** Of these, the answer about each object is as long as N: only some are asked about. */
const onlySome: Readonly<Record<string, (object: KubeObject, count: number) => boolean>> = {
  "clones, each of the one before it, N deep": ({ metadata }, count) => metadata.name === `data-${count - 1}`,
  // Not linear yet about all of them: in each future the ends of all volumes of the disk are worked out again.
  "N claims with volumes of one disk, of which no events were read": ({ metadata }) =>
    metadata.name === "data-0",
};

/** What the deletion of a snapshot would do comes after what all others of its claim do: a table does not tell it. */
function mannerFor({ kind }: KubeObject, shape: string): Parameters<typeof diagnose>[2] {
  const isOne = shape.startsWith("N unfinished snapshots") && kind.startsWith("VolumeSnapshot");
  return isOne ? { deletion: "untold" } : {};
}

function effortFor(shape: (typeof shapes)[number], count: number): number {
  const objects = shape.of(count);
  const effort: Effort = { count: 0 };
  const snapshot = { ...snapshotOf(objects), takenAt: readAt };
  const cluster = counted(createCluster(snapshot), effort);
  const analysis = createAnalysis(cluster, knowledge);
  const isAsked = onlySome[shape.name.replace(/, with disks that are kept$/, "")] ?? (() => true);
  for (const object of objects.filter((each) => isAsked(each, count)))
    if (explainedByParts.includes(object.kind)) diagnosesOf(object, analysis);
    else if (explained.includes(object.kind)) diagnose(object, analysis, mannerFor(object, shape.name));
  return effort.count / count;
}

/** With volumes whose disks are kept: no early loss settles what the label of a step is. */
const kept: typeof shapes = shapes.map((shape) => ({
  ...shape,
  name: `${shape.name}, with disks that are kept`,
  of: (count) => shape.of(count).map(retained),
}));

function retained(object: KubeObject): KubeObject {
  if (object.kind !== "PersistentVolume") return object;
  return { ...object, spec: { ...object.spec, persistentVolumeReclaimPolicy: "Retain" } };
}

const all = [...shapes, ...kept.filter(({ name }) => name.includes("deleted claim"))];

/** The smaller numbers cost less, and the larger ones show what begins only with many. */
const sizes = [18, 24, 40];

for (const shape of all) {
  test(`${shape.name}: as much for each of many as for each of few`, () => {
    for (const size of sizes) {
      const [few, many] = [effortFor(shape, size), effortFor(shape, 4 * size)];
      const told = `${few.toFixed(1)} for each of ${size}, ${many.toFixed(1)} for each of ${4 * size}`;
      // Each report of a claim looks once at the names of all claims of its pod, and each of a snapshot at those of its claim.
      assert.ok(many < few * 1.08, told);
    }
  });
}
