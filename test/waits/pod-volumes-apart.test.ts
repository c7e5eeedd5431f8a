import assert from "node:assert/strict";
import { test } from "node:test";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { refOf } from "../../src/kubernetes/index.ts";
import { diagnosisOf, rootsOf, textOf } from "../support/diagnose.ts";
import { event } from "../support/driver.ts";
import { claim, claimRefTo, ebs, node, pod, volume } from "../support/objects.ts";

const db = pod({ name: "db", nodeName: "", phase: "Pending", claims: ["data", "log"] });
const refused = event(
  refOf(db),
  "FailedScheduling",
  "0/2 nodes are available: 2 node(s) didn't match PersistentVolume's node affinity.",
);

/** A Bound claim with its volume, which can be used in these zones; without any, anywhere. */
function pair(name: string, ...zones: readonly string[]): readonly KubeObject[] {
  const bound = claim({ name, phase: "Bound", volumeName: `pv-${name}` });
  const expression = { key: "zone", operator: "In", values: zones };
  const required = { nodeSelectorTerms: [{ matchExpressions: [expression] }] };
  const nodeAffinity = zones.length === 0 ? {} : { nodeAffinity: { required } };
  const spec = { ...ebs, ...nodeAffinity };
  return [bound, volume({ name: `pv-${name}`, phase: "Bound", claimRef: claimRefTo(bound), spec })];
}

const inZone = (zone: string) => node({ name: `node-${zone}`, labels: { zone } });
const nodes = [inZone("a"), inZone("b")];

const rows: readonly (readonly [string, readonly KubeObject[], string])[] = [
  ["in two zones", [...pair("data", "a"), ...pair("log", "b"), ...nodes], "VolumesApart"],
  ["in one zone", [...pair("data", "a"), ...pair("log", "a"), ...nodes], "NoNodeForVolume"],
  ["one of them in both", [...pair("data", "a", "b"), ...pair("log", "b"), ...nodes], "NoNodeForVolume"],
  ["one of them anywhere", [...pair("data", "a"), ...pair("log"), ...nodes], "NoNodeForVolume"],
  ["one of them where no node is", [...pair("data", "a"), ...pair("log", "c"), ...nodes], "NoNodeForVolume"],
];
for (const [name, objects, reason] of rows) {
  test(`volumes ${name}`, () => {
    assert.equal(diagnosisOf([db, ...objects, refused]).holds[0]?.reason, reason);
  });
}

test("it is said where each can be used", () => {
  const said = (...objects: readonly KubeObject[]) =>
    textOf(diagnosisOf([db, ...objects, ...nodes, refused]).holds.map(({ message }) => message));
  assert.match(
    said(...pair("data", "a"), ...pair("log", "b")),
    /pv-data +only where +zone=a.*pv-log +only where +zone=b/,
  );
  assert.match(said(...pair("data", "a"), ...pair("log")), /usable:.*pv-data +only where +zone=a/);
  assert.match(
    said(...pair("data", "a"), ...pair("log", "c")),
    /pv-log.*only where +zone=c +, and no node matches that/,
  );
});

test("where nodes were not read, nobody says that volumes are apart", () => {
  const objects = [db, ...pair("data", "a"), ...pair("log", "b"), refused] as const;
  assert.ok(!rootsOf(diagnosisOf(objects, ["v1/nodes"])).includes("VolumesApart blocked"));
});
