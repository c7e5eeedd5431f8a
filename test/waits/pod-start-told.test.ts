/** What is said of a pod that does not start, and what is to be done. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Resource } from "../../src/kubernetes/index.ts";
import { diagnosisOf, remediesOf, rootsOf, textOf } from "../support/diagnose.ts";
import { attachment, claim, claimRefTo, ebs, node, ownedBy, volume } from "../support/objects.ts";
import { bound, data, here, nodes, old, set, told, waiting, world } from "./waiting-pod.ts";

test("a pod that uses the volume on a silent node stops by no rollout, and none is to be put beside it", () => {
  const silentSince = (readySince: string) => node({ ready: "Unknown", readySince });
  const { ownerReferences = [] } = waiting({ ownerReferences: [ownedBy(set)] }).metadata;
  for (const owners of [[], ownerReferences]) {
    const pods = [waiting({ ownerReferences: owners }), old({ ownerReferences: owners })] as const;
    const seen = (since: string) =>
      diagnosisOf([...pods, set, data, bound, silentSince(since), node({ name: "node-b" }), attachment()]);
    const long = seen("2026-11-20T11:00:00Z");
    assert.deepEqual(rootsOf(long), ["VolumeOnAnotherNode blocked"]);
    assert.match(textOf(long.verdict.summary), /not been Ready since .*it is unknown whether .*has stopped/);
    assert.deepEqual(remediesOf(long), ["prove-node-off safe", "taint-out-of-service loses-data"]);
    assert.deepEqual(remediesOf(seen("2026-11-20T11:58:00Z")), ["prove-node-off safe"]);
    assert.match(textOf(long.avoid), /VolumeAttachment/);
  }
});

test("a volume for many nodes may be attached to another one", () => {
  const shared = volume({
    phase: "Bound",
    accessModes: ["ReadWriteMany"],
    spec: ebs,
    claimRef: claimRefTo(data),
  });
  const young = waiting({ creationTimestamp: "2026-11-20T11:59:00Z" });
  assert.deepEqual(rootsOf(diagnosisOf([young, data, shared, ...nodes, old(), attachment()])), []);
});

test("deleting the pod is safe, and says that the new claim is empty", () => {
  const diagnosis = diagnosisOf([waiting({ nodeName: "", ownerReferences: [ownedBy(set)] }), set]);
  const [remedy] = diagnosis.remedies;
  assert.deepEqual(remediesOf(diagnosis), ["recreate-pod safe"]);
  assert.match(JSON.stringify(remedy?.because), /EMPTY/);
});

test("what decides and was not read is said", () => {
  for (const hidden of [
    "v1/persistentvolumeclaims",
    "v1/persistentvolumes",
    "storage.k8s.io/v1/volumeattachments",
    "v1/events",
  ] satisfies readonly Resource[]) {
    assert.equal(diagnosisOf([waiting(), ...world, here], [hidden]).verdict.category, "unknown", hidden);
  }
});

test("the volume that a gone claim leaves behind is named", () => {
  const former = volume({
    name: "former",
    phase: "Released",
    claimRef: { namespace: "shop", name: "data", uid: "old" },
  });
  const orphan = waiting({ nodeName: "", ownerReferences: [ownedBy(set)] });
  const diagnosis = diagnosisOf([orphan, set, former]);
  assert.deepEqual(remediesOf(diagnosis), ["recreate-pod safe", "save-manifest safe"]);
  assert.match(JSON.stringify(diagnosis.verdict.summary), /former/);
});

test("from a pod that runs on a claim that is gone the data is copied", () => {
  assert.deepEqual(remediesOf(diagnosisOf([waiting({ phase: "Running" })])), ["copy-data safe"]);
});

test("a driver that is not registered on the node is to be started there", () => {
  const unregistered = told("FailedMount", "driver name x not found in the list of registered CSI drivers");
  assert.deepEqual(remediesOf(diagnosisOf([waiting(), ...world, here, unregistered])), [
    "start-node-plugin safe",
  ]);
});

test("the claim of somebody else is not to be deleted to make room for an ephemeral one", () => {
  const taken = claim({ name: "new-x", phase: "Bound" });
  const { avoid } = diagnosisOf([waiting({ claims: [], ephemeral: ["x"] }), taken]);
  assert.match(textOf(avoid), /its data would be deleted with it/);
});
