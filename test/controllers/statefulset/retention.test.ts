/**
 * kubernetes/kubernetes pkg/controller/statefulset/stateful_set_utils_test.go, 1.36: TestIsClaimOwnerUpToDate (each
 * policy with each set of references), TestUpdateClaimOwnerRefForSetAndPod, TestClaimOwnerUpToDateEdgeCases.
 */
import assert from "node:assert/strict";
import test from "node:test";
import type { PodIdentity, RetentionOwner } from "../../../src/controllers/index.ts";
import {
  hasUnexpectedController,
  isClaimOwnerUpToDate,
  retentionOwner,
} from "../../../src/controllers/index.ts";
import type { OwnerReference } from "../../../src/kubernetes/index.ts";
import type { StatefulSetFacts } from "../../support/objects.ts";
import { claim, ownedBy, statefulSet } from "../../support/objects.ts";

const pod: PodIdentity = { name: "web-0", uid: "web-0-uid" };
const podObject = { apiVersion: "v1", kind: "Pod", metadata: { name: "web-0", uid: "web-0-uid" } };
const other: OwnerReference = { apiVersion: "v1", kind: "ConfigMap", name: "other", uid: "other-uid" };

interface Policy extends StatefulSetFacts {
  readonly name: string;
  readonly owner: RetentionOwner;
}

const remains = { replicas: 1 };
const condemned = { replicas: 0 };

const policies: readonly Policy[] = [
  { name: "retain", ...remains, owner: "nobody" },
  { name: "on SS delete", whenDeleted: "Delete", ...remains, owner: "set" },
  { name: "on scaledown only, condemned", whenScaled: "Delete", ...condemned, owner: "pod" },
  { name: "on scaledown only, remains", whenScaled: "Delete", ...remains, owner: "nobody" },
  {
    name: "on both, condemned",
    whenDeleted: "Delete",
    whenScaled: "Delete",
    ...condemned,
    owner: "pod",
  },
  { name: "on both, remains", whenDeleted: "Delete", whenScaled: "Delete", ...remains, owner: "set" },
];

const setOf = ({ name: _name, owner: _owner, ...facts }: Policy) => statefulSet({ name: "web", ...facts });
const yesNo = [true, false] as const;

test("isClaimOwnerUpToDate: TestIsClaimOwnerUpToDate", async (t) => {
  for (const policy of policies) {
    const set = setOf(policy);
    for (const podRef of yesNo) {
      for (const setRef of yesNo) {
        for (const otherRef of yesNo) {
          await t.test(`${policy.name}: pod ${podRef}, set ${setRef}, other ${otherRef}`, () => {
            const ownerReferences = [
              ...(otherRef ? [other] : []),
              ...(podRef ? [ownedBy(podObject)] : []),
              ...(setRef ? [ownedBy(set)] : []),
            ];
            const expected = podRef === (policy.owner === "pod") && setRef === (policy.owner === "set");
            assert.equal(isClaimOwnerUpToDate(claim({ ownerReferences }), set, pod), expected);
          });
        }
      }
    }
  }
});

test("updateClaimOwnerRefForSetAndPod: TestUpdateClaimOwnerRefForSetAndPod", async (t) => {
  const seventh: Policy = {
    name: "on SS delete, condemned",
    whenDeleted: "Delete",
    ...condemned,
    owner: "set",
  };
  for (const policy of [...policies, seventh]) {
    await t.test(policy.name, () => assert.equal(retentionOwner(setOf(policy), "web-0"), policy.owner));
  }
});

type EdgeRow = readonly [
  name: string,
  policy: StatefulSetFacts,
  refs: readonly OwnerReference[],
  upToDate: boolean,
];

const onScale = { whenScaled: "Delete", replicas: 0 } as const;
const onDelete = { whenDeleted: "Delete", replicas: 1 } as const;
const set = statefulSet({ name: "web" });
const stranger = { ...other, controller: true };

const edgeRows: readonly EdgeRow[] = [
  ["normal controller, pod", onScale, [ownedBy(podObject)], true],
  ["non-controller causes policy mismatch, pod", onScale, [ownedBy(podObject, { controller: false })], false],
  ["stale controller does not affect policy, pod", onScale, [ownedBy(podObject, { uid: "stale" })], true],
  ["unexpected controller causes policy mismatch, pod", onScale, [ownedBy(podObject), stranger], false],
  ["normal controller, set", onDelete, [ownedBy(set)], true],
  ["non-controller causes policy mismatch, set", onDelete, [ownedBy(set, { controller: false })], false],
  ["stale controller does not affect policy, set", onDelete, [ownedBy(set, { uid: "stale" })], true],
  ["unexpected controller causes policy mismatch, set", onDelete, [ownedBy(set), stranger], false],
];

test("isClaimOwnerUpToDate: TestClaimOwnerUpToDateEdgeCases", async (t) => {
  for (const [name, facts, ownerReferences, upToDate] of edgeRows) {
    await t.test(name, () => {
      const subject = statefulSet({ name: "web", ...facts });
      assert.equal(isClaimOwnerUpToDate(claim({ ownerReferences }), subject, pod), upToDate);
    });
  }
});

test("hasUnexpectedController: with Retain everywhere others may control the claim", () => {
  const owned = claim({ ownerReferences: [stranger] });
  assert.equal(hasUnexpectedController(owned, statefulSet({ name: "web" }), pod), false);
  assert.equal(hasUnexpectedController(owned, statefulSet({ name: "web", ...onDelete }), pod), true);
});

test("hasUnexpectedController: who has the name of the pod or the set, and is of another kind, is a stranger", () => {
  const strangers: readonly OwnerReference[] = [
    { ...stranger, name: "web-0" },
    { ...stranger, name: "web" },
    { ...ownedBy(podObject), apiVersion: "example.com/v1" },
    { ...ownedBy(podObject), kind: "ReplicationController" },
    { ...ownedBy(set), apiVersion: "example.com/v1" },
    { ...ownedBy(set), kind: "Deployment" },
  ];
  for (const each of strangers) {
    const owned = claim({ ownerReferences: [each] });
    assert.equal(hasUnexpectedController(owned, statefulSet({ name: "web", ...onScale }), pod), true);
  }
});
