/**
 * kubernetes/kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller_test.go
 * TestPVCProtectionController, 1.36, row by row: what the controller ends up doing with the facts of each row.
 */
import assert from "node:assert/strict";
import test from "node:test";
import {
  claimFinalizerAction,
  type FinalizerAction,
  finalizerNames,
  podUsesClaimForDeletion,
  unusedCondition,
} from "../../src/controllers/index.ts";
import type { PersistentVolumeClaim, Pod } from "../../src/model/index.ts";
import { type ClaimFacts, claim, ownedBy, pod, statefulSet } from "../support/objects.ts";

const finalizers = [finalizerNames.pvcProtection];
const bare = (facts: ClaimFacts = {}) => claim(facts);
const live = (facts: ClaimFacts = {}) => claim({ finalizers, ...facts });
const dying = (facts: ClaimFacts = {}) => claim({ finalizers, deletionTimestamp: true, ...facts });
const user = pod({ name: "user", claims: ["data"] });
const unrelated = pod({ name: "unrelated", claims: ["other"] });

interface Row {
  readonly name: string;
  readonly claims: readonly PersistentVolumeClaim[];
  /** Everything that a live LIST returns, whatever the informer's cache holds. */
  readonly pods?: readonly Pod[];
  /** For each claim. */
  readonly action: readonly FinalizerAction[];
  readonly unused?: "True" | "False" | "frozen";
}

const finalizerRows: readonly Row[] = [
  {
    name: "1 PVC without finalizer -> finalizer is added",
    claims: [bare(), bare({ namespace: "other" })],
    action: ["add", "add"],
  },
  { name: "2 PVC with finalizer -> no action", claims: [live()], action: ["none"] },
  { name: "3 saving PVC finalizer fails -> controller retries", claims: [bare()], action: ["add"] },
  {
    name: "4 deleted PVC with finalizers across different namespaces -> finalizer is removed",
    claims: [dying(), dying({ namespace: "other" })],
    action: ["remove", "remove"],
  },
  {
    name: "5 multiple PVCs with finalizer in the same namespace; no alive pods -> finalizer is removed",
    claims: [dying(), dying({ name: "more" })],
    action: ["remove", "remove"],
  },
  { name: "6 finalizer removal fails -> controller retries", claims: [dying()], action: ["remove"] },
  {
    name: "7 deleted PVCs with finalizer; pod list fails for one PVC -> both removed in the end",
    claims: [dying(), dying({ name: "more" })],
    action: ["remove", "remove"],
  },
  {
    name: "8 deleted PVC with finalizer + pod with the PVC exists -> finalizer is not removed",
    claims: [dying()],
    pods: [user],
    action: ["keep"],
  },
  {
    name: "9 deleted PVC with finalizer + pod with unrelated PVC and EmptyDir -> finalizer is removed",
    claims: [dying()],
    pods: [pod({ claims: ["other"], spec: { volumes: [{ name: "empty" }] } })],
    action: ["remove"],
  },
  {
    name: "10 deleted multiple PVCs with finalizer + pod with unrelated PVC -> finalizers are removed",
    claims: [dying({ name: "a" }), dying({ name: "b" }), dying({ name: "c" })],
    pods: [unrelated],
    action: ["remove", "remove", "remove"],
  },
  {
    name: "11 deleted PVC with finalizer + pod with the PVC finished but is not deleted -> not removed",
    claims: [dying()],
    pods: [pod({ claims: ["data"], phase: "Failed" })],
    action: ["keep"],
  },
  {
    name: "12 deleted PVC with finalizer + pod exists but is not in the informer's cache yet -> not removed",
    claims: [dying()],
    pods: [user],
    action: ["keep"],
  },
  {
    name: "13 mix of used and unused deleted PVCs -> only the unused one is released",
    claims: [dying({ name: "a" }), dying({ name: "b" }), dying({ name: "c" })],
    pods: [pod({ name: "pa", claims: ["a"] }), pod({ name: "pc", claims: ["c"] })],
    action: ["keep", "remove", "keep"],
  },
  {
    name: "30 updated running Pod -> no action",
    claims: [dying()],
    pods: [user],
    action: ["keep"],
  },
  {
    name: "31 updated finished Pod -> finalizer is not removed",
    claims: [dying()],
    pods: [pod({ claims: ["data"], phase: "Succeeded" })],
    action: ["keep"],
  },
  {
    name: "32 updated unscheduled Pod -> finalizer is removed",
    claims: [dying()],
    pods: [pod({ claims: ["data"], nodeName: "", phase: "Pending" })],
    action: ["remove"],
  },
  { name: "33 deleted running Pod -> finalizer is removed", claims: [dying()], action: ["remove"] },
  {
    name: "34 Pod deleted and created with same name; old pod used the deleted PVC -> finalizer is removed",
    claims: [dying()],
    pods: [pod({ name: "user", uid: "new-uid", claims: [] })],
    action: ["remove"],
  },
  {
    name: "35 Pod deleted and created with same name; PVC not deleted -> no action",
    claims: [live()],
    pods: [pod({ name: "user", uid: "new-uid", claims: [] })],
    action: ["none"],
  },
  {
    name: "36 Pod deleted and created with same name; both pods use the deleted PVC -> no action",
    claims: [dying()],
    pods: [pod({ name: "user", uid: "new-uid", claims: ["data"] })],
    action: ["keep"],
  },
  {
    name: "37 Pod updated from unscheduled to scheduled -> deleted PVC's finalizer is not removed",
    claims: [dying()],
    pods: [pod({ name: "user", claims: ["data"], phase: "Pending" })],
    action: ["keep"],
  },
];

/** With the gate PersistentVolumeClaimUnusedSinceTime; row 19 has it off and is here for the finalizer alone. */
const unusedRows: readonly Row[] = [
  {
    name: "14 feature enabled: unused PVC with no pods -> Unused=True",
    claims: [live()],
    action: ["none"],
    unused: "True",
  },
  {
    name: "15 feature enabled: already Unused=True -> no action",
    claims: [live()],
    action: ["none"],
    unused: "True",
  },
  {
    name: "16 feature enabled: running pod references PVC with Unused=True -> Unused=False",
    claims: [live()],
    pods: [user],
    action: ["none"],
    unused: "False",
  },
  {
    name: "17 feature enabled: PVC in use by running pod without condition -> Unused=False",
    claims: [live()],
    pods: [user],
    action: ["none"],
    unused: "False",
  },
  {
    name: "18 feature enabled: deleting PVC -> no condition update, finalizer is removed",
    claims: [dying()],
    action: ["remove"],
    unused: "frozen",
  },
  { name: "19 feature disabled: unused PVC -> no action", claims: [live()], action: ["none"] },
  {
    name: "20 feature enabled: unscheduled pending pod references PVC -> Unused=False",
    claims: [live()],
    pods: [pod({ claims: ["data"], nodeName: "", phase: "Pending" })],
    action: ["none"],
    unused: "False",
  },
  {
    name: "21 feature enabled: terminated (Succeeded) pod -> Unused=True",
    claims: [live()],
    pods: [pod({ claims: ["data"], phase: "Succeeded" })],
    action: ["none"],
    unused: "True",
  },
  {
    name: "22 feature enabled: terminated (Failed) pod -> Unused=True",
    claims: [live()],
    pods: [pod({ claims: ["data"], phase: "Failed" })],
    action: ["none"],
    unused: "True",
  },
  {
    name: "23 feature enabled: status update fails -> Unused=True in the end",
    claims: [live()],
    action: ["none"],
    unused: "True",
  },
  {
    name: "24 feature enabled: pod not in informer cache but in API -> Unused=False",
    claims: [live()],
    pods: [user],
    action: ["none"],
    unused: "False",
  },
  {
    name: "25 feature enabled: one of two pods deleted -> Unused=False",
    claims: [live()],
    pods: [pod({ name: "remaining", claims: ["data"] })],
    action: ["none"],
    unused: "False",
  },
  {
    name: "26 feature enabled: deleting PVC that already has Unused=True -> condition kept, finalizer removed",
    claims: [dying()],
    action: ["remove"],
    unused: "frozen",
  },
  {
    name: "27 feature enabled: pod deleted, PVC becomes unused -> Unused=True",
    claims: [live()],
    action: ["none"],
    unused: "True",
  },
  {
    name: "28 feature enabled: used PVC without finalizer -> Unused=False and finalizer is added",
    claims: [bare()],
    pods: [user],
    action: ["add"],
    unused: "False",
  },
  {
    name: "29 feature enabled: deleted PVC with finalizer and pod using it -> finalizer is not removed",
    claims: [dying()],
    pods: [user],
    action: ["keep"],
    unused: "frozen",
  },
];

const scratchUser = pod({ name: "web-0", ephemeral: ["scratch"] });
const scratch = (ownerUid: string) =>
  dying({ name: "web-0-scratch", ownerReferences: [ownedBy(scratchUser, { uid: ownerUid })] });

/** What the upstream table does not say of the same predicate. */
const ownRows: readonly Row[] = [
  {
    name: "ephemeral volume, claim owned by the pod -> kept",
    claims: [scratch("web-0-uid")],
    pods: [scratchUser],
    action: ["keep"],
  },
  {
    name: "ephemeral volume, claim owned by an earlier pod of that name -> removed",
    claims: [scratch("earlier-uid")],
    pods: [scratchUser],
    action: ["remove"],
  },
  {
    name: "force-deleted pod, normal claim -> kept",
    claims: [dying()],
    pods: [pod({ claims: ["data"], deletionTimestamp: true, deletionGracePeriodSeconds: 0 })],
    action: ["keep"],
  },
  {
    name: "force-deleted pod, ephemeral claim -> removed",
    claims: [scratch("web-0-uid")],
    pods: [pod({ ephemeral: ["scratch"], deletionTimestamp: true, deletionGracePeriodSeconds: 0 })],
    action: ["remove"],
  },
  {
    name: "Terminating pod that still has time, ephemeral claim -> kept",
    claims: [scratch("web-0-uid")],
    pods: [pod({ ephemeral: ["scratch"], deletionTimestamp: true, deletionGracePeriodSeconds: 30 })],
    action: ["keep"],
  },
  {
    name: "pod of another namespace -> removed",
    claims: [dying()],
    pods: [pod({ namespace: "elsewhere", claims: ["data"] })],
    action: ["remove"],
  },
  {
    name: "pod whose node is gone -> kept until PodGC deletes the pod",
    claims: [dying()],
    pods: [pod({ claims: ["data"], nodeName: "gone" })],
    action: ["keep"],
  },
  {
    name: "deleted without the finalizer -> not its concern",
    claims: [claim({ deletionTimestamp: true })],
    pods: [user],
    action: ["none"],
  },
];

for (const [table, rows] of [
  ["TestPVCProtectionController", finalizerRows],
  ["TestPVCProtectionController", unusedRows],
  ["own", ownRows],
] as const) {
  test(`pvc-protection: ${table}`, async (t) => {
    for (const { name, claims, pods = [], action, unused } of rows) {
      await t.test(name, () => {
        assert.deepEqual(
          claims.map((each) => claimFinalizerAction(each, pods)),
          action,
        );
        if (unused !== undefined) {
          assert.deepEqual(
            claims.map((each) => unusedCondition(each, pods)),
            claims.map(() => unused),
          );
        }
      });
    }
  });
}

test("a claim of a StatefulSet does not count as an ephemeral volume of a pod with the same owner name", () => {
  const owned = dying({
    name: "web-0-scratch",
    ownerReferences: [ownedBy(statefulSet({ name: "web-0" }), { uid: "s" })],
  });
  assert.equal(podUsesClaimForDeletion(scratchUser, owned), false);
});
