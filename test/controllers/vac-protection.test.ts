/** kubernetes/kubernetes pkg/controller/volume/vacprotection/vac_protection_controller_test.go, 1.36. */
import assert from "node:assert/strict";
import test from "node:test";
import { finalizerNames, vacProtectionController } from "../../src/controllers/index.ts";
import type {
  PersistentVolume,
  PersistentVolumeClaim,
  VolumeAttributesClass,
} from "../../src/kubernetes/index.ts";
import { attributesClass, claim, volume } from "../support/objects.ts";
import type { FinalizerAction } from "./decisions/finalizer-action.ts";
import { finalizerAction } from "./decisions/finalizer-action.ts";

interface Row {
  readonly name: string;
  readonly subject?: VolumeAttributesClass;
  /** The volumes and claims that are left once the event of the row has happened. */
  readonly volumes?: readonly PersistentVolume[];
  readonly claims?: readonly PersistentVolumeClaim[];
  readonly action: FinalizerAction;
}

const finalizers = [finalizerNames.vacProtection];
const live = attributesClass({ finalizers });
const dying = attributesClass({ finalizers, deletionTimestamp: true });
const silverVolume = volume({ spec: { volumeAttributesClassName: "silver" } });
const goldVolume = volume({ spec: { volumeAttributesClassName: "gold" } });
const silverClaim = claim({ spec: { volumeAttributesClassName: "silver" } });
const goldClaim = claim({ spec: { volumeAttributesClassName: "gold" } });

const rows: readonly Row[] = [
  { name: "VAC without finalizer -> finalizer is added", subject: attributesClass(), action: "add" },
  { name: "VAC with finalizer -> no action", subject: live, action: "none" },
  { name: "saving VAC finalizer fails -> controller retries", subject: attributesClass(), action: "add" },
  { name: "deleted VAC with finalizer -> finalizer is removed", action: "remove" },
  { name: "finalizer removal fails -> controller retries", action: "remove" },
  { name: "deleted VAC, a PV refers to it -> kept", volumes: [silverVolume], action: "keep" },
  { name: "deleted VAC, a PVC refers to it -> kept", claims: [silverClaim], action: "keep" },
  { name: "the PV changes its class -> removed", volumes: [goldVolume], action: "remove" },
  { name: "the PV is deleted -> removed", action: "remove" },
  { name: "the PV is deleted, another PV refers -> kept", volumes: [silverVolume], action: "keep" },
  { name: "the PV is deleted, a PVC refers -> kept", claims: [silverClaim], action: "keep" },
  { name: "the PVC changes its class -> removed", claims: [goldClaim], action: "remove" },
  {
    name: "the PVC changes its spec, status.currentVolumeAttributesClassName still refers -> kept",
    claims: [
      claim({
        spec: { volumeAttributesClassName: "gold" },
        status: { currentVolumeAttributesClassName: "silver" },
      }),
    ],
    action: "keep",
  },
  {
    name: "the PVC changes its spec, status.modifyVolumeStatus still refers -> kept",
    claims: [
      claim({
        spec: { volumeAttributesClassName: "gold" },
        status: { modifyVolumeStatus: { targetVolumeAttributesClassName: "silver" } },
      }),
    ],
    action: "keep",
  },
  { name: "the PVC is deleted, another PVC refers -> kept", claims: [silverClaim], action: "keep" },
  { name: "the PVC is deleted, a PV refers -> kept", volumes: [silverVolume], action: "keep" },
];

test("vac-protection: TestVACProtectionController", async (t) => {
  for (const { name, subject = dying, volumes = [], claims = [], action } of rows) {
    await t.test(name, () =>
      assert.equal(finalizerAction(vacProtectionController, subject, [...volumes, ...claims]), action),
    );
  }
});
