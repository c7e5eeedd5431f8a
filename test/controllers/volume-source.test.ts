import assert from "node:assert/strict";
import test from "node:test";
import type { VolumeBackend } from "../../src/controllers/index.ts";
import { attachDriver, volumeBackend } from "../../src/controllers/index.ts";
import type { VolumeFacts } from "../support/objects.ts";
import { ebs, volume } from "../support/objects.ts";

interface Row {
  readonly name: string;
  readonly facts: VolumeFacts;
  readonly backend: VolumeBackend;
  readonly attachedBy: string | undefined;
}

const aws = { awsElasticBlockStore: { volumeID: "aws://eu-1a/vol-1" } };
const awsSource = { plugin: "kubernetes.io/aws-ebs", handle: "aws://eu-1a/vol-1" };

const rows: readonly Row[] = [
  {
    name: "CSI",
    facts: { spec: ebs },
    backend: { type: "csi", driver: "ebs.csi.aws.com", handle: "vol-0abc" },
    attachedBy: "ebs.csi.aws.com",
  },
  {
    name: "in-tree, annotated as migrated",
    facts: { spec: aws, annotations: { "pv.kubernetes.io/migrated-to": "ebs.csi.aws.com" } },
    backend: { type: "migrated", driver: "ebs.csi.aws.com", ...awsSource },
    attachedBy: "ebs.csi.aws.com",
  },
  {
    name: "in-tree, provisioned by a plugin that is migrated now",
    facts: { spec: aws, annotations: { "pv.kubernetes.io/provisioned-by": "kubernetes.io/aws-ebs" } },
    backend: { type: "migrated", driver: "ebs.csi.aws.com", ...awsSource },
    attachedBy: "ebs.csi.aws.com",
  },
  {
    name: "in-tree and static: deleted by nobody, attached by the driver",
    facts: { spec: aws },
    backend: { type: "in-tree", ...awsSource },
    attachedBy: "ebs.csi.aws.com",
  },
  {
    name: "NFS",
    facts: { spec: { nfs: { server: "10.0.0.1", path: "/export" } } },
    backend: { type: "in-tree", plugin: "kubernetes.io/nfs", handle: "10.0.0.1:/export" },
    attachedBy: undefined,
  },
  {
    name: "local",
    facts: { spec: { local: { path: "/mnt/disks/0" } } },
    backend: { type: "local", plugin: "kubernetes.io/local-volume", handle: "/mnt/disks/0" },
    attachedBy: undefined,
  },
  { name: "no source", facts: {}, backend: { type: "unknown" }, attachedBy: undefined },
];

for (const row of rows) {
  test(`volumeBackend: ${row.name}`, () => {
    const made = volume(row.facts);
    assert.deepEqual(volumeBackend(made), row.backend);
    assert.equal(attachDriver(made), row.attachedBy);
  });
}
