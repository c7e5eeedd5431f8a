/** The storage backends whose disks can be held against the cluster: one file for each. */

import { awsEbs } from "./aws-ebs.ts";
import { awsEfs } from "./aws-efs.ts";
import { azureDisk } from "./azure-disk.ts";
import { azureFiles } from "./azure-files.ts";
import type { Backend, ClusterBackend, FileBackend } from "./backend.ts";
import { cephFs } from "./ceph-fs.ts";
import { cephRbd } from "./ceph-rbd.ts";
import { cinder } from "./cinder.ts";
import { digitalOcean } from "./digitalocean.ts";
import { filestore } from "./filestore.ts";
import { gcePd } from "./gce-pd.ts";
import { hetzner } from "./hetzner.ts";
import { linode } from "./linode.ts";
import { longhorn } from "./longhorn.ts";
import { mayastor } from "./mayastor.ts";
import { openebsLvm } from "./openebs-lvm.ts";
import { openebsZfs } from "./openebs-zfs.ts";
import { topolvm } from "./topolvm.ts";
import { trident } from "./trident.ts";
import { vsphere } from "./vsphere.ts";

export * from "./backend.ts";
export * from "./inventory.ts";

/** In the order in which they are asked whether they recognise a file. */
export const fileBackends: readonly FileBackend[] = [
  awsEbs,
  awsEfs,
  azureDisk,
  azureFiles,
  cephFs,
  cephRbd,
  cinder,
  digitalOcean,
  filestore,
  gcePd,
  hetzner,
  linode,
  mayastor,
  vsphere,
];

export const clusterBackends: readonly ClusterBackend[] = [
  longhorn,
  openebsZfs,
  openebsLvm,
  topolvm,
  trident,
];

export function backendNamed(name: string | undefined): Backend | undefined {
  return [...fileBackends, ...clusterBackends].find((each) => each.name === name);
}

/** Has the backend the disks of this CSI driver? */
export function isBackendOf(backend: Backend, driver: string): boolean {
  return backend.drivers.includes(driver) || backend.serves?.(driver) === true;
}

/** Does the list come from the objects of this cluster, so that all in it is of this cluster, and nothing is left out? */
export function isOfCluster(backend: Backend): backend is ClusterBackend {
  return "resource" in backend;
}
