import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { finalizerNames } from "../../src/controllers/index.ts";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { flatten } from "../../src/kubernetes/index.ts";
import { diagnosisOf, remediesOf, rootsOf, textOf } from "../support/diagnose.ts";
import { claim, claimRefTo, ebs, node, ownedBy, pod, volume } from "../support/objects.ts";
import { doomed, finalizers, owner, user } from "./support/claim-in-use.ts";

const cases: readonly (readonly [string, readonly KubeObject[], readonly string[]])[] = [
  ["a finished pod", [user({ phase: "Succeeded" })], ["FinishedPodUsesClaim blocked"]],
  ["a running pod", [user({})], ["PodUsesClaim blocked"]],
  [
    "a crashing pod without an owner",
    [user({ status: { containerStatuses: [{ state: { waiting: { reason: "CrashLoopBackOff" } } }] } })],
    ["CrashLoopingPodUsesClaim blocked"],
  ],
  ["a pod that is not scheduled", [user({ nodeName: "", phase: "Pending" })], ["ControllerNotActing stuck"]],
  [
    "a pod deleted by force that its finalizer keeps",
    [user({ deletionTimestamp: true, deletionGracePeriodSeconds: 0, finalizers: ["example.com/x"] }), node()],
    ["UnknownFinalizer blocked"],
  ],
  [
    "a pod whose ephemeral volume only has the claim's name",
    [pod({ name: "a", ephemeral: ["b"] }), claim({ name: "a-b" })],
    ["ControllerNotActing stuck"],
  ],
];

for (const [name, objects, expected] of cases) {
  test(`${name}: ${expected.join(", ")}`, () => {
    assert.deepEqual(rootsOf(diagnosisOf([doomed, ...objects])), expected);
  });
}

test("an ephemeral volume counts for the pod that the claim was made for, and for no other", () => {
  const maker = pod({ name: "a", ephemeral: ["b"] });
  const made = claim({
    name: "a-b",
    deletionTimestamp: "2026-11-20T09:00:00Z",
    finalizers,
    ownerReferences: [ownedBy(maker)],
  });
  assert.deepEqual(rootsOf(diagnosisOf([made, maker])), ["PodUsesClaim blocked"]);
  const successor = pod({ name: "a", uid: "another", ephemeral: ["b"] });
  assert.deepEqual(rootsOf(diagnosisOf([made, successor])), ["ControllerNotActing stuck"]);
  const forced = pod({ name: "a", ephemeral: ["b"], deletionTimestamp: true, deletionGracePeriodSeconds: 0 });
  assert.deepEqual(rootsOf(diagnosisOf([made, forced])), ["ControllerNotActing stuck"]);
});

test("finished pods go with one command, and their maker is told to clean up", () => {
  const one = user({ name: "b", phase: "Succeeded", ownerReferences: [owner("Workflow", "wf1")] });
  const two = user({ name: "a", phase: "Failed", ownerReferences: [owner("Workflow", "wf1")] });
  const { remedies } = diagnosisOf([doomed, one, two]);
  const [first] = remedies.filter(({ name }) => name === "delete-finished-pods");
  assert.deepEqual(first?.commands, [{ argv: ["kubectl", "delete", "pod", "a", "b", "-n", "shop"] }]);
  assert.match(textOf(first?.steps), /podGC/);
});

test("a pod that is not scheduled is not the one to delete", () => {
  const waiting = user({ name: "victim", nodeName: "", phase: "Pending" });
  const { avoid } = diagnosisOf([doomed, user({}), waiting]);
  assert.match(textOf(avoid), /victim/);
});

test("three unused claims that all wait mean that no controller works", () => {
  const more = ["b", "c"].map((name) =>
    claim({ name, deletionTimestamp: "2026-11-20T09:00:00Z", finalizers }),
  );
  const diagnosis = diagnosisOf([doomed, ...more]);
  assert.deepEqual(rootsOf(diagnosis), ["NoProtectionController stuck"]);
  assert.deepEqual(remediesOf(diagnosis), ["enable-protection safe", "nudge safe", "drop-finalizer risky"]);
  const [first] = more;
  assert.ok(first !== undefined);
  assert.deepEqual(rootsOf(diagnosisOf([doomed, first])), ["ControllerNotActing stuck"]);
});

test("a pod on a node that is not Ready is said to be so, and does not simply go when it is deleted", () => {
  const away = diagnosisOf([doomed, user({}), node({ ready: "Unknown" })]);
  assert.match(textOf(away.verdict.summary), /which is not Ready/);
  assert.match(textOf(away.remedies), /will stay Terminating until that node is back/);
  const present = diagnosisOf([doomed, user({}), node()]);
  assert.doesNotMatch(textOf([present.verdict.summary, present.remedies]), /not Ready/);
});

describe("who removes the finalizer under a pod is told what becomes of this volume, and of no other", () => {
  const bound = claim({
    phase: "Bound",
    volumeName: "pv-data",
    deletionTimestamp: "2026-11-20T09:00:00Z",
    finalizers,
  });
  const provisioned = { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" };
  const disk = { phase: "Bound", claimRef: claimRefTo(bound), spec: ebs, annotations: provisioned } as const;
  const gone = { ...disk, deletionTimestamp: "2026-11-20T09:00:00Z" } as const;
  const { externalProvisioner, pvProtection } = finalizerNames;
  const nfs = { nfs: { server: "10.0.0.9", path: "/export" } };
  const inTree = { spec: { rbd: { pool: "kube", image: "a" } }, annotations: {}, finalizers: [pvProtection] };
  const rows: readonly (readonly [what: string, volumes: readonly KubeObject[], said: RegExp])[] = [
    [
      "policy Delete",
      [volume(disk)],
      /uses it; the volume would then be released, and the disk vol-0abc would be deleted$/,
    ],
    ["policy Retain", [volume({ ...disk, policy: "Retain" })], /released, and only a person .* vol-0abc/],
    ["policy Recycle", [volume({ ...disk, policy: "Recycle" })], /released, and vol-0abc would be recycled$/],
    [
      "made by hand",
      [volume({ ...disk, annotations: {}, spec: nfs })],
      /released, and only a person could bring/,
    ],
    [
      "deleted, and somebody deletes its disk",
      [volume({ ...gone, finalizers: [externalProvisioner] })],
      /released, and the disk vol-0abc would be deleted$/,
    ],
    [
      "deleted, and nobody deletes its disk",
      [volume({ ...gone, finalizers: [pvProtection] })],
      /also be deleted, and vol-0abc would remain in the storage backend with no record of it$/,
    ],
    [
      "deleted with policy Retain",
      [volume({ ...gone, policy: "Retain", finalizers: [pvProtection] })],
      /also be deleted, and only a person could bring vol-0abc/,
    ],
    [
      "deleted, and its phase cannot change",
      [
        volume({
          ...gone,
          ...inTree,
          annotations: { "pv.kubernetes.io/provisioned-by": "kubernetes.io/rbd" },
        }),
      ],
      /never be deleted, and no controller would delete/,
    ],
    ["of another claim", [volume({ ...disk, claimRef: { ...disk.claimRef, uid: "x" } })], /still uses it$/],
    ["that does not exist", [], /still uses it$/],
  ];
  const told = (volumes: readonly KubeObject[], hidden: readonly Resource[] = []) => {
    const { holds } = diagnosisOf([bound, user({}), node(), ...volumes], hidden);
    const avoid = holds.find(({ reason }) => reason === "PodUsesClaim")?.avoid[0];
    return flatten(avoid?.because ?? [], String);
  };
  for (const [what, volumes, said] of rows) test(what, () => assert.match(told(volumes), said));
  test("that was not read", () =>
    assert.match(told([volume(disk)], ["v1/persistentvolumes"]), /pv\/pv-data is unknown$/));
});
