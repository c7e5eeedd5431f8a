import assert from "node:assert/strict";
import { test } from "node:test";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { refOf } from "../../src/kubernetes/index.ts";
import { diagnosisOf, remediesOf, rootsOf, textOf } from "../support/diagnose.ts";
import { event, installed } from "../support/driver.ts";
import type { VolumeFacts } from "../support/objects.ts";
import { attachment, claim, ebs, node, volume } from "../support/objects.ts";

const hours = "2026-11-20T06:00:00Z";
const moment = "2026-11-20T11:59:20Z";
const claimRef = { namespace: "shop", name: "data", uid: "old" };

function released(facts: VolumeFacts = {}, since = hours) {
  return volume({
    phase: "Released",
    claimRef,
    spec: ebs,
    status: { lastPhaseTransitionTime: since },
    ...facts,
  });
}
const failure = (message: string, last?: string) =>
  event(refOf(released()), "VolumeFailedDelete", message, last);

const local = {
  spec: {
    hostPath: { path: "/x" },
    nodeAffinity: {
      required: {
        nodeSelectorTerms: [
          { matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values: ["node-a"] }] },
        ],
      },
    },
  },
  annotations: { "pv.kubernetes.io/provisioned-by": "rancher.io/local-path" },
  creationTimestamp: "2026-02-01T00:00:00Z",
};
const hosting = (creationTimestamp: string, hostname = "node-a") =>
  node({ labels: { "kubernetes.io/hostname": hostname }, creationTimestamp });

const inTree = (plugin: string) => ({
  spec: { awsElasticBlockStore: { volumeID: "vol-1" } },
  annotations: { "pv.kubernetes.io/provisioned-by": plugin },
});

const rows: readonly (readonly [string, readonly [KubeObject, ...KubeObject[]], string])[] = [
  ["Retain is by design", [released({ policy: "Retain" })], "ReleasedByDesign waiting"],
  [
    "a new claim of that name waits for it",
    [released({ policy: "Retain" }), claim({ uid: "new", volumeName: "pv-data" })],
    "ReservedForFormerClaim blocked",
  ],
  [
    "a new claim of that name has another volume",
    [released({ policy: "Retain" }), claim({ uid: "new", phase: "Bound", volumeName: "pv-b" })],
    "DataOnFormerVolume waiting",
  ],
  [
    "Recycle deletes the data of NFS",
    [released({ policy: "Recycle", spec: { nfs: { server: "10.0.0.9", path: "/x" } } })],
    "RecycledNext waiting",
  ],
  ["Recycle cannot be done with CSI", [released({ policy: "Recycle" })], "NobodyCanRecycle blocked"],
  ["a moment ago", [released({}, moment), ...installed()], "DeletionAboutToStart waiting"],
  ["no attempt for hours", [released(), ...installed()], "DeletionNeverTried stuck"],
  ["no driver", [released()], "DriverOfVolumeNotInstalled stuck"],
  [
    "an attempt of a moment ago, by a driver that is registered nowhere",
    [released(), failure("in use")],
    "BackendInUse blocked",
  ],
  ["in use", [released(), ...installed(), failure("volume is in use")], "BackendInUse blocked"],
  ["refused", [released(), ...installed(), failure("permission denied")], "BackendRefusesAccess blocked"],
  [
    "gone",
    [released(), ...installed(), failure("NotFound: the volume does not exist")],
    "BackendVolumeNotFound blocked",
  ],
  [
    "something else is gone",
    [released(), ...installed(), failure("NotFound: backend pool ssd-1 not found")],
    "DeletionFails blocked",
  ],
  ["unknown words", [released(), ...installed(), failure("flux capacitor")], "DeletionFails blocked"],
  [
    "still attached a moment ago",
    [released({}, moment), ...installed(), failure("pv is still attached to node n1")],
    "DeletionRetried waiting",
  ],
  ["silent since", [released(), ...installed(), failure("in use", hours)], "ProvisionerGaveUp stuck"],
  [
    "made by hand",
    [released({ spec: { nfs: { server: "10.0.0.9", path: "/x" } } })],
    "NobodyCanDelete blocked",
  ],
  [
    "an in-tree plugin that a CSI driver took over, before the PV controller wrote that",
    [released(inTree("kubernetes.io/aws-ebs"))],
    "DriverOfVolumeNotInstalled stuck",
  ],
  [
    "the same, with that driver",
    [released(inTree("kubernetes.io/aws-ebs")), ...installed()],
    "DeletionNeverTried stuck",
  ],
  [
    "an in-tree plugin that no driver took over",
    [released(inTree("kubernetes.io/glusterfs"))],
    "NobodyCanDelete blocked",
  ],
  ["a lost machine", [released(local)], "NodeOfVolumeGone blocked"],
  [
    "another machine of that name",
    [released(local), hosting("2026-11-01T00:00:00Z")],
    "NodeOfVolumeReplaced blocked",
  ],
  ["the machine itself", [released(local), hosting("2026-01-01T00:00:00Z")], "DeletionNeverTried stuck"],
  [
    "the machine itself, whose label is not its name",
    [released(local), hosting("2026-01-01T00:00:00Z", "node-z.local")],
    "DeletionNeverTried stuck",
  ],
];

for (const [name, objects, root] of rows) {
  test(name, () => assert.deepEqual(rootsOf(diagnosisOf(objects)), [root]));
}

test("a former claim of that name, with policy Delete: Retain at once, whatever else is wrong", () => {
  const objects = [released(), claim({ uid: "new" }), ...installed()] as const;
  const diagnosis = diagnosisOf(objects);
  assert.equal(diagnosis.verdict.reason, "FormerClaimReplaced");
  assert.equal(diagnosis.remedies.find(({ primary }) => primary)?.name, "set-retain");
  assert.ok(!remediesOf(diagnosis).includes("check-controller safe"));
});

test("where the former claim could not be read, nothing is proposed that would let the disk be destroyed", () => {
  const objects = [released()] as const;
  assert.ok(remediesOf(diagnosisOf(objects)).some((remedy) => remedy.startsWith("reinstall-driver")));
  const blind = diagnosisOf(objects, ["v1/persistentvolumeclaims"]);
  assert.ok(!remediesOf(blind).some((remedy) => remedy.startsWith("reinstall-driver")));
  assert.ok(blind.holds.some(({ reason }) => reason !== "CouldNotRead"));
});

test("Recycle is never said to keep the data", () => {
  const nfs = { nfs: { server: "10.0.0.9", path: "/x" } };
  const diagnosis = diagnosisOf([released({ policy: "Recycle", spec: nfs })]);
  assert.equal(diagnosis.fate?.data, "destroyed");
  assert.doesNotMatch(textOf(diagnosis.verdict.summary), /keeps/);
  assert.equal(diagnosis.remedies.find(({ primary }) => primary)?.name, "set-retain");
});

test("an attachment comes first, and whatever holds it is the cause", () => {
  const diagnosis = diagnosisOf([released(), attachment({ nodeName: "gone" }), ...installed()]);
  assert.equal(diagnosis.holds[0]?.reason, "AttachmentComesFirst");
  assert.ok(diagnosis.roots.every(({ depth }) => depth > 0));
});

test("driver errors are quoted as data", () => {
  const diagnosis = diagnosisOf([released(), ...installed(), failure("flux capacitor")]);
  assert.ok(diagnosis.verdict.summary.some((part) => "data" in part && part.data === "flux capacitor"));
});

test("unread events leave no specific claim and no remedy", () => {
  const diagnosis = diagnosisOf([released(), ...installed(), failure("in use")], ["v1/events"]);
  assert.deepEqual(rootsOf(diagnosis), ["DeletionOverdue stuck"]);
  assert.deepEqual(remediesOf(diagnosis), []);
});

test("what waits for a driver that is gone is counted", () => {
  const others = ["a", "b"].map((name) => released({ name }));
  assert.match(textOf(diagnosisOf([released(), ...others]).verdict.summary), /disks of +2 +more volumes/);
});

test("while a deletion has only begun to fail, nothing is proposed", () => {
  const young = diagnosisOf([released({}, moment), ...installed(), failure("permission denied")]);
  assert.deepEqual(rootsOf(young), ["BackendRefusesAccess waiting"]);
  assert.deepEqual(remediesOf(young), []);
  const old = diagnosisOf([released(), ...installed(), failure("permission denied")]);
  assert.deepEqual(remediesOf(old), ["unblock-deletion loses-data"]);
});

test("a finalizer is dropped only from a volume that is being deleted and has it", () => {
  const finalizers = ["external-provisioner.volume.kubernetes.io/finalizer"];
  const deletionTimestamp = "2026-11-20T06:00:00Z";
  const dropped = (facts: VolumeFacts) =>
    textOf(
      diagnosisOf([released(facts), ...installed(), failure("NotFound: the volume does not exist")]).remedies,
    ).includes("no longer exists in the storage backend");
  assert.equal(dropped({ finalizers, deletionTimestamp }), true);
  assert.equal(dropped({ finalizers }), false);
  assert.equal(dropped({ finalizers: ["kubernetes.io/pv-protection"], deletionTimestamp }), false);
});

test("a provisioner that gave up over words that nobody knows is restarted, and nothing else is tried", () => {
  const silent = (message: string) =>
    remediesOf(diagnosisOf([released(), ...installed(), failure(message, hours)]));
  assert.deepEqual(silent("flux capacitor"), ["restart-sidecar loses-data"]);
  assert.deepEqual(silent("in use"), ["unblock-deletion loses-data", "restart-sidecar loses-data"]);
});

test("without events it is said whether the driver is there at all", () => {
  const said = (...more: readonly KubeObject[]) =>
    textOf(diagnosisOf([released(), ...more], ["v1/events"]).holds.map(({ message }) => message));
  assert.match(said(), /no CSIDriver and no node has that name/);
  assert.doesNotMatch(said(...installed()), /no CSIDriver/);
});

test("that nothing can delete a volume is said by what created it", () => {
  const hold = (facts: Parameters<typeof released>[0]) => diagnosisOf([released(facts)]).holds[0];
  const manual = hold({ spec: { nfs: { server: "10.0.0.9", path: "/x" } } });
  assert.match(textOf(manual?.message), /was created manually/);
  const path = "metadata.annotations[pv.kubernetes.io/provisioned-by]";
  assert.deepEqual(
    manual?.evidence.map((each) => [each.path, each.observed]),
    [[path, null]],
  );
  const removed = hold(inTree("kubernetes.io/glusterfs"));
  assert.match(textOf(removed?.message), /was created by +kubernetes.io\/glusterfs/);
  assert.deepEqual(
    removed?.evidence.map((each) => [each.path, each.observed]),
    [[path, "kubernetes.io/glusterfs"]],
  );
});
