/**
 * kubernetes-csi/external-provisioner pkg/controller/controller_test.go TestDelete, v6.3, the rows about attachments.
 */
import assert from "node:assert/strict";
import test from "node:test";
import type { Provisioner } from "../../../src/controllers/index.ts";
import { annotationNames, provisionerOf } from "../../../src/controllers/index.ts";
import type { VolumeFacts } from "../../support/objects.ts";
import { attachment, volume } from "../../support/objects.ts";
import { decide } from "../decisions/decide.ts";

const inTree = "kubernetes.io/aws-ebs";
const csi = "ebs.csi.aws.com";
const by = (provisionedBy: string, migratedTo?: string) => ({
  [annotationNames.provisionedBy]: provisionedBy,
  ...(migratedTo === undefined ? {} : { [annotationNames.migratedTo]: migratedTo }),
});
const ebs = (driver: string) => ({ csi: { driver, volumeHandle: "vol-1" } });
const awsSource = { awsElasticBlockStore: { volumeID: "vol-1" } };

const provisioners: readonly (readonly [name: string, facts: VolumeFacts, who: Provisioner | undefined])[] = [
  ["CSI", { annotations: by(csi), spec: ebs(csi) }, { type: "csi", name: csi }],
  ["static CSI", { spec: ebs(csi) }, { type: "csi", name: csi }],
  ["migrated", { annotations: by(inTree, csi), spec: awsSource }, { type: "csi", name: csi }],
  [
    "a provisioner with its own code",
    { annotations: by("nfs.example.com"), spec: { nfs: { server: "a", path: "/" } } },
    { type: "other", name: "nfs.example.com" },
  ],
  ["in-tree", { annotations: by(inTree), spec: awsSource }, undefined],
  ["static in-tree", { spec: awsSource }, undefined],
  [
    "local static provisioner",
    { annotations: by("local-volume-provisioner-node-a-1"), spec: { local: { path: "/mnt/0" } } },
    undefined,
  ],
];

test("provisionerOf: who deletes outside of kube-controller-manager", async (t) => {
  for (const [name, facts, who] of provisioners) {
    await t.test(name, () => assert.deepEqual(provisionerOf(volume(facts)), who));
  }
});

test("canDeleteVolume: TestDelete", async (t) => {
  const here = { volume: "pv-data" };
  const attachments: readonly (readonly [
    name: string,
    forbids: boolean,
    facts: Parameters<typeof attachment>[0],
  ])[] = [
    ["attached", true, { ...here, attached: true }],
    ["not attached", true, { ...here, attached: false }],
    ["with deletionTimestamp", true, { ...here, deletionTimestamp: true }],
    ["of another volume", false, { volume: "pv-other" }],
  ];
  for (const [name, forbids, facts] of attachments) {
    await t.test(name, () => {
      const released = volume({ spec: ebs("csi.example.com"), phase: "Released", policy: "Delete" });
      const [first] = decide("external-provisioner", released, [attachment(facts)]);
      assert.equal(first?.startsWith("waits for "), forbids);
    });
  }
});
