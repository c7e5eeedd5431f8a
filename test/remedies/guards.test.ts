/** Remedies that remove something refuse themselves where that could do harm, no matter who asks for them. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createCluster } from "../../src/cluster/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { refOf } from "../../src/kubernetes/index.ts";
import { marked } from "../support/marked.ts";
import {
  attachment,
  claim,
  claimRefTo,
  csiNode,
  ebs,
  node,
  pod,
  snapshot,
  volume,
} from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

const long = "2026-11-20T09:00:00Z";

function made(
  name: string,
  on: KubeObject,
  using: { readonly [key: string]: string },
  others: readonly KubeObject[],
  hidden: readonly Resource[] = [],
) {
  const remedy = knowledge.remedies.find((entry) => entry.name === name);
  assert.ok(remedy !== undefined);
  const cluster = createCluster(snapshotOf([on, ...others], hidden));
  return marked(remedy.make(refOf(on), using, cluster), on, cluster);
}

describe("drop-finalizer", () => {
  const finalizer = "external-attacher/ebs-csi-aws-com";
  const doomed = volume({
    phase: "Released",
    deletionTimestamp: long,
    finalizers: ["x/y", finalizer],
    spec: ebs,
  });
  const drop = (
    on: KubeObject,
    named: string,
    others: readonly KubeObject[] = [],
    hidden?: readonly Resource[],
  ) => made("drop-finalizer", on, { finalizer: named, costs: "the work alone" }, others, hidden);

  test("removes just the one, and only from the object that was seen", () => {
    const argv = drop(doomed, finalizer)?.commands.at(-1)?.argv ?? [];
    assert.deepEqual(JSON.parse(argv.at(-1) ?? ""), [
      { op: "test", path: "/metadata/uid", value: "pv-data-uid" },
      { op: "test", path: "/metadata/finalizers/1", value: finalizer },
      { op: "remove", path: "/metadata/finalizers/1" },
    ]);
  });

  test("never from a live object, and never one that is not there", () => {
    assert.equal(drop(volume({ finalizers: [finalizer] }), finalizer), undefined);
    assert.equal(drop(doomed, "external-attacher/other"), undefined);
  });

  test("never from a volume that an attachment names, or may name", () => {
    assert.equal(drop(doomed, finalizer, [attachment()]), undefined);
    assert.equal(drop(doomed, finalizer, [], ["storage.k8s.io/v1/volumeattachments"]), undefined);
  });

  test("never the protection of a volume that is Bound, or of a claim that a pod uses", () => {
    const protection = "kubernetes.io/pv-protection";
    const bound = volume({ phase: "Bound", deletionTimestamp: long, finalizers: [protection] });
    assert.equal(drop(bound, protection), undefined);
    const used = claim({ deletionTimestamp: long, finalizers: ["kubernetes.io/pvc-protection"] });
    const user = pod({ claims: ["data"], phase: "Succeeded" });
    assert.equal(drop(used, "kubernetes.io/pvc-protection", [user]), undefined);
    assert.equal(drop(used, "kubernetes.io/pvc-protection", [], ["v1/pods"]), undefined);
    assert.notEqual(drop(used, "kubernetes.io/pvc-protection"), undefined);
  });

  test("never from an attachment whose node runs a pod with the volume", () => {
    const data = claim({ phase: "Bound", volumeName: "pv-data" });
    const bound = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(data) });
    const leaving = attachment({ deletionTimestamp: long, finalizers: [finalizer] });
    const world = [data, bound, node()];
    assert.equal(drop(leaving, finalizer, [...world, pod({ claims: ["data"] })]), undefined);
    assert.equal(drop(leaving, finalizer, world, ["v1/nodes"]), undefined);
    assert.notEqual(drop(leaving, finalizer, world), undefined);
  });

  test("names attachments with their group: other kinds have the same name", () => {
    const leaving = attachment({ deletionTimestamp: long, finalizers: [finalizer] });
    const [save] = drop(leaving, finalizer)?.commands ?? [];
    assert.deepEqual(save?.argv.slice(0, 3), ["kubectl", "get", "volumeattachments.storage.k8s.io"]);
  });
});

describe("delete-attachment", () => {
  const data = claim({ phase: "Bound", volumeName: "pv-data" });
  const bound = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(data) });
  const safetyWith = (...others: readonly KubeObject[]) =>
    made("delete-attachment", attachment(), {}, [data, bound, ...others])?.safety;

  test("is as safe as its node is known to be calm", () => {
    assert.equal(safetyWith(node(), csiNode("node-a", "ebs.csi.aws.com")), "safe");
    assert.equal(safetyWith(node(), csiNode("node-a"), csiNode("node-b", "ebs.csi.aws.com")), "risky");
    assert.equal(safetyWith(node()), "risky");
    assert.equal(safetyWith(node({ volumesInUse: ["kubernetes.io/csi/ebs.csi.aws.com^vol-0abc"] })), "risky");
    assert.equal(safetyWith(node({ creationTimestamp: long })), "risky");
    assert.equal(safetyWith(node({ ready: "Unknown" })), "loses-data");
    assert.equal(safetyWith(), "loses-data");
  });

  test("is not offered while a pod uses the volume", () => {
    assert.equal(safetyWith(node(), pod({ claims: ["data"] })), undefined);
  });
});

describe("force-delete-pod", () => {
  const leaving = pod({ deletionTimestamp: long });
  const force = (basis: string, ...others: readonly KubeObject[]) =>
    made("force-delete-pod", leaving, { basis }, others)?.safety;

  test("needs a reason for which the kubelet is not asked", () => {
    assert.equal(force("impatience", node()), undefined);
    assert.equal(force("constructor", node()), undefined);
    assert.equal(force("never-started", node()), undefined);
    assert.equal(force("node-off", node()), undefined);
    assert.equal(force("node-off", node({ ready: "Unknown" })), "loses-data");
  });
});

describe("delete-snapshot", () => {
  const asSource = "snapshot.storage.kubernetes.io/pvc-as-source-protection";
  const held = claim({ deletionTimestamp: long, phase: "Bound", finalizers: [asSource] });
  const fixOf = (of: KubeObject, others: readonly KubeObject[], hidden: readonly Resource[] = []) =>
    made("delete-snapshot", of, {}, others, hidden)?.fix;

  test("is done only to a snapshot that really holds its claim; otherwise it is for a person", () => {
    assert.deepEqual(fixOf(snapshot(), [held])?.acts[0]?.do, "delete");
    const free = claim({ deletionTimestamp: long, phase: "Bound", finalizers: ["x/y"] });
    assert.equal(fixOf(snapshot(), [free]), undefined);
    assert.equal(fixOf(snapshot({ sourceClaim: "other" }), [held]), undefined);
    assert.equal(fixOf(snapshot({ namespace: "bank" }), [held]), undefined);
    assert.equal(fixOf(snapshot({ sourceContent: "imported" }), [held]), undefined);
    assert.equal(fixOf(snapshot(), []), undefined);
    assert.equal(fixOf(snapshot(), [held], ["v1/persistentvolumeclaims"]), undefined);
    assert.notEqual(made("delete-snapshot", snapshot(), {}, []), undefined);
  });

  test("is risky where a claim is still to be filled from it, and worse where nobody could look", () => {
    const spec = { dataSource: { kind: "VolumeSnapshot", name: "nightly" } };
    const safety = (others: readonly KubeObject[], hidden: readonly Resource[] = []) =>
      made("delete-snapshot", snapshot(), {}, others, hidden)?.safety;
    assert.equal(safety([]), "safe");
    assert.equal(safety([claim({ name: "copy", spec })]), "risky");
    assert.equal(safety([claim({ name: "copy", spec, phase: "Bound", volumeName: "pv-copy" })]), "safe");
    // A claim that waits for it may be deleted then, with its disk.
    assert.equal(safety([], ["v1/persistentvolumeclaims"]), "loses-data");
  });

  test("is not for one that is ready, or that is being deleted", () => {
    assert.equal(made("delete-snapshot", snapshot({ readyToUse: true }), {}, [held]), undefined);
    assert.equal(made("delete-snapshot", snapshot({ deletionTimestamp: long }), {}, [held]), undefined);
  });
});

describe("taint-out-of-service", () => {
  test("is not for a node that is Ready", () => {
    assert.equal(made("taint-out-of-service", node(), {}, []), undefined);
    assert.equal(made("taint-out-of-service", node({ ready: "Unknown" }), {}, [])?.safety, "loses-data");
  });
});
