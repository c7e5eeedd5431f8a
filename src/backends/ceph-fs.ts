import type { FileBackend, ListedDisk } from "./backend.ts";
import { poolOf } from "./ceph-handle.ts";
import { claimUidIn, isListOf, recordsIn, textIn } from "./fields.ts";

export const cephFs: FileBackend = {
  name: "CephFS",
  drivers: ["cephfs.csi.ceph.com"],
  serves: (driver) => driver.endsWith(".cephfs.csi.ceph.com"),
  command: "ceph fs subvolume ls FILESYSTEM csi --format json",
  mark: "It does not.",
  limits:
    "A list has the names of one group in one file system, and nothing else: say with `--disks-at` when it was made. A static volume names its subvolume only in a path, which is not compared.",
  removal: "`ceph fs subvolume rm FILESYSTEM NAME GROUP`",
  reuse:
    'any `volumeHandle`, with the attributes `clusterID`, `fsName`, `rootPath` and `staticVolume: "true"`',
  sources: [
    "ceph/ceph-csi internal/util/volid.go ComposeCSIID: the handle ends with the uuid that the subvolume ends with, commit 52fcb7b0",
    "ceph/ceph-csi internal/cephfs/controllerserver.go buildCreateVolumeResponse, commit 52fcb7b0",
    "ceph/ceph src/pybind/mgr/volumes/fs/volume.py name_to_json: nothing but names, commit 00287b17",
  ],
  /** A list of names alone can be of anything: one of them must be of the driver. */
  recognises: (document) =>
    isListOf(document, (each) => Object.keys(each).length === 1 && nameOf(each) !== "") &&
    recordsIn(document).some((each) => /^csi-vol-/.test(nameOf(each))),
  listing: (document) => ({ disks: recordsIn(document).map(diskOf) }),
  placeOf: poolOf,
  // The list names neither file system nor group. Snapshots that it does not show may be kept in a subvolume.
  deletion: () => undefined,
};

function nameOf(subvolume: { readonly [key: string]: unknown }): string {
  return textIn(subvolume, "name") ?? "";
}

function diskOf(subvolume: { readonly [key: string]: unknown }): ListedDisk {
  const name = nameOf(subvolume);
  const uuid = claimUidIn(name);
  return { id: name, handles: [], parts: uuid === undefined ? [] : [uuid], name };
}
