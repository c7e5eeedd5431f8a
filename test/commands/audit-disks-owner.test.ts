/** Disks that look leaked and may be used: by another cluster, a machine, a snapshot, or a volume that was not read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { claim, claimRefTo, node, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { memorySource } from "./support/memory-source.ts";
import { runCommand } from "./support/run-command.ts";

const uid = "11111111-1111-4111-8111-111111111111";
const data = claim({ uid, phase: "Bound", volumeName: `pvc-${uid}` });
const volumeOf = (driver: string, volumeHandle: string) =>
  volume({
    name: `pvc-${uid}`,
    phase: "Bound",
    claimRef: claimRefTo(data),
    spec: { csi: { driver, volumeHandle } },
  });
const own = volumeOf("ebs.csi.aws.com", "vol-0a1b2c3d");
const machine = { ...node({ name: "n1" }), spec: { providerID: "aws:///eu-west-1a/i-own" } };

interface Told {
  readonly leaked: boolean;
  readonly out: string;
}

async function told(
  disk: string,
  files: Readonly<Record<string, unknown>>,
  objects: readonly KubeObject[] = [data, own, machine],
): Promise<Told> {
  const lists = Object.keys(files).map((name) => `--disks=${name}`);
  const argv = ["audit", ...lists, "--rules=PVG316,PVG317", "--by=rule", "-o", "wide"];
  const { out } = await runCommand(argv, memorySource(snapshotOf(objects)), {
    readFile: async (name) => JSON.stringify(files[name]),
  });
  return { leaked: out.includes(`disk/${disk}`), out };
}

const prod = [{ Key: "KubernetesCluster", Value: "prod" }];
const ebs = (VolumeId: string, more: object = {}) => ({
  VolumeId,
  Size: 1,
  AvailabilityZone: "eu-west-1a",
  CreateTime: "2026-06-01T08:00:00Z",
  State: "available",
  Attachments: [],
  Tags: prod,
  ...more,
});
const attachedTo = (InstanceId: string, AttachTime = "2026-07-01T08:00:00Z") => ({
  State: "in-use",
  Attachments: [{ InstanceId, State: "attached", AttachTime }],
});
const lost = "vol-0deadbee";

test("a disk with the mark of this cluster alone is leaked", async () => {
  const { leaked, out } = await told(lost, { f: { Volumes: [ebs("vol-0a1b2c3d"), ebs(lost)] } });
  assert.ok(leaked, out);
  assert.match(out.replace(/\s+/g, " "), /by its tags, it belongs to the cluster prod, as do the disks of/);
});

test("a mark is not that of this cluster alone where the disk of its own volume is on a machine of another one", async () => {
  const Volumes = [ebs("vol-0a1b2c3d", attachedTo("i-other")), ebs(lost)];
  const { leaked, out } = await told(lost, { f: { Volumes } });
  assert.ok(!leaked, out);
  assert.ok(
    (await told(lost, { f: { Volumes: [ebs("vol-0a1b2c3d", attachedTo("i-own")), ebs(lost)] } })).leaked,
  );
});

test("a disk with the tags of two clusters names none", async () => {
  for (const Tags of [
    [...prod, { Key: "kubernetes.io/cluster/other", Value: "owned" }],
    ["prod", "other"].map((name) => ({ Key: `kubernetes.io/cluster/${name}`, Value: "owned" })),
  ]) {
    const { leaked, out } = await told(lost, { f: { Volumes: [ebs("vol-0a1b2c3d"), ebs(lost, { Tags })] } });
    assert.ok(!leaked, out);
  }
});

test("a disk that is in use is not leaked where the list does not name the machine", async () => {
  const { Attachments: _, ...bare } = ebs(lost, { State: "in-use" });
  const { leaked, out } = await told(lost, { f: { Volumes: [ebs("vol-0a1b2c3d"), bare] } });
  assert.ok(!leaked, out);
  assert.match(out, /vol-0deadbee/);
});

test("of a disk in two lists, the newer one counts, in whatever order they are given", async () => {
  const older = { Volumes: [ebs("vol-0a1b2c3d"), ebs(lost)] };
  const newer = { Volumes: [ebs("vol-0a1b2c3d"), ebs(lost, attachedTo("i-own", "2026-11-01T08:00:00Z"))] };
  assert.ok(!(await told(lost, { older, newer })).leaked);
  assert.ok(!(await told(lost, { newer, older })).leaked);
});

test("a disk without a time is not leaked where its list is newer than the objects", async () => {
  const { CreateTime: _, ...bare } = ebs(lost);
  const late = attachedTo("i-own", "2099-01-01T00:00:00Z");
  const { leaked, out } = await told(lost, { f: { Volumes: [ebs("vol-0a1b2c3d", late), bare] } });
  assert.ok(!leaked, out);
});

const share = "MC_shop_prod_westeurope";
const azure = (subscription: string, name: string) => ({
  id: `/subscriptions/${subscription}/resourceGroups/${share}/providers/Microsoft.Compute/disks/${name}`,
  diskSizeGB: 1,
  timeCreated: "2026-06-01T08:00:00Z",
  diskState: "Unattached",
  tags: { "k8s-azure-created-by": "kubernetes-azure-dd" },
});

test("a resource group of the same name in another subscription is no mark", async () => {
  const mine = azure("dev", `pvc-${uid}`);
  const objects = [data, volumeOf("disk.csi.azure.com", mine.id), node({ name: "n1" })];
  const same = azure("dev", "pvc-22222222-2222-4222-8222-222222222222");
  const found = await told(same.id, { f: [mine, same] }, objects);
  assert.ok(found.leaked, found.out);
  assert.match(found.out.replace(/\s+/g, " "), /by its resource group, it belongs to the cluster/);
  const foreign = azure("live", "pvc-22222222-2222-4222-8222-222222222222");
  const other = await told(foreign.id, { f: [mine, foreign] }, objects);
  assert.ok(!other.leaked, other.out);
});

test("a disk is not leaked where only the handle of an imported snapshot names it", async () => {
  const record = {
    apiVersion: "longhorn.io/v1beta2",
    kind: "Volume",
    metadata: {
      name: "kept-for-copy",
      namespace: "longhorn-system",
      uid: "u",
      resourceVersion: "3",
      creationTimestamp: "2026-06-01T08:00:00Z",
    },
    spec: { size: "1073741824" },
    status: { state: "detached" },
  } satisfies KubeObject;
  const content = {
    apiVersion: "snapshot.storage.k8s.io/v1",
    kind: "VolumeSnapshotContent",
    metadata: { name: "imported", uid: "c", creationTimestamp: "2026-06-01T08:00:00Z" },
    spec: {
      driver: "driver.longhorn.io",
      deletionPolicy: "Retain",
      source: { snapshotHandle: "snap://kept-for-copy/snapshot-1" },
      volumeSnapshotRef: { namespace: "shop", name: "s" },
    },
  } satisfies KubeObject;
  assert.ok((await told("kept-for-copy", { cluster: {} }, [record])).leaked);
  const { leaked, out } = await told("kept-for-copy", { cluster: {} }, [record, content]);
  assert.ok(!leaked, out);
});
