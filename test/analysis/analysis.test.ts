/** What the one account says of futures that begin with an event, how far they are worked out, and what is remembered. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Analysis, Timeline } from "../../src/analysis/index.ts";
import { createAnalysis } from "../../src/analysis/index.ts";
import type { Cluster, Unread } from "../../src/cluster/index.ts";
import { createCluster } from "../../src/cluster/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { flatten, nameKey, refOf, seenRefOf } from "../../src/kubernetes/index.ts";
import { claim, claimRefTo, ebs, node, pod, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

const leaving = claim({
  deletionTimestamp: "2026-11-20T10:00:00Z",
  finalizers: ["kubernetes.io/pvc-protection"],
  phase: "Bound",
  volumeName: "pv-data",
  annotations: { "pv.kubernetes.io/bind-completed": "yes" },
});
const disk = volume({
  phase: "Bound",
  claimRef: claimRefTo(leaving),
  finalizers: ["kubernetes.io/pv-protection", "external-provisioner.volume.kubernetes.io/finalizer"],
  annotations: { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" },
  spec: ebs,
});
const user = pod({ claims: ["data"] });
const everything = [leaving, disk, user, node()];

function analysisOf(objects: readonly KubeObject[], hidden: readonly Resource[] = []): Analysis {
  return createAnalysis(createCluster(snapshotOf(objects, hidden)), knowledge);
}

const destruction = ({ moves }: Timeline) => moves.find(({ action }) => action.do === "destroy-backend");

/** What must end before the disk is deleted; `undefined` where it is not. */
function waits(timeline: Timeline): readonly string[] | undefined {
  return destruction(timeline)?.after.map(({ holder }) =>
    "object" in holder ? nameKey(holder.object) : JSON.stringify(holder),
  );
}

describe("what comes of", () => {
  const analysis = analysisOf(everything);

  test("nothing: the disk is deleted when the pod is", () =>
    assert.deepEqual(waits(analysis.future(leaving)), [nameKey(refOf(user))]));

  test("the end of what holds the claim: the disk is deleted, and nothing else is waited for", () => {
    const timeline = analysis.future(leaving, { released: analysis.causesOf(leaving).rootHolds });
    assert.deepEqual(waits(timeline), []);
    assert.equal(timeline.stays(refOf(leaving)), false);
    assert.match(flatten(timeline.outcomeOf(leaving)?.tell().because ?? [], String), /^at once, /);
  });

  test("the end of one of two pods: the other one is waited for", () => {
    const other = pod({ name: "web-1", claims: ["data"] });
    const both = analysisOf([...everything, other]);
    const [first, ...more] = both.causesOf(leaving).rootHolds;
    assert.ok(first !== undefined && more.length === 1);
    const left = more.flatMap(({ holder }) => ("object" in holder ? [nameKey(holder.object)] : []));
    assert.deepEqual(waits(both.future(leaving, { released: [first] })), left);
  });

  test("the end of a hold that no model can end, while a controller acts on the object all the same", () => {
    const orphan = pod({
      phase: "Succeeded",
      nodeName: "node-z",
      deletionTimestamp: true,
      finalizers: ["batch.kubernetes.io/job-tracking"],
    });
    const alone = analysisOf([orphan, node({ name: "node-a" })]);
    const timeline = alone.future(orphan, { released: alone.causesOf(orphan).rootHolds });
    assert.ok(timeline.moves.some(({ controller }) => controller === "pod-garbage-collector"));
    assert.equal(timeline.stays(refOf(orphan)), false);
  });

  test("the end of a hold that no model can end: its finalizer is removed, and the volume is deleted", () => {
    const held = volume({ deletionTimestamp: true, finalizers: ["x.io/y"], policy: "Retain", spec: ebs });
    const unknown = analysisOf([held]);
    const timeline = unknown.future(held, { released: unknown.causesOf(held).rootHolds });
    assert.deepEqual(
      timeline.moves.map(({ action, after }) => [action.do, after.length]),
      [["remove-finalizer", 0]],
    );
    assert.equal(timeline.stays(refOf(held)), false);
  });

  test("a request for it: the same as if the cluster were so", () => {
    const done = [
      { do: "drop-finalizer", on: seenRefOf(leaving), finalizer: "kubernetes.io/pvc-protection" },
    ] as const;
    const timeline = analysis.future(leaving, { done });
    assert.equal(timeline.outcomeOf(disk)?.data, "destroyed");
    assert.deepEqual(waits(timeline), []);
  });

  test("the deletion of what lives: what it waits for is told before the fate of the disk", () => {
    const { deletionTimestamp: _, ...metadata } = leaving.metadata;
    const living = { ...leaving, metadata };
    const timeline = analysisOf([living, disk, user, node()]).future(living, { deleted: refOf(living) });
    const fate = timeline.outcomeOf(living)?.tell();
    assert.equal(fate?.data, "destroyed");
    assert.equal(timeline.waitsFor(refOf(living), fate).goesWhen.length, 1);
  });
});

/** How often the cluster is asked for anything. */
function counted(cluster: Cluster, asked: { count: number }): Cluster {
  return {
    ...cluster,
    get(resource, name, namespace) {
      asked.count += 1;
      return cluster.get(resource, name, namespace);
    },
    resolve(ref) {
      asked.count += 1;
      return cluster.resolve(ref);
    },
  };
}

describe("a future is worked out", () => {
  test("not before anything is asked of it", () => {
    const asked = { count: 0 };
    const cluster = counted(createCluster(snapshotOf(everything)), asked);
    const timeline = createAnalysis(cluster, knowledge).future(leaving);
    assert.equal(asked.count, 0);
    assert.ok(timeline.moves.length > 0);
    assert.ok(asked.count > 0);
  });

  test("no further than to what was asked for, and then from there", () => {
    const timeline = analysisOf(everything).future(leaving);
    const volume = refOf(disk);
    const at = timeline.first(volume, ({ do: what }) => what === "destroy-backend");
    assert.ok(at !== undefined);
    const { moves } = timeline;
    assert.ok(moves.length > at + 1);
    assert.equal(moves[at]?.action.do, "destroy-backend");
    assert.equal(
      timeline.first(volume, ({ do: what }) => what === "destroy-backend"),
      at,
    );
    assert.equal(
      timeline.first(volume, ({ do: what }) => what === "bind"),
      undefined,
    );
  });
});

describe("the fate of an object", () => {
  test("is worked out once", () => {
    const asked = { count: 0 };
    const analysis = createAnalysis(counted(createCluster(snapshotOf(everything)), asked), knowledge);
    const first = [analysis.fateOf(leaving), analysis.dataOf(leaving)];
    const { count } = asked;
    assert.deepEqual([analysis.fateOf(leaving), analysis.dataOf(leaving)], first);
    assert.equal(asked.count, count);
  });

  test("is asked again where something was missed: each that asks hears of it", () => {
    const heard: Unread[] = [];
    const cluster = createCluster(snapshotOf(everything, ["v1/pods"]), (unread) => heard.push(unread));
    const analysis = createAnalysis(cluster, knowledge);
    const first = analysis.dataOf(leaving);
    const { length } = heard;
    assert.ok(length > 0);
    assert.equal(analysis.dataOf(leaving), first);
    assert.ok(heard.length > length);
  });
});
