/** kubernetes-csi/external-attacher pkg/controller/csi_handler_test.go TestCSIHandler, v4.12: volumes. */
import assert from "node:assert/strict";
import test from "node:test";
import { annotationNames, attacherFinalizer } from "../../../src/controllers/index.ts";
import type { VolumeAttachment } from "../../../src/kubernetes/index.ts";
import type { VolumeFacts } from "../../support/objects.ts";
import { attachment, ebs, volume } from "../../support/objects.ts";
import { decide } from "../decisions/decide.ts";

const ours = attacherFinalizer("ebs.csi.aws.com");
const gce = attacherFinalizer("pd.csi.storage.gke.io");
const gcePd = { gcePersistentDisk: { pdName: "disk" } };
const migrated = { [annotationNames.migratedTo]: "pd.csi.storage.gke.io" };

interface Row {
  readonly name: string;
  readonly volume: VolumeFacts;
  readonly attachments?: readonly VolumeAttachment[];
  readonly removed: readonly string[];
}

const dying: VolumeFacts = { spec: ebs, finalizers: [ours], deletionTimestamp: true };

const rows: readonly Row[] = [
  { name: "VA deleted -> PV finalizer removed", volume: dying, removed: [ours] },
  {
    name: "VA deleted -> PV finalizer removed (GCE PD PV)",
    volume: { spec: gcePd, annotations: migrated, finalizers: [gce], deletionTimestamp: true },
    removed: [gce],
  },
  {
    name: "VA deleted -> PV finalizer not removed",
    volume: { spec: ebs, finalizers: [ours] },
    removed: [],
  },
  {
    name: "VA deleted -> PV finalizer not removed (GCE PD PV)",
    volume: { spec: gcePd, annotations: migrated, finalizers: [gce] },
    removed: [],
  },
  { name: "PV updated -> PV finalizer removed", volume: dying, removed: [ours] },
  {
    name: "PV finalizer removed -> other finalizers preserved",
    volume: { ...dying, finalizers: ["foo/bar", ours, "bar/baz"] },
    removed: [ours],
  },
  { name: "no PV finalizer -> ignored", volume: { ...dying, finalizers: [] }, removed: [] },
  { name: "no deletion timestamp -> ignored", volume: { spec: ebs, finalizers: [ours] }, removed: [] },
  { name: "VA exists -> ignored", volume: dying, attachments: [attachment()], removed: [] },
  {
    name: "PV created by other CSI drivers or in-tree provisioners -> ignored",
    volume: { deletionTimestamp: true },
    removed: [],
  },
  {
    name: "own: a detached, deleted attachment on another node keeps it too",
    volume: dying,
    attachments: [attachment({ nodeName: "node-b", attached: false, deletionTimestamp: true })],
    removed: [],
  },
  {
    name: "own: the migration was undone -> removed from a live volume",
    volume: { spec: gcePd, finalizers: [gce] },
    removed: [gce],
  },
];

test("external-attacher on volumes: TestCSIHandler", async (t) => {
  for (const { name, volume: facts, attachments = [], removed } of rows) {
    await t.test(name, () => {
      const made = volume(facts);
      const decided = decide("external-attacher", made, attachments);
      const { name } = made.metadata;
      const wanted = removed.map((finalizer) => `remove-finalizer ${finalizer} ${name}`);
      const isAwaited = removed.length === 0 && attachments.length > 0;
      assert.deepEqual(decided, isAwaited ? [`waits for ${attachments[0]?.metadata.name}`] : wanted);
    });
  }
});
