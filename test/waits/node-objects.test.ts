/** A node and a StorageClass are explained by the objects that have to do with their volumes. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { report } from "../../src/analysis/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject, PersistentVolume, Resource } from "../../src/kubernetes/index.ts";
import { diagnosisOf, rootsOf, textOf } from "../support/diagnose.ts";
import { attachment, claim, claimRefTo, ebs, node, pod, storageClass, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

const here = { ...node(), metadata: { ...node().metadata, labels: { "kubernetes.io/hostname": "node-a" } } };
const cordoned = { ...here, spec: { unschedulable: true } };
const other = node({ name: "node-b" });
const bound = claim({ phase: "Bound", volumeName: "pv-data" });

const tiedTo = (...hosts: readonly string[]): PersistentVolume =>
  volume({
    phase: "Bound",
    claimRef: claimRefTo(bound),
    spec: {
      local: { path: "/mnt/a" },
      nodeAffinity: {
        required: {
          nodeSelectorTerms: [
            { matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values: [...hosts] }] },
          ],
        },
      },
    },
  });

const running = pod({ name: "db-0", claims: ["data"] });
const leaving = pod({ name: "db-0", claims: ["data"], deletionTimestamp: true });
const diagnosesOf = (objects: readonly [KubeObject, ...KubeObject[]], hidden: readonly Resource[] = []) =>
  report([objects[0]], snapshotOf(objects, hidden), knowledge).diagnoses;

describe("a node", () => {
  test("that nothing names is healthy, and nothing would come of its deletion", () => {
    const diagnosis = diagnosisOf([here]);
    assert.equal(diagnosis.verdict.category, "healthy");
    assert.deepEqual(diagnosis.ifDeleted?.affected, []);
    assert.match(textOf(diagnosis.verdict.summary), /no pod with claims, no attachment and no volume/);
  });

  test("whose pod cannot move says so as soon as it is cordoned", () => {
    const objects = [tiedTo("node-a"), bound, running, other];
    assert.deepEqual(rootsOf(diagnosisOf([cordoned, ...objects])), ["PodTiedToNode blocked"]);
    const schedulable = diagnosisOf([here, ...objects]);
    assert.equal(schedulable.verdict.category, "healthy");
    assert.match(textOf(schedulable.verdict.summary), /db-0.*can run on no other node/);
  });

  test("that is the only one for a pod that is not scheduled tells of the pod", () => {
    const pending = pod({
      name: "db-0",
      nodeName: "",
      phase: "Pending",
      claims: ["data"],
      status: {
        conditions: [
          {
            type: "PodScheduled",
            status: "False",
            reason: "Unschedulable",
            message:
              "0/2 nodes are available: 1 node(s) had volume node affinity conflict, 1 node(s) were unschedulable.",
          },
        ],
      },
    });
    const { holds } = diagnosisOf([cordoned, tiedTo("node-a"), bound, pending, other]);
    const parts = holds.flatMap(({ held, holder }) =>
      held.kind === "Node" && "object" in holder ? [holder.object.kind] : [],
    );
    assert.ok(parts.includes("Pod"));
  });

  test("whose volumes another node reaches, or whose pod has finished, does not", () => {
    const twin = {
      ...other,
      metadata: { ...other.metadata, labels: { "kubernetes.io/hostname": "node-b" } },
    };
    const both = diagnosisOf([cordoned, tiedTo("node-a", "node-b"), bound, running, twin]);
    assert.equal(both.verdict.category, "healthy");
    const done = pod({ name: "db-0", claims: ["data"], phase: "Succeeded" });
    assert.deepEqual(
      rootsOf(diagnosisOf([cordoned, tiedTo("node-a"), bound, done])).filter((root) => /Tied/.test(root)),
      [],
    );
  });

  test("is told of with the pods that cannot end there, and they are not told of each other", () => {
    const notReady = node({ ready: "False" });
    const ofAnother = pod({ name: "web-0", claims: ["media"], deletionTimestamp: true });
    const [whole, ...parts] = diagnosesOf([notReady, leaving, ofAnother]);
    assert.equal(whole?.verdict.category === "healthy", false);
    assert.deepEqual(parts.map(({ object }) => object.name).sort(), ["db-0", "web-0"]);
    const alone = diagnosisOf([leaving, notReady, ofAnother]);
    assert.doesNotMatch(JSON.stringify(alone.holds), /web-0/);
  });

  test("that does not exist is told of by what names it", () => {
    const gone: KubeObject = { apiVersion: "v1", kind: "Node", metadata: { name: "node-a", uid: "" } };
    const [whole, ...parts] = diagnosesOf([gone, tiedTo("node-a"), bound, attachment()]);
    assert.equal(whole?.state, "NotFound");
    assert.ok(parts.some(({ object }) => object.kind === "PersistentVolume"));
  });

  for (const hidden of ["v1/pods", "v1/persistentvolumes", "storage.k8s.io/v1/volumeattachments"] as const)
    test(`without the right to read ${hidden} nothing is called fine`, () => {
      const diagnosis = diagnosisOf([here], [hidden]);
      assert.equal(diagnosis.verdict.category, "unknown");
    });

  test("of which claims could not be read is not called fine either", () => {
    const objects = [here, tiedTo("node-a"), running] as const;
    assert.equal(diagnosisOf(objects, ["v1/persistentvolumeclaims"]).verdict.category, "unknown");
  });
});

describe("a StorageClass", () => {
  const pending = claim({ phase: "Pending", storageClassName: "gp3" });

  test("that nothing names is healthy", () => {
    const made = volume({ phase: "Available", storageClassName: "other", spec: ebs });
    assert.match(textOf(diagnosisOf([storageClass(), made]).verdict.summary), /no claim and no volume/);
  });

  test("of which a claim waits is told of with the claim", () => {
    const [whole, ...parts] = diagnosesOf([storageClass({ provisioner: "ebs.csi.aws.co" }), pending]);
    assert.deepEqual(new Set(whole?.roots.map(({ reason }) => reason)), new Set(["ProvisionerNotInstalled"]));
    assert.deepEqual(
      parts.map(({ object }) => object.kind),
      ["PersistentVolumeClaim"],
    );
  });

  for (const hidden of [
    "v1/persistentvolumeclaims",
    "v1/persistentvolumes",
    "storage.k8s.io/v1/csinodes",
  ] as const)
    test(`without the right to read ${hidden} nothing is called fine`, () => {
      assert.equal(diagnosisOf([storageClass()], [hidden]).verdict.category, "unknown");
    });
});
