/** Why a StatefulSet has no pod or no claim, and what is wrong with those that it has. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { report } from "../../src/analysis/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { Event, KubeObject } from "../../src/kubernetes/index.ts";
import { diagnosisOf, rootsOf, textOf } from "../support/diagnose.ts";
import { claim, claimRefTo, ebs, node, pod, statefulSet, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

const set = statefulSet({ replicas: 2 });
const owner = { apiVersion: "apps/v1", kind: "StatefulSet", name: "web", uid: "web-uid", controller: true };
const ready = { conditions: [{ type: "Ready", status: "True" }] };
const first = pod({ name: "web-0", ownerReferences: [owner], claims: ["data-web-0"], status: ready });
const firstClaim = claim({ name: "data-web-0", phase: "Bound", volumeName: "pv-0" });

const firstVolume = volume({ name: "pv-0", phase: "Bound", spec: ebs, claimRef: claimRefTo(firstClaim) });

const failed = (message: string, name = "e1"): Event => ({
  apiVersion: "v1",
  kind: "Event",
  metadata: { name, namespace: "shop", uid: `${name}-uid` },
  involvedObject: { kind: "StatefulSet", namespace: "shop", name: "web", uid: "web-uid" },
  type: "Warning",
  reason: "FailedCreate",
  message,
});
const claimFailed = (error: string) =>
  failed(`create Claim data-web-1 for Pod web-1 in StatefulSet web failed error: ${error}`);

interface Refusal {
  readonly error: string;
  readonly root: string;
  readonly holder: RegExp;
}

const refusals: readonly Refusal[] = [
  {
    error:
      'persistentvolumeclaims "data-web-1" is forbidden: exceeded quota: storage, requested: requests.storage=1Gi, used: requests.storage=1Gi, limited: requests.storage=1Gi',
    root: "CreationExceedsQuota blocked",
    holder: /ResourceQuota.*storage/,
  },
  {
    error:
      'persistentvolumeclaims "data-web-1" is forbidden: maximum storage usage per PersistentVolumeClaim is 5Gi, but request is 10Gi',
    root: "CreationOutsideLimits blocked",
    holder: /administrator/,
  },
  {
    error: 'admission webhook "size.example.com" denied the request: too large',
    root: "CreationRetried waiting",
    holder: /statefulset-controller/,
  },
  {
    error:
      'persistentvolumeclaims is forbidden: User "system:kube-controller-manager" cannot create resource',
    root: "CreationFails blocked",
    holder: /statefulset-controller/,
  },
];

const diagnosed = (...others: readonly KubeObject[]) => diagnosisOf([set, firstVolume, ...others]);

describe("a claim or pod of a StatefulSet that is not created", () => {
  for (const { error, root, holder } of refusals)
    test(error, () => {
      const diagnosis = diagnosed(first, firstClaim, claimFailed(error));
      assert.deepEqual(
        rootsOf(diagnosis).filter((each) => each.startsWith("Creation")),
        [root],
      );
      assert.match(textOf(diagnosis.verdict.summary), /data-web-1/);
      assert.match(JSON.stringify(diagnosis.roots), holder);
    });

  test("what an event says of a claim that exists now is not told", () => {
    const second = pod({ name: "web-1", ownerReferences: [owner], claims: ["data-web-1"], status: ready });
    const made = claim({ name: "data-web-1", phase: "Bound", volumeName: "pv-1" });
    const diagnosis = diagnosed(first, firstClaim, second, made, claimFailed("exceeded quota: storage"));
    assert.equal(textOf(diagnosis).includes("quota"), false);
  });

  test("without an event it is not said that all is well", () => {
    const diagnosis = diagnosed(first, firstClaim);
    assert.ok(rootsOf(diagnosis).includes("SetPodNotCreated unknown"));
  });

  test("where events or pods were not read, nothing is concluded from that", () => {
    for (const resource of ["v1/events", "v1/pods"] as const) {
      const diagnosis = diagnosisOf([set, first, firstClaim, firstVolume], [resource]);
      assert.equal(diagnosis.verdict.category, "unknown", resource);
      assert.ok(rootsOf(diagnosis).includes("CouldNotRead unknown"), resource);
    }
  });

  test("of a pod that is not Ready, the node that is not Ready is named", () => {
    const objects = [
      firstClaim,
      firstVolume,
      pod({ name: "web-0", ownerReferences: [owner], claims: ["data-web-0"] }),
    ];
    const one = { ...set, spec: { ...set.spec, replicas: 1 } };
    const told = (...nodes: readonly KubeObject[]) =>
      textOf(diagnosisOf([one, ...objects, ...nodes]).verdict.summary);
    assert.match(told(node({ ready: "Unknown" })), /its.*node-a.*has not been Ready since/);
    assert.match(told(node()), /kubectl describe pod.*web-0.*-n.*shop/);
  });

  test("with OrderedReady it waits for the pod before it, with Parallel it does not", () => {
    const pending = pod({ name: "web-0", ownerReferences: [owner], phase: "Pending" });
    assert.match(textOf(diagnosed(pending).holds.map(({ message }) => message)), /not created before/);
    const running = pod({ name: "web-0", ownerReferences: [owner], claims: ["data-web-0"] });
    const { advice } = diagnosisOf([set, running, firstClaim, firstVolume, node()]);
    assert.match(
      advice ?? "",
      /`kubectl pvguard why pod\/web-0 -n shop`.*`kubectl describe pod web-0 -n shop`/,
    );
    const parallel = { ...set, spec: { ...set.spec, podManagementPolicy: "Parallel" } };
    const reasons = diagnosisOf([parallel, pending]).holds.map(({ reason }) => reason);
    assert.equal(reasons.includes("WaitsForEarlierPod"), false);
  });

  test("a claim of its name that is being deleted comes first, and the new one is empty", () => {
    const old = claim({ name: "data-web-1", deletionTimestamp: "2026-11-20T10:00:00Z", finalizers: ["a/b"] });
    assert.match(textOf(diagnosed(first, firstClaim, old).holds.map(({ message }) => message)), /EMPTY/);
  });
});

test("each claim with a problem follows, with the steps that are for it", () => {
  const stuck = claim({
    name: "data-web-0",
    deletionTimestamp: "2026-11-20T10:00:00Z",
    finalizers: ["kubernetes.io/pvc-protection"],
  });
  const one = statefulSet();
  const { diagnoses } = report([one], snapshotOf([one, first, stuck]), knowledge);
  const [whole, ...parts] = diagnoses;
  assert.deepEqual(whole?.remedies, []);
  assert.deepEqual(
    parts.map(({ object, partOf }) => [object.name, partOf?.name]),
    [["data-web-0", "web"]],
  );
});
