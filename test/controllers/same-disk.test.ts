import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cluster } from "../../src/cluster/index.ts";
import { sharingSnapshot, twinsOf } from "../../src/controllers/index.ts";
import type { PersistentVolume } from "../../src/kubernetes/index.ts";
import { content, ebs, volume } from "../support/objects.ts";
import { clusterOf } from "./decisions/decide.ts";

const byHand = { nfs: { server: "10.0.0.9", path: "/x" } };

function sharing(count: number): readonly PersistentVolume[] {
  return Array.from({ length: count }, (_, at) =>
    volume({ name: `pv-${at}`, policy: at === 5 ? "Delete" : "Retain", spec: ebs }),
  );
}

function told(of: PersistentVolume, cluster: Cluster) {
  const twins = twinsOf(of, cluster);
  assert.ok(twins.state === "read");
  const { count, first, destroyed } = twins;
  return [count, first.map(({ metadata }) => metadata.name), destroyed?.metadata.name];
}

test("the first of the other volumes are given, and all are counted", () => {
  const all = sharing(9);
  const cluster = clusterOf(all);
  const [first, second] = all;
  assert.ok(first !== undefined && second !== undefined);
  assert.deepEqual(told(first, cluster), [8, ["pv-1", "pv-2", "pv-3"], "pv-5"]);
  assert.deepEqual(told(second, cluster), [8, ["pv-0", "pv-2", "pv-3"], "pv-5"]);
});

test("a volume that would itself destroy the disk is named for that", () => {
  const own = volume({ name: "pv-last", policy: "Delete", spec: ebs });
  assert.deepEqual(told(own, clusterOf([...sharing(6), own])), [6, ["pv-0", "pv-1", "pv-2"], "pv-last"]);
});

test("a disk of an in-tree plugin is the same under the name that its CSI driver has for it", () => {
  const inTree = (name: string, volumeID: string, annotations = {}) =>
    volume({ name, policy: "Retain", annotations, spec: { awsElasticBlockStore: { volumeID } } });
  const csi = volume({ name: "pv-csi", policy: "Delete", spec: ebs });
  const dynamic = { "pv.kubernetes.io/provisioned-by": "kubernetes.io/aws-ebs" };
  for (const old of [
    inTree("pv-old", "aws://eu-1a/vol-0abc"),
    inTree("pv-old", "aws:///vol-0abc", dynamic),
    inTree("pv-old", "vol-0abc"),
  ])
    assert.deepEqual(told(old, clusterOf([old, csi])), [1, ["pv-csi"], "pv-csi"]);
  const other = inTree("pv-old", "aws://eu-1a/vol-0def");
  assert.deepEqual(told(other, clusterOf([other, csi])), [0, [], undefined]);
});

const disk = (name: string, driver: string, volumeHandle: string) =>
  volume({
    name,
    policy: name === "pv-deleted" ? "Delete" : "Retain",
    spec: { csi: { driver, volumeHandle } },
  });

test("the case of an Azure id does not matter, and that of other handles does", () => {
  const id = "/subscriptions/x/resourceGroups/MC_Shop/providers/Microsoft.Compute/disks/data";
  const kept = disk("pv-kept", "disk.csi.azure.com", id);
  const deleted = disk("pv-deleted", "disk.csi.azure.com", id.toLowerCase());
  const old = volume({
    name: "pv-old",
    policy: "Retain",
    spec: { azureDisk: { diskURI: id.toUpperCase() } },
  });
  const cluster = clusterOf([kept, deleted, old]);
  assert.deepEqual(told(kept, cluster), [2, ["pv-deleted", "pv-old"], "pv-deleted"]);
  assert.deepEqual(told(old, cluster), [2, ["pv-kept", "pv-deleted"], "pv-deleted"]);
  const images = ["Image", "image"].map((handle) => disk(`pv-${handle}`, "rbd.csi.ceph.com", handle));
  assert.deepEqual(told(images[0] ?? kept, clusterOf(images)), [0, [], undefined]);
});

test("nor does the case of the id of an Azure snapshot", () => {
  const id = "/subscriptions/x/resourceGroups/MC_Shop/providers/Microsoft.Compute/snapshots/nightly";
  const [first, second] = [id, id.toLowerCase()].map((snapshotHandle, at) => {
    const made = content({ name: `snapcontent-${at}` });
    const spec = { ...made.spec, driver: "disk.csi.azure.com" };
    return { ...made, spec, status: { ...made.status, snapshotHandle } };
  });
  assert.ok(first !== undefined && second !== undefined);
  const sharing = sharingSnapshot(first, clusterOf([first, second]));
  assert.ok(sharing.state === "read");
  assert.deepEqual(sharing.others, [second]);
});

test("a disk of GCE is the same with and without its project, and in its own zone only", () => {
  const handle = (project: string, zone: string) => `projects/${project}/zones/${zone}/disks/data`;
  const csi = (name: string, project: string, zone: string) =>
    disk(name, "pd.csi.storage.gke.io", handle(project, zone));
  const deleted = csi("pv-deleted", "shop", "eu-a");
  const open = csi("pv-open", "UNSPECIFIED", "eu-a");
  const inTree = volume({
    name: "pv-old",
    policy: "Retain",
    labels: { "topology.kubernetes.io/zone": "eu-a" },
    spec: { gcePersistentDisk: { pdName: "data" } },
  });
  const elsewhere = csi("pv-elsewhere", "shop", "eu-b");
  const cluster = clusterOf([deleted, open, inTree, elsewhere]);
  assert.deepEqual(told(open, cluster), [2, ["pv-deleted", "pv-old"], "pv-deleted"]);
  assert.deepEqual(told(inTree, cluster), [2, ["pv-deleted", "pv-open"], "pv-deleted"]);
  assert.deepEqual(told(elsewhere, cluster), [0, [], undefined]);
});

test("nobody destroys a share that was made by hand", () => {
  const shares = ["pv-a", "pv-b"].map((name) => volume({ name, policy: "Delete", spec: byHand }));
  const [first] = shares;
  assert.ok(first !== undefined);
  assert.deepEqual(told(first, clusterOf(shares)), [1, ["pv-b"], undefined]);
});

test("the volumes of a disk are gone through once, however many ask", () => {
  const all = sharing(500);
  let looked = 0;
  const counted = all.map((each) => ({
    ...each,
    get spec() {
      looked += 1;
      return each.spec;
    },
  }));
  const cluster = clusterOf(counted);
  for (const each of counted) twinsOf(each, cluster);
  assert.ok(looked < 40 * all.length, `${looked} looks at ${all.length} volumes`);
});
