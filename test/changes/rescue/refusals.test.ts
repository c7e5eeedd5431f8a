import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, nextOfRescue } from "../../../src/changes/rescue/index.ts";
import type {
  KubeObject,
  PersistentVolume,
  PersistentVolumeClaim,
  Resource,
} from "../../../src/kubernetes/index.ts";
import { claim, namespaceObject, ownedBy, volume } from "../../support/objects.ts";
import { begun, clusterOf, deploymentUsing, ofClaim, ofVolume, pair, setOf, stepsOf } from "./situation.ts";

const failedToDelete = (of: string): KubeObject => ({
  apiVersion: "v1",
  kind: "Event",
  metadata: { name: "e", namespace: "default", uid: "e-uid" },
  involvedObject: { kind: "PersistentVolume", name: of, uid: `${of}-uid` },
  reason: "VolumeFailedDelete",
  message: "rpc error: the disk is busy",
  lastTimestamp: "2026-11-20T11:00:00Z",
});

test("a Released or Failed volume with policy Delete: the disk is being destroyed", () => {
  for (const phase of ["Released", "Failed"] as const) {
    const [, released] = pair({ phase });
    assert.deepEqual(stepsOf(ofClaim(), [released]), ["refused: DiskBeingDestroyed"]);
    assert.deepEqual(stepsOf(ofVolume(), [released]), ["refused: DiskBeingDestroyed"]);
  }
});

test("Retain after a deletion that was tried: only when a person accepts it", () => {
  const [, released] = pair({ policy: "Retain", phase: "Released" });
  const objects = [released, failedToDelete("pv-data")];
  assert.deepEqual(stepsOf(ofVolume(), objects), ["refused: DeletionWasTried"]);
  assert.equal(stepsOf(ofVolume(), objects, { accepted: ["DeletionWasTried"] }).at(-1), "done");
});

test("a deleted volume of Mayastor, which can delete the disk under Retain: only when a person accepts it", () => {
  const csi = { driver: "io.openebs.csi-mayastor", volumeHandle: "5d2c1b60-0001-4a2b-8c3d-000000000001" };
  const [own, deleted] = pair({ policy: "Retain", volume: "deleted" });
  const objects = [own, { ...deleted, spec: { ...deleted.spec, csi } }];
  assert.deepEqual(stepsOf(ofClaim(), objects), ["refused: RetainNotProven"]);
  assert.deepEqual(stepsOf(ofVolume(), objects), ["refused: RetainNotProven"]);
  assert.equal(stepsOf(ofClaim(), objects, { accepted: ["RetainNotProven"] }).at(-1), "done");
  const [deletedClaim, live] = pair({ policy: "Retain", claim: "deleted" });
  assert.equal(stepsOf(ofClaim(), [deletedClaim, { ...live, spec: { ...live.spec, csi } }]).at(-1), "done");
});

test("nothing is wrong, there is no volume, no claim, or nothing is left", () => {
  assert.deepEqual(stepsOf(ofClaim(), pair()), ["refused: nothing-to-do"]);
  assert.deepEqual(stepsOf(ofClaim(), [claim({ deletionTimestamp: true })]), ["refused: NoVolume"]);
  assert.deepEqual(stepsOf(ofVolume(), [volume({ name: "pv-data" })]), ["refused: NoClaim"]);
  assert.deepEqual(stepsOf(ofClaim(), []), ["refused: NothingLeft"]);
  assert.deepEqual(stepsOf(ofVolume(), []), ["refused: NothingLeft"]);
});

test("a claim lost the name of its volume: the volume is still bound to it, so there is data to keep", () => {
  const [named, own] = pair();
  const { volumeName: _lost, ...spec } = named.spec ?? {};
  const unnamed = { ...named, spec, status: { phase: "Lost" } };
  for (const of of [ofClaim(), ofVolume()])
    assert.deepEqual(stepsOf(of, [unnamed, own]), ["refused: VolumeNotNamed"]);
  const another = { ...unnamed, metadata: { ...unnamed.metadata, uid: "another" } };
  assert.deepEqual(stepsOf(ofClaim(), [another, own]), ["refused: NoVolume"]);
});

test("several volumes were the claim's: the person names the one with the data", () => {
  const [, one] = pair({ policy: "Retain", phase: "Released" });
  const other = { ...one, metadata: { ...one.metadata, name: "pv-2", uid: "pv-2-uid" } };
  assert.deepEqual(stepsOf(ofClaim(), [one, other]), ["refused: SeveralVolumes"]);
});

test("another volume has the same disk, and would take it along", () => {
  const [gone, own] = pair({ claim: "deleted" });
  const twin = { ...own, metadata: { ...own.metadata, name: "pv-2", uid: "pv-2-uid" } };
  assert.deepEqual(stepsOf(ofClaim(), [gone, own, twin]), ["refused: SharedDisk"]);
});

/** As if created manually: no plugin deletes a share. */
function share(
  of: readonly [PersistentVolumeClaim, PersistentVolume],
): readonly [PersistentVolumeClaim, PersistentVolume] {
  const [claimOf, { metadata, spec, ...rest }] = of;
  const { annotations: _by, finalizers: _its, ...bare } = metadata;
  const { csi: _csi, ...kept } = spec ?? {};
  const nfs = { server: "nas", path: "/export" };
  const finalizers = ["kubernetes.io/pv-protection"];
  return [claimOf, { ...rest, metadata: { ...bare, finalizers }, spec: { ...kept, nfs } }];
}

test("another volume of a share has policy Delete: nobody can delete a share that was made by hand", () => {
  const [gone, own] = share(pair({ claim: "deleted", policy: "Retain" }));
  const twin = { ...own, metadata: { ...own.metadata, name: "pv-2", uid: "pv-2-uid" } };
  const other = (persistentVolumeReclaimPolicy: string) =>
    stepsOf(ofClaim(), [gone, own, { ...twin, spec: { ...own.spec, persistentVolumeReclaimPolicy } }]);
  assert.equal(other("Delete").at(-1), "done");
  assert.deepEqual(other("Recycle"), ["refused: SharedDisk"]);
});

test("a volume with policy Delete that nobody can delete is not destroyed, whatever its phase", () => {
  for (const phase of ["Released", "Failed"] as const) {
    const [, released] = share(pair({ phase }));
    const steps = stepsOf(ofVolume(), [released]);
    assert.match(steps[0] ?? "", /^retain pv-data/);
    assert.equal(steps.at(-1), "done");
    const spec = { ...released.spec, persistentVolumeReclaimPolicy: "Recycle" };
    assert.deepEqual(stepsOf(ofVolume(), [{ ...released, spec }]), ["refused: DiskBeingDestroyed"]);
  }
});

test("that nobody could delete it is no attempt", () => {
  const [, failed] = share(pair({ policy: "Retain", phase: "Failed" }));
  const withMessage = (message: string) =>
    stepsOf(ofVolume(), [{ ...failed, status: { phase: "Failed", message } }]).at(-1);
  const none = 'error getting deleter volume plugin for volume "pv-data": no deletable volume plugin matched';
  assert.equal(withMessage(none), "done");
  assert.equal(withMessage("the recycler pod failed"), "refused: DeletionWasTried");
  assert.equal(withMessage(""), "refused: DeletionWasTried");
});

test("somebody made the claim again, and it does not name the volume", () => {
  const [, own] = pair({ policy: "Retain", phase: "Released" });
  const empty = claim({ uid: "another" });
  assert.deepEqual(stepsOf(ofVolume(), [empty, own]), ["refused: ClaimNameTaken"]);
});

test("a namespace that is being deleted: the disk is made safe all the same", () => {
  const objects = [...pair({ claim: "deleted" }), namespaceObject({ deletionTimestamp: true })];
  const steps = stepsOf(ofClaim(), objects);
  assert.deepEqual(steps.at(-1), "refused: NamespaceBeingDeleted");
  assert.match(steps[0] ?? "", /^retain/);
});

test("a workload that an operator runs is left to a person", () => {
  const [set, ...pods] = setOf(1);
  assert.ok(set !== undefined);
  const kafka = { apiVersion: "kafka.strimzi.io/v1", kind: "Kafka", metadata: { name: "k", uid: "k-uid" } };
  const run = { ...set, metadata: { ...set.metadata, ownerReferences: [ownedBy(kafka)] } };
  const steps = stepsOf(ofClaim("data-web-0"), [
    ...pair({ name: "data-web-0", claim: "deleted" }),
    run,
    ...pods,
  ]);
  assert.match(steps[0] ?? "", /^retain/);
  assert.equal(steps[1], "(person) stop web");
});

test("a claim that is deleted while the rescue runs is not let go with the pods", () => {
  const objects = [
    ...pair({ name: "data-web-0", policy: "Retain", claim: "deleted" }),
    ...pair({ name: "data-web-1" }),
    ...setOf(2),
  ];
  const rescue = begun(ofClaim("data-web-0"), objects);
  assert.ok("pairs" in rescue);
  const later = clusterOf([...objects, ...pair({ name: "data-web-1", claim: "deleted" })]);
  const next = nextOfRescue(rescue, later);
  assert.equal("end" in next && next.end === "refused" && next.refusal.reason, "AnotherClaimDeleted");
});

test("a volume that went before it was seen with Retain is not made again", () => {
  const objects = pair({ claim: "deleted" });
  const rescue = begun(ofClaim(), objects);
  assert.ok("pairs" in rescue);
  const next = nextOfRescue(rescue, clusterOf([]));
  assert.equal("end" in next && next.end === "refused" && next.refusal.reason, "RetainNotProven");
  const later = nextOfRescue({ ...rescue, safe: ["pv-data"] }, clusterOf([]));
  assert.equal("act" in later && later.stage, "create-volume");
});

const read: readonly Resource[] = [
  "v1/persistentvolumeclaims",
  "v1/persistentvolumes",
  "v1/pods",
  "v1/namespaces",
  "apps/v1/replicasets",
  "apps/v1/deployments",
  "apps/v1/statefulsets",
];

for (const hidden of read) {
  test(`without ${hidden} no rescue begins, and none goes on`, () => {
    const objects = [...pair({ claim: "deleted", policy: "Retain" }), ...deploymentUsing("data")];
    const blind = clusterOf(objects, [hidden]);
    assert.equal(begin(ofClaim(), [], blind).start, "unknown");
  });
}
