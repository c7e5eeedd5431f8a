import { azureDisk } from "./azure-disk.ts";
import { azureFile } from "./azure-file.ts";
import { ceph } from "./ceph.ts";
import { cinder } from "./cinder.ts";
import { digitalocean } from "./digitalocean.ts";
import { ebs } from "./ebs.ts";
import { efs } from "./efs.ts";
import { filestore } from "./filestore.ts";
import { gcePd } from "./gce-pd.ts";
import { glusterfs } from "./glusterfs.ts";
import { hetzner } from "./hetzner.ts";
import { hpe } from "./hpe.ts";
import { juicefs } from "./juicefs.ts";
import type { KnownErrors } from "./known.ts";
import { linode } from "./linode.ts";
import { linstor } from "./linstor.ts";
import { localPath } from "./local-path.ts";
import { localVolume } from "./local-volume.ts";
import { longhorn } from "./longhorn.ts";
import { manila } from "./manila.ts";
import { mayastor } from "./mayastor.ts";
import { nfs } from "./nfs.ts";
import { openebsLvm } from "./openebs-lvm.ts";
import { openebsZfs } from "./openebs-zfs.ts";
import { portworx } from "./portworx.ts";
import { powerflex } from "./powerflex.ts";
import { powermax } from "./powermax.ts";
import { powerstore } from "./powerstore.ts";
import { provisioner } from "./provisioner.ts";
import { pure } from "./pure.ts";
import { scaleway } from "./scaleway.ts";
import { smb } from "./smb.ts";
import { synology } from "./synology.ts";
import { topolvm } from "./topolvm.ts";
import { trident } from "./trident.ts";
import { unity } from "./unity.ts";
import { vsphere } from "./vsphere.ts";

/** What the drivers say, one file a driver. The last one has what is said of every driver, and is asked last. */
export const knownErrors: readonly KnownErrors[] = [
  azureDisk,
  azureFile,
  ceph,
  cinder,
  digitalocean,
  ebs,
  efs,
  filestore,
  gcePd,
  glusterfs,
  hetzner,
  hpe,
  juicefs,
  linode,
  linstor,
  localPath,
  localVolume,
  longhorn,
  manila,
  mayastor,
  nfs,
  openebsLvm,
  openebsZfs,
  portworx,
  powerflex,
  powermax,
  powerstore,
  pure,
  scaleway,
  smb,
  synology,
  topolvm,
  trident,
  unity,
  vsphere,
  provisioner,
];
