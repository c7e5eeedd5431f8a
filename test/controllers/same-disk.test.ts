import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cluster } from "../../src/cluster/index.ts";
import { twinsOf } from "../../src/controllers/index.ts";
import type { PersistentVolume } from "../../src/kubernetes/index.ts";
import { ebs, volume } from "../support/objects.ts";
import { clusterOf } from "./decisions/decide.ts";

const byHand = { nfs: { server: "10.0.0.9", path: "/x" } };

function sharing(count: number): readonly PersistentVolume[] {
  return Array.from({ length: count }, (_, at) =>
    volume({ name: `pv-${at}`, policy: at === 5 ? "Delete" : "Retain", spec: ebs }),
  );
}

function told(of: PersistentVolume, cluster: Cluster) {
  const twins = twinsOf(of, cluster);
  assert.ok(twins.state === "read");
  const { count, first, destroyed } = twins;
  return [count, first.map(({ metadata }) => metadata.name), destroyed?.metadata.name];
}

test("the first of the other volumes are given, and all are counted", () => {
  const all = sharing(9);
  const cluster = clusterOf(all);
  const [first, second] = all;
  assert.ok(first !== undefined && second !== undefined);
  assert.deepEqual(told(first, cluster), [8, ["pv-1", "pv-2", "pv-3"], "pv-5"]);
  assert.deepEqual(told(second, cluster), [8, ["pv-0", "pv-2", "pv-3"], "pv-5"]);
});

test("a volume that would itself destroy the disk is named for that", () => {
  const own = volume({ name: "pv-last", policy: "Delete", spec: ebs });
  assert.deepEqual(told(own, clusterOf([...sharing(6), own])), [6, ["pv-0", "pv-1", "pv-2"], "pv-last"]);
});

test("a disk of an in-tree plugin is the same under the name that its CSI driver has for it", () => {
  const inTree = (name: string, volumeID: string, annotations = {}) =>
    volume({ name, policy: "Retain", annotations, spec: { awsElasticBlockStore: { volumeID } } });
  const csi = volume({ name: "pv-csi", policy: "Delete", spec: ebs });
  const dynamic = { "pv.kubernetes.io/provisioned-by": "kubernetes.io/aws-ebs" };
  for (const old of [
    inTree("pv-old", "aws://eu-1a/vol-0abc"),
    inTree("pv-old", "aws:///vol-0abc", dynamic),
    inTree("pv-old", "vol-0abc"),
  ])
    assert.deepEqual(told(old, clusterOf([old, csi])), [1, ["pv-csi"], "pv-csi"]);
  const other = inTree("pv-old", "aws://eu-1a/vol-0def");
  assert.deepEqual(told(other, clusterOf([other, csi])), [0, [], undefined]);
});

test("nobody destroys a share that was made by hand", () => {
  const shares = ["pv-a", "pv-b"].map((name) => volume({ name, policy: "Delete", spec: byHand }));
  const [first] = shares;
  assert.ok(first !== undefined);
  assert.deepEqual(told(first, clusterOf(shares)), [1, ["pv-b"], undefined]);
});

test("the volumes of a disk are gone through once, however many ask", () => {
  const all = sharing(500);
  let looked = 0;
  const counted = all.map((each) => ({
    ...each,
    get spec() {
      looked += 1;
      return each.spec;
    },
  }));
  const cluster = clusterOf(counted);
  for (const each of counted) twinsOf(each, cluster);
  assert.ok(looked < 40 * all.length, `${looked} looks at ${all.length} volumes`);
});
