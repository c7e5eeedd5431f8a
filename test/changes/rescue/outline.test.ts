import assert from "node:assert/strict";
import { test } from "node:test";
import type { Scalable } from "../../../src/changes/rescue/workload.ts";
import type { Pod } from "../../../src/kubernetes/index.ts";
import { pod } from "../../support/objects.ts";
import { deploymentUsing, ofClaim, ofVolume, pair, setOf, stepsOf } from "./situation.ts";

const retain = (name = "data") => `retain pv-${name} replace /spec/persistentVolumeReclaimPolicy "Retain"`;
const release = (name = "data") =>
  `release-volume pv-${name} remove /spec/claimRef/uid remove /spec/claimRef/resourceVersion`;
const whenScaled = "replace /spec/persistentVolumeClaimRetentionPolicy/whenScaled";
/** For a volume that is not deleted: it is kept. */
const released = (name = "data") => [
  `(cluster) claim-gone ${name}`,
  release(name),
  `(cluster) volume-available pv-${name}`,
  ...bound(name),
];
/** For a volume that is deleted: it is created again. */
const remade = (name = "data") => [
  `create-volume pv-${name}`,
  `(cluster) volume-available pv-${name}`,
  ...bound(name),
];
const bound = (name: string) => [`create-claim ${name}`, `(cluster) claim-bound ${name}`];
const stopped = ["stop web replace /spec/replicas 0", "(cluster) pods-gone web-1-x"];
const started = "start web replace /spec/replicas 1";

test("a deleted claim without users", () => {
  assert.deepEqual(stepsOf(ofClaim(), pair({ claim: "deleted" })), [retain(), ...released(), "done"]);
});

test("a deleted claim that a Deployment uses: it stops, and starts again at the end", () => {
  const objects = [...pair({ claim: "deleted" }), ...deploymentUsing("data")];
  assert.deepEqual(stepsOf(ofClaim(), objects), [retain(), ...stopped, ...released(), started, "done"]);
});

test("a deleted volume whose claim lives: both have to go and come back", () => {
  const objects = [...pair({ volume: "deleted" }), ...deploymentUsing("data")];
  const expected = [
    retain(),
    ...stopped,
    "delete-claim data",
    "(cluster) claim-gone data",
    ...remade(),
    started,
    "done",
  ];
  assert.deepEqual(stepsOf(ofVolume(), objects), expected);
  assert.deepEqual(stepsOf(ofClaim(), objects), expected);
});

test("claim and volume both deleted", () => {
  const objects = [...pair({ claim: "deleted", volume: "deleted" }), ...deploymentUsing("data")];
  assert.deepEqual(stepsOf(ofVolume(), objects), [
    retain(),
    ...stopped,
    "(cluster) claim-gone data",
    ...remade(),
    started,
    "done",
  ]);
});

test("a Released volume with Retain, whose claim is gone", () => {
  const [, volume] = pair({ policy: "Retain", phase: "Released" });
  const steps = [release(), "(cluster) volume-available pv-data", ...bound("data"), "done"];
  assert.deepEqual(stepsOf(ofVolume(), [volume]), steps);
  assert.deepEqual(stepsOf(ofClaim(), [volume]), steps);
});

test("one claim of a StatefulSet: pods before it go on, and no other claim goes with the pods", () => {
  const objects = [
    ...pair({ name: "data-web-0" }),
    ...pair({ name: "data-web-1", claim: "deleted" }),
    ...pair({ name: "data-web-2" }),
    ...setOf(3, "Delete"),
  ];
  assert.deepEqual(stepsOf(ofClaim("data-web-1"), objects), [
    retain("data-web-1"),
    `stop web replace /spec/replicas 1 ${whenScaled} "Retain"`,
    "(cluster) pods-gone web-1",
    ...released("data-web-1"),
    `start web replace /spec/replicas 3 ${whenScaled} "Delete"`,
    "done",
  ]);
});

test("all that the stopped pods hold alone is rescued too, and every disk is safe before anything stops", () => {
  const objects = [
    ...pair({ name: "data-web-0", claim: "deleted" }),
    ...pair({ name: "data-web-1", claim: "deleted", volume: "deleted" }),
    ...pair({ name: "data-web-2", volume: "deleted" }),
    ...setOf(3),
  ];
  assert.deepEqual(stepsOf(ofClaim("data-web-1"), objects), [
    retain("data-web-1"),
    retain("data-web-0"),
    retain("data-web-2"),
    "stop web replace /spec/replicas 0",
    "(cluster) pods-gone web-1",
    "(cluster) claim-gone data-web-1",
    ...remade("data-web-1"),
    ...released("data-web-0").filter((step) => !step.includes("claim-gone")),
    "delete-claim data-web-2",
    "(cluster) claim-gone data-web-2",
    ...remade("data-web-2"),
    "start web replace /spec/replicas 3",
    "done",
  ]);
});

test("a pod that nobody can scale is left to a person, or deleted when that is accepted; a finished one goes", () => {
  const alone = (phase: "Running" | "Succeeded") => [
    ...pair({ claim: "deleted" }),
    pod({ claims: ["data"], phase }),
  ];
  const byHand = [retain(), "(person) pods-gone web-0", ...released(), "done"];
  const byUs = [retain(), "delete-pod web-0", ...released(), "done"];
  assert.deepEqual(stepsOf(ofClaim(), alone("Running")), byHand);
  assert.deepEqual(stepsOf(ofClaim(), alone("Running"), { accepted: ["DeletesPods"] }), byUs);
  assert.deepEqual(stepsOf(ofClaim(), alone("Succeeded")), byUs);
});

test("pods of a workload that somebody has scaled down already go by themselves", () => {
  const down = (objects: readonly (Scalable | Pod)[], replicas: number) =>
    objects.map((each) => (each.kind === "Pod" ? each : { ...each, spec: { ...each.spec, replicas } }));
  const withDeployment = [...pair({ claim: "deleted" }), ...down(deploymentUsing("data"), 0)];
  assert.deepEqual(stepsOf(ofClaim(), withDeployment), [
    retain(),
    "(cluster) pods-gone web-1-x",
    ...released(),
    "done",
  ]);
  const last = pair({ name: "data-web-2", claim: "deleted" });
  assert.deepEqual(stepsOf(ofClaim("data-web-2"), [...last, ...down(setOf(3), 2)]), [
    retain("data-web-2"),
    "(cluster) pods-gone web-2",
    ...released("data-web-2"),
    "done",
  ]);
});

test("a Lost claim stays, and gets its volume back by its uid, while its pods run", () => {
  const [claim, volume] = pair();
  const lost = { ...claim, status: { phase: "Lost" } };
  const objects = [lost, ...deploymentUsing("data")];
  assert.deepEqual(stepsOf(ofClaim(), objects), ["refused: VolumeGone"]);
  const given = JSON.stringify(volume);
  assert.deepEqual(stepsOf(ofClaim(), objects, { given }), [
    "create-volume pv-data",
    "(cluster) claim-bound data",
    "done",
  ]);
  const other = JSON.stringify({ ...volume, metadata: { ...volume.metadata, name: "pv-other" } });
  assert.deepEqual(stepsOf(ofClaim(), objects, { given: other }), ["refused: WrongManifest"]);
});

test("a Lost claim whose volume names a former claim: the uid is set right", () => {
  const [claim, volume] = pair({ policy: "Retain", phase: "Available" });
  const lost = { ...claim, status: { phase: "Lost" } };
  const emptied = { ...volume, spec: { ...volume.spec, claimRef: { ...volume.spec?.claimRef, uid: "old" } } };
  assert.deepEqual(stepsOf(ofClaim(), [lost, emptied]), [
    'release-volume pv-data replace /spec/claimRef/uid "data-uid"',
    "(cluster) claim-bound data",
    "done",
  ]);
});
