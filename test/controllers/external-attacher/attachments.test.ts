/** kubernetes-csi/external-attacher pkg/controller/csi_handler_test.go TestCSIHandler, v4.12: attachments. */
import assert from "node:assert/strict";
import test from "node:test";
import { createCluster } from "../../../src/cluster/index.ts";
import type { AttacherFacts } from "../../../src/controllers/index.ts";
import {
  annotationNames,
  attacherFinalizer,
  attacherLease,
  attachmentAttacher,
  syncDetach,
} from "../../../src/controllers/index.ts";
import type { CSINode, KubeObject, Resource } from "../../../src/kubernetes/index.ts";
import type { AttachmentFacts } from "../../support/objects.ts";
import { attachment, csiDriver, ebs, volume } from "../../support/objects.ts";
import { snapshotOf } from "../../support/snapshot.ts";
import { decide } from "../decisions/decide.ts";

const driver = "ebs.csi.aws.com";
const csiNode: CSINode = {
  apiVersion: "storage.k8s.io/v1",
  kind: "CSINode",
  metadata: { name: "node-a", uid: "csi-node-uid" },
  spec: { drivers: [{ name: driver, nodeID: "i-1" }] },
};
const bareNode: CSINode = { ...csiNode, spec: { drivers: [] } };
const world: AttacherFacts = { volume: volume({ spec: ebs }), csiNode };
const gcePd = volume({ spec: { gcePersistentDisk: { pdName: "disk" } } });

type Row = readonly [name: string, facts: AttachmentFacts, world: Partial<AttacherFacts>, outcome: string];

const attachRows: readonly Row[] = [
  ["VolumeAttachment added -> successful attachment", {}, {}, "attach"],
  ["VolumeAttachment with InlineVolumeSpec -> successful attachment", {}, { volume: "inline" }, "attach"],
  ["already attached volume -> ignored", { attached: true }, {}, "nothing"],
  [
    "PV with deletion timestamp -> ignored with error",
    {},
    { volume: volume({ spec: ebs, deletionTimestamp: true }) },
    "waits for pv-data",
  ],
  ["unknown PV -> error", {}, { volume: "missing" }, "waits for pv-data"],
  ["Node without CSINode -> error", {}, { csiNode: "missing" }, "waits for node-a"],
  ["CSINode exists without the driver -> error", {}, { csiNode: bareNode }, "waits for node-a"],
  [
    "own: the annotation does not serve for an attach",
    { annotations: { [annotationNames.nodeId]: "i-1" } },
    { csiNode: "missing" },
    "waits for node-a",
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
      const { volume: named, csiNode: registered } = { ...world, ...changes };
      const volumeName = named === "inline" ? {} : { volume: "pv-data" };
      const asked = attachment({ attached: false, ...facts, ...volumeName });
      const subject = named === "inline" ? { ...asked, spec: { ...asked.spec, source: {} } } : asked;
      const others = [named, registered].filter((each) => typeof each !== "string");
      const [decided = "nothing"] = decide("external-attacher", subject, others);
      // First the finalizers are put on; with all of them there, the driver is asked.
      const begun = decided.startsWith("add-finalizer") || decided === "waits for nothing named";
      assert.equal(begun ? "attach" : decided, outcome);
    });
  }
});

const detachRows: readonly Row[] = [
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

/** kubernetes-csi/external-attacher cmd/csi-attacher/main.go, v4.12: it takes a lease of this name when it leads. */
test("own: a driver that does not attach has no attacher, unless one has led, or the leases are hidden", () => {
  const dying = attachment({ deletionTimestamp: true, finalizers: [attacherFinalizer(driver)] });
  const lease: KubeObject = {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: { name: attacherLease(driver), namespace: "kube-system", uid: "lease-uid" },
  };
  const decided = (attaches: boolean, more: readonly KubeObject[], ...hidden: readonly Resource[]) =>
    attachmentAttacher.decide(
      dying,
      createCluster(
        snapshotOf([dying, volume({ spec: ebs }), csiNode, csiDriver(driver, attaches), ...more], hidden),
      ),
    ).decides;
  assert.equal(decided(true, []), "act");
  assert.equal(decided(false, []), "wait");
  assert.equal(decided(false, [lease]), "act");
  assert.equal(decided(false, [], "coordination.k8s.io/v1/leases"), "act");
  assert.equal(decided(false, [], "storage.k8s.io/v1/csidrivers"), "act");
});
