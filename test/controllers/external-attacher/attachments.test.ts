/** kubernetes-csi/external-attacher pkg/controller/csi_handler_test.go TestCSIHandler, v4.12: attachments. */
import assert from "node:assert/strict";
import test from "node:test";
import {
  annotationNames,
  attacherFinalizer,
  type DetachWorld,
  syncAttach,
  syncDetach,
} from "../../../src/controllers/index.ts";
import type { CSINode } from "../../../src/model/index.ts";
import { type AttachmentFacts, attachment, ebs, volume } from "../../support/objects.ts";

const driver = "ebs.csi.aws.com";
const csiNode: CSINode = {
  apiVersion: "storage.k8s.io/v1",
  kind: "CSINode",
  metadata: { name: "node-a", uid: "csi-node-uid" },
  spec: { drivers: [{ name: driver, nodeID: "i-1" }] },
};
const bareNode: CSINode = { ...csiNode, spec: { drivers: [] } };
const world: DetachWorld = { volume: volume({ spec: ebs }), csiNode };
const gcePd = volume({ spec: { gcePersistentDisk: { pdName: "disk" } } });

type AttachRow = readonly [
  name: string,
  facts: AttachmentFacts,
  world: Partial<DetachWorld>,
  outcome: string,
];

const attachRows: readonly AttachRow[] = [
  ["VolumeAttachment added -> successful attachment", {}, {}, "attach"],
  ["VolumeAttachment with InlineVolumeSpec -> successful attachment", {}, { volume: "inline" }, "attach"],
  ["already attached volume -> ignored", { attached: true }, {}, "already attached"],
  [
    "PV with deletion timestamp -> ignored with error",
    {},
    { volume: volume({ spec: ebs, deletionTimestamp: true }) },
    "volume Terminating",
  ],
  ["unknown PV -> error", {}, { volume: "missing" }, "volume missing"],
  ["Node without CSINode -> error", {}, { csiNode: "missing" }, "node ID unknown"],
  ["CSINode exists without the driver -> error", {}, { csiNode: bareNode }, "node ID unknown"],
  [
    "own: the annotation does not serve for an attach",
    { annotations: { [annotationNames.nodeId]: "i-1" } },
    { csiNode: "missing" },
    "node ID unknown",
  ],
  [
    "VolumeAttachment with GCEPersistentDiskVolumeSource -> successful attachment",
    {},
    { volume: gcePd },
    "attach",
  ],
];

test("syncAttach: TestCSIHandler", async (t) => {
  for (const [name, facts, changes, outcome] of attachRows) {
    await t.test(name, () => {
      const result = syncAttach(attachment({ attached: false, ...facts }), { ...world, ...changes });
      assert.equal("because" in result ? result.because : result.result, outcome);
    });
  }
});

const detachRows: readonly AttachRow[] = [
  ["VolumeAttachment marked for deletion -> successful detach", {}, {}, "detach"],
  [
    "VolumeAttachment with InlineVolumeSpec marked for deletion -> successful detach",
    {},
    { volume: "inline" },
    "detach",
  ],
  ["already detached volume -> ignored", { finalizers: [] }, {}, "already detached"],
  ["detach unknown PV -> error", {}, { volume: "missing" }, "volume missing"],
  ["detach unknown node -> error", {}, { csiNode: "missing" }, "node ID unknown"],
  [
    "detach unknown node -> use annotation",
    { annotations: { [annotationNames.nodeId]: "i-1" } },
    { csiNode: "missing" },
    "detach",
  ],
  [
    "own: the driver is gone from the node -> use annotation",
    { annotations: { [annotationNames.nodeId]: "i-1" } },
    { csiNode: bareNode },
    "detach",
  ],
  [
    "VolumeAttachment with GCEPersistentDiskVolumeSource marked for deletion -> successful detach",
    {},
    { volume: gcePd },
    "detach",
  ],
  [
    "own: a volume of no CSI driver",
    {},
    { volume: volume({ spec: { nfs: { server: "a", path: "/" } } }) },
    "not a CSI volume",
  ],
];

test("syncDetach: TestCSIHandler", async (t) => {
  const dying = { deletionTimestamp: true, finalizers: [attacherFinalizer(driver)] } as const;
  for (const [name, facts, changes, outcome] of detachRows) {
    await t.test(name, () => {
      const result = syncDetach(attachment({ ...dying, ...facts }), { ...world, ...changes });
      assert.equal("because" in result ? result.because : result.result, outcome);
    });
  }
});
