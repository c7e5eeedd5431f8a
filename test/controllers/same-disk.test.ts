import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cluster } from "../../src/cluster/index.ts";
import {
  diskEnd,
  sharingSnapshot,
  twinsOf,
  volumesAround,
  volumesInside,
} from "../../src/controllers/index.ts";
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

test("a regional disk of GCE is the same by its region and by the zones in the label", () => {
  const csi = disk("pv-deleted", "pd.csi.storage.gke.io", "projects/shop/regions/europe-west1/disks/data");
  const inTree = volume({
    name: "pv-old",
    policy: "Retain",
    labels: { "failure-domain.beta.kubernetes.io/zone": "europe-west1-b__europe-west1-c" },
    spec: { gcePersistentDisk: { pdName: "data" } },
  });
  const zonal = disk("pv-zonal", "pd.csi.storage.gke.io", "projects/shop/zones/europe-west1-b/disks/data");
  const cluster = clusterOf([csi, inTree, zonal]);
  assert.deepEqual(told(inTree, cluster), [1, ["pv-deleted"], "pv-deleted"]);
  assert.deepEqual(told(zonal, cluster), [0, [], undefined]);
});

test("a share of Azure Files is one in its storage account only", () => {
  const inTree = (name: string, secretName: string, secretNamespace?: string) =>
    volume({
      name,
      policy: "Retain",
      spec: {
        azureFile: {
          shareName: "media",
          secretName,
          ...(secretNamespace === undefined ? {} : { secretNamespace }),
        },
      },
    });
  const first = inTree("pv-a", "azure-storage-account-one-secret", "shop");
  const second = inTree("pv-b", "azure-storage-account-two-secret", "shop");
  const csi = disk("pv-deleted", "file.csi.azure.com", "group#one#media##uuid#shop");
  const own = ["shop", "bank"].map((namespace) => inTree(`pv-${namespace}`, "files", namespace));
  const cluster = clusterOf([first, second, csi, ...own]);
  assert.deepEqual(told(first, cluster), [1, ["pv-deleted"], "pv-deleted"]);
  assert.deepEqual(told(second, cluster), [0, [], undefined]);
  for (const each of own) assert.deepEqual(told(each, cluster), [0, [], undefined]);
  // Two accounts may have images of the same name in shares of the same name.
  const image = disk("pv-image", "file.csi.azure.com", "group#one#media#disk.vhd##");
  assert.deepEqual(names(volumesAround(image, clusterOf([image, csi]))), ["pv-deleted"]);
});

function names(listed: ReturnType<typeof volumesAround>) {
  assert.ok(listed.read);
  return listed.items.map(({ metadata }) => metadata.name);
}

const nfs = (name: string, path: string, server = "nas.example.com") =>
  volume({ name, policy: "Retain", spec: { nfs: { server, path } } });

test("two ways to write a path of an NFS server mean one directory", () => {
  const plain = nfs("pv-plain", "/exports/a");
  for (const same of [
    nfs("pv-other", "/exports/a/"),
    nfs("pv-other", "/exports//b/../a/.", "NAS.example.com"),
    disk("pv-other", "nfs.csi.k8s.io", "nas.example.com#exports#a#pvc-1#"),
    disk("pv-other", "nfs.csi.k8s.io", "nas.example.com/exports/a"),
  ])
    assert.deepEqual(told(plain, clusterOf([plain, same])), [1, ["pv-other"], undefined]);
  for (const other of [
    nfs("pv-other", "/exports/ab"),
    nfs("pv-other", "/exports/a", "nas2.example.com"),
    disk("pv-other", "nfs.csi.k8s.io", "nas.example.com/exports/a##"),
  ])
    assert.deepEqual(told(plain, clusterOf([plain, other])), [0, [], undefined]);
});

test("a directory contains those below it, and no others", () => {
  const all = [nfs("pv-all", "/"), nfs("pv-a", "/a/"), nfs("pv-ab", "/a/b"), nfs("pv-ax", "/ax/b")];
  const [root, a, ab] = all;
  assert.ok(root !== undefined && a !== undefined && ab !== undefined);
  const cluster = clusterOf(all);
  assert.deepEqual(names(volumesInside(root, cluster)), ["pv-a", "pv-ab", "pv-ax"]);
  assert.deepEqual(names(volumesInside(a, cluster)), ["pv-ab"]);
  assert.deepEqual(names(volumesInside(ab, cluster)), []);
  assert.deepEqual(names(volumesAround(ab, cluster)), ["pv-all", "pv-a"]);
});

test("an access point of EFS is inside its file system", () => {
  const efs = (name: string, handle: string) => disk(name, "efs.csi.aws.com", handle);
  const system = efs("pv-all", "fs-1");
  const points = [
    efs("pv-p", "fs-1::fsap-2"),
    efs("pv-q", "efs:fs-1:/x:fsap-2"),
    efs("pv-r", "fs-1::fsap-3"),
  ];
  const [point, same] = points;
  assert.ok(point !== undefined && same !== undefined);
  const cluster = clusterOf([system, ...points, efs("pv-else", "fs-2::fsap-4")]);
  assert.deepEqual(names(volumesInside(system, cluster)), ["pv-p", "pv-q", "pv-r"]);
  assert.deepEqual(told(point, cluster), [1, ["pv-q"], undefined]);
  assert.deepEqual(names(volumesAround(point, cluster)), ["pv-all"]);
  const [colons] = [efs("pv-colons", "fs-1::")];
  assert.deepEqual(told(system, clusterOf([system, colons])), [1, ["pv-colons"], undefined]);
});

test("a directory is deleted with the one around it", () => {
  const around = volume({
    name: "pv-around",
    policy: "Delete",
    phase: "Released",
    annotations: { "pv.kubernetes.io/provisioned-by": "nfs.csi.k8s.io" },
    spec: { csi: { driver: "nfs.csi.k8s.io", volumeHandle: "nas.example.com#exports#a#pvc-1#" } },
  });
  const inside = nfs("pv-inside", "/exports/a/b");
  const cluster = clusterOf([around, inside]);
  assert.deepEqual(diskEnd(inside, cluster), { ends: "with", volume: around });
  assert.deepEqual(diskEnd(around, cluster), { ends: "no" });
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
