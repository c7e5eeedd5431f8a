/**
 * What an audit finds when the lists of `lists` are held against a cluster. In each cluster, disk 1 is as it should be. 2 is
 * attached to another node than its attachment says, and 3 is too small. 4 is not in the list, and 5 would be in another list.
 * 6 is being created, and 7 has no volume. 8 is of another cluster, and 9 does not say whose it is. `UPDATE=1` writes
 * `found.txt`; then a person reads it.
 */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runCli } from "../support/run-cli.ts";
import type { Backing } from "./cluster.ts";
import { clusterWith, uidOf } from "./cluster.ts";

const golden = join(import.meta.dirname, "found.txt");
const listAt = (file: string) => join(import.meta.dirname, "lists", `${file}.json`);

const pvc = (number: number) => `pvc-${uidOf(number)}`;
const azureGroup = "/subscriptions/0000-sub/resourceGroups/mc_shop_prod_westeurope";
const machines = `${azureGroup}/providers/Microsoft.Compute/virtualMachines`;
const cephUid = (number: number) => `7a11c0de-000${number}-11f0-9a00-00000000000${number}`;
const cephHandle = (pool: number) => (number: number) =>
  `0001-0009-rook-ceph-000000000000000${pool}-${cephUid(number)}`;

const backings: Readonly<Record<string, Backing>> = {
  "gce-pd": {
    driver: "pd.csi.storage.gke.io",
    handle: (number) => `projects/acme/zones/europe-west1-b/disks/${pvc(number)}`,
    other: `projects/acme/zones/europe-west1-c/disks/${pvc(5)}`,
    sources: { 3: { gcePersistentDisk: { pdName: `gke-shop-prod-3f9c-${pvc(3)}` } } },
    machine: (number) => `gce://acme/europe-west1-b/node-${number}`,
  },
  "azure-disk": {
    driver: "disk.csi.azure.com",
    handle: (number) => `${azureGroup}/providers/Microsoft.Compute/disks/${pvc(number)}`,
    other: `/subscriptions/0000-sub/resourceGroups/data/providers/Microsoft.Compute/disks/${pvc(5)}`,
    machine: (number) => `azure://${machines}/node-${number}`,
  },
  "aws-efs": {
    driver: "efs.csi.aws.com",
    handle: (number) => `${number === 2 ? "efs:" : ""}fs-0a1b2c3d::fsap-000000000000000${number}a`,
    other: "fs-0a1b2c3d",
  },
  cinder: {
    driver: "cinder.csi.openstack.org",
    handle: (number) => `b0c4d8e2-000${number}-4f6a-9b1c-00000000000${number}`,
    machine: (number) => `openstack:///3a5e0c1f-${String(number).repeat(4)}-4d2b-8a7c-00000000000${number}`,
  },
  hetzner: {
    driver: "csi.hetzner.cloud",
    handle: (number) => String(10000 + number),
    machine: (number) => `hcloud://${500 + number}`,
  },
  digitalocean: {
    driver: "dobs.csi.digitalocean.com",
    handle: (number) => `c1e2a3b4-000${number}-11f0-9a00-0a58ac14000${number}`,
    machine: (number) => `digitalocean://${500 + number}`,
    topology: ["region", "fra1", "ams3"],
  },
  vsphere: {
    driver: "csi.vsphere.vmware.com",
    handle: (number) => `df86393b-000${number}-4fca-87d0-00000000000${number}`,
    topology: ["topology.csi.vmware.com/k8s-zone", "zone-a", "zone-b"],
  },
  "ceph-rbd": {
    driver: "rook-ceph.rbd.csi.ceph.com",
    handle: cephHandle(2),
    other: cephHandle(3)(5),
  },
  "ceph-fs": {
    driver: "rook-ceph.cephfs.csi.ceph.com",
    handle: cephHandle(1),
    other: cephHandle(4)(5),
  },
  "azure-files": {
    driver: "file.csi.azure.com",
    handle: (number) => `mc_shop_prod_westeurope#f5713de20cde511e8ba4900#${pvc(number)}###shop`,
    other: `data#f99999999#${pvc(5)}###shop`,
    sources: {
      2: {
        csi: {
          driver: "file.csi.azure.com",
          volumeHandle: `MC_shop_prod_westeurope#F5713de20cde511e8ba4900#team##${pvc(2)}#shop`,
        },
      },
    },
  },
  filestore: {
    driver: "filestore.csi.storage.gke.io",
    handle: (number) => `modeInstance/europe-west1-b/${pvc(number)}/vol1`,
    other: `modeMultishare/shop/acme/europe-west1/fs-multi/${pvc(5)}`,
    capacity: "1Ti",
  },
  mayastor: { driver: "io.openebs.csi-mayastor", handle: uidOf },
  linode: {
    driver: "linodebs.csi.linode.com",
    // The label was changed since.
    handle: (number) => `${7000 + number}-pvc-old`,
    machine: (number) => `linode://${500 + number}`,
    topology: ["topology.linode.com/region", "eu-central", "us-east"],
  },
};

const rules = "PVG218,PVG219,PVG220,PVG316,PVG317,PVG407";

async function audited(name: string, backing: Backing): Promise<string> {
  const line = `audit --disks ${name}.json --disks-at 2026-11-20T00:00:00Z --rules ${rules} -o wide --fail-on never`;
  const { out, err, code } = await runCli(
    [...line.split(" "), "--from", "-"],
    Date.parse("2026-11-21T00:00:00Z"),
    JSON.stringify(clusterWith(backing)),
    { readFile: async () => readFileSync(listAt(name), "utf8") },
  );
  assert.equal(code, 0, err);
  const [findings = ""] = out.split(/\n(?:Disk space|Details)/);
  return `$ kubectl pvguard ${line}\n${findings}${err}`;
}

test("each list says what it was made up to say", async () => {
  const sessions: string[] = [];
  for (const [name, backing] of Object.entries(backings)) sessions.push(await audited(name, backing));
  const text = sessions.join("\n");
  if (process.env.UPDATE === "1") writeFileSync(golden, text);
  assert.equal(text, readFileSync(golden, "utf8"));
});

test("an empty list is refused: it cannot say of which backend it is", async () => {
  const { err, code } = await runCli(["audit", "--disks", "f", "--from", "-"], 0, "", {
    readFile: async () => "[]",
  });
  assert.equal(code, 2);
  assert.match(err, /^error: f is an empty list: it does not say of which storage backend$/m);
});
