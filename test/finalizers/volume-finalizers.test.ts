import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { finalizerNames } from "../../src/controllers/index.ts";
import type { KubeObject, PersistentVolume, PersistentVolumeClaim } from "../../src/kubernetes/index.ts";
import { refOf } from "../../src/kubernetes/index.ts";
import { diagnosisOf, remediesOf, rootsOf, textOf } from "../support/diagnose.ts";
import { event, installed } from "../support/driver.ts";
import type { VolumeFacts } from "../support/objects.ts";
import { attachment, attributesClass, claim, ebs, volume } from "../support/objects.ts";

const { pvProtection, externalProvisioner, pvController, vacProtection } = finalizerNames;
const long = "2026-11-20T09:00:00Z";
const bound = claim({ uid: "u1", phase: "Bound", volumeName: "pv-data" });
const claimRef = { namespace: "shop", name: "data", uid: "u1" };

function deleted(facts: VolumeFacts): PersistentVolume {
  return volume({ deletionTimestamp: long, phase: "Bound", claimRef, spec: ebs, ...facts });
}

describe("kubernetes.io/pv-protection", () => {
  const held = deleted({ finalizers: [pvProtection, externalProvisioner] });
  const inTree = deleted({
    finalizers: [pvProtection],
    spec: { hostPath: { path: "/tmp/x" } },
    annotations: { "pv.kubernetes.io/provisioned-by": "kubernetes.io/host-path" },
  });
  const rows: readonly (readonly [string, PersistentVolume, PersistentVolumeClaim | undefined, string])[] = [
    ["a live claim: a mistake", held, bound, "VolumeDeletedWhileBound blocked"],
    ["no claim", held, undefined, "BoundClaimIsGone stuck"],
    [
      "another claim of that name",
      held,
      { ...bound, metadata: { ...bound.metadata, uid: "u2" } },
      "BoundClaimIsGone stuck",
    ],
    [
      "a claim that is bound elsewhere",
      held,
      claim({ uid: "u1", volumeName: "pv-b" }),
      "BoundClaimIsGone stuck",
    ],
    ["a phase that cannot change", inTree, undefined, "PhaseCannotChange blocked"],
    [
      "nothing to wait for",
      deleted({ finalizers: [pvProtection], phase: "Released" }),
      undefined,
      "ControllerNotActing stuck",
    ],
  ];
  for (const [name, subject, other, root] of rows) {
    test(name, () => {
      const diagnosis = diagnosisOf([subject, ...(other === undefined ? [] : [other]), ...installed()]);
      assert.equal(`${diagnosis.verdict.reason} ${diagnosis.verdict.category}`, root);
    });
  }

  test("a mistake is answered with Retain, and never with the deletion of the claim", () => {
    const diagnosis = diagnosisOf([held, bound, ...installed()]);
    assert.equal(diagnosis.remedies.find(({ primary }) => primary)?.name, "set-retain");
    assert.deepEqual(remediesOf(diagnosis), ["save-manifest safe", "recreate-volume risky"]);
    assert.ok(!textOf(diagnosis.remedies.map(({ commands }) => commands)).includes("delete"));
  });

  test("without a deletion finalizer it is a leak that deleting the claim would cost", () => {
    const diagnosis = diagnosisOf([deleted({ finalizers: [pvProtection] }), bound, ...installed()]);
    assert.match(textOf(diagnosis.avoid), /vol-0abc +would leak/);
    assert.equal(diagnosis.fate?.data, "leaked");
  });

  test("where the phase cannot change, the disk stays, whatever becomes of the claim", () => {
    const leaving = { ...bound, metadata: { ...bound.metadata, deletionTimestamp: long } };
    for (const other of [bound, leaving, undefined]) {
      const diagnosis = diagnosisOf([inTree, ...(other === undefined ? [] : [other])]);
      assert.equal(diagnosis.fate?.data, "kept");
      assert.doesNotMatch(textOf(diagnosis.avoid), /would be destroyed/);
    }
  });

  test("an unread claim is neither live nor gone", () => {
    const diagnosis = diagnosisOf([held, bound, ...installed()], ["v1/persistentvolumeclaims"]);
    assert.equal(diagnosis.verdict.category, "unknown");
  });
});

describe("external-provisioner.volume.kubernetes.io/finalizer", () => {
  const finalizers = [externalProvisioner];
  test("a phase that is not Released is a deadlock, and Retain ends it", () => {
    for (const phase of ["Failed", "Available"] as const) {
      const diagnosis = diagnosisOf([deleted({ finalizers, phase }), ...installed()]);
      assert.deepEqual(rootsOf(diagnosis), ["NotReleasedSoNotDeleted blocked"]);
      assert.equal(diagnosis.remedies[0]?.name, "set-retain");
    }
  });

  test("Retain set long ago: the provisioner is old or not running", () => {
    const kept = deleted({ finalizers, phase: "Released", policy: "Retain" });
    assert.deepEqual(rootsOf(diagnosisOf([kept, ...installed()])), ["RetainNotReleased stuck"]);
    assert.deepEqual(remediesOf(diagnosisOf([kept])), ["drop-finalizer risky"]);
  });

  test("Retain set a moment ago: wait", () => {
    const kept = deleted({ finalizers, phase: "Released", policy: "Retain" });
    const patched = { manager: "kubectl-patch", time: "2026-11-20T11:59:45Z" };
    const fresh = { ...kept, metadata: { ...kept.metadata, managedFields: [patched] } };
    const diagnosis = diagnosisOf([fresh, ...installed()]);
    assert.deepEqual(rootsOf(diagnosis), ["ControllerAboutToAct waiting"]);
    assert.deepEqual(remediesOf(diagnosis), []);
    assert.deepEqual(rootsOf(diagnosisOf([fresh])), ["RetainNotReleased stuck"], "no driver is there to act");
  });

  test("an unread registration of drivers decides nothing", () => {
    const kept = deleted({ finalizers, phase: "Released", policy: "Retain" });
    assert.equal(diagnosisOf([kept], ["storage.k8s.io/v1/csinodes"]).verdict.category, "unknown");
  });
});

test("kubernetes.io/pv-controller: a plugin that is gone never deletes", () => {
  const gone = deleted({
    finalizers: [pvController],
    phase: "Failed",
    spec: { rbd: { pool: "kube", image: "a" } },
    annotations: { "pv.kubernetes.io/provisioned-by": "kubernetes.io/rbd" },
  });
  assert.ok(rootsOf(diagnosisOf([gone])).includes("InTreePluginGone stuck"));
});

test("kubernetes.io/vac-protection: every volume and claim that names the class", () => {
  const silver = attributesClass({ deletionTimestamp: long, finalizers: [vacProtection] });
  const user = claim({ spec: { volumeAttributesClassName: "silver" } });
  assert.deepEqual(rootsOf(diagnosisOf([silver, user])), ["AttributesClassInUse blocked"]);
  assert.deepEqual(rootsOf(diagnosisOf([silver])), ["ControllerNotActing stuck"]);
  assert.equal(diagnosisOf([silver, user], ["v1/persistentvolumes"]).verdict.category, "unknown");
});

test("kubernetes.io/pv-controller: what no in-tree plugin provisioned keeps it", () => {
  const nfs = { nfs: { server: "10.0.0.5", path: "/export" } };
  const copied = deleted({ finalizers: [pvController], phase: "Released", spec: nfs });
  assert.ok(rootsOf(diagnosisOf([copied])).includes("FinalizerNotManaged blocked"));
});

test("a disk that its provisioner may have destroyed before it deleted the object is not called left behind", () => {
  const left = { finalizers: ["external-attacher/ebs-csi-aws-com"], phase: "Released" } as const;
  const fate = (facts: VolumeFacts, ...others: readonly KubeObject[]) =>
    diagnosisOf([deleted({ ...left, ...facts }), ...others, ...installed()]).fate?.data;
  assert.equal(fate({}), "unknown");
  assert.equal(fate({ status: { lastPhaseTransitionTime: "2026-11-20T08:59:00Z" } }), "unknown");
  // Deleted before it was Released: no provisioner looked at it.
  assert.equal(fate({ status: { lastPhaseTransitionTime: "2026-11-20T09:01:00Z" } }), "leaked");
  // No provisioner destroys what an attachment names.
  assert.equal(fate({}, attachment()), "leaked");
  assert.equal(fate({ policy: "Retain" }), "kept");
});

test("where the disk is gone already, taking the provisioner's finalizer off leaves nothing behind", () => {
  const gone = deleted({ finalizers: [externalProvisioner], phase: "Released" });
  const said = (message: string) =>
    textOf(diagnosisOf([gone, event(refOf(gone), "VolumeFailedDelete", message), ...installed()]).avoid);
  assert.match(said("rpc error: code = Internal desc = timeout"), /remove the finalizer/);
  assert.doesNotMatch(said('persistentvolumes "pv-data" is forbidden: cannot patch resource'), /finalizer/);
});
