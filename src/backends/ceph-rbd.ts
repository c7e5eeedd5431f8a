import type { FileBackend, ListedDisk } from "./backend.ts";
import { poolOf } from "./ceph-handle.ts";
import { bytesIn, claimUidIn, isListOf, recordsIn, textIn } from "./fields.ts";

export const cephRbd: FileBackend = {
  name: "Ceph RBD",
  drivers: ["rbd.csi.ceph.com"],
  serves: (driver) => driver.endsWith(".rbd.csi.ceph.com"),
  command: "rbd ls -l -p POOL --format json",
  mark: "It does not.",
  limits:
    "A list is of one pool, which it does not name, and has no times: say with `--disks-at` when it was made. An image in the trash is in another list (`rbd trash ls`).",
  removal: "`rbd rm POOL/IMAGE`",
  reuse:
    '`volumeHandle: IMAGE`, with the attributes `clusterID`, `pool`, `imageFeatures` and `staticVolume: "true"`',
  sources: [
    "ceph/ceph-csi internal/util/volid.go ComposeCSIID: the handle ends with the uuid that the image ends with, commit 52fcb7b0",
    "ceph/ceph-csi internal/journal/voljournal.go defaultVolumeNamingPrefix, defaultSnapshotNamingPrefix, commit 52fcb7b0",
    "ceph/ceph-csi internal/rbd/clone.go generateTempClone: an image with -temp belongs to another, commit 52fcb7b0",
    "ceph/ceph-csi docs/static-pvc.md: the handle of a static volume is the image, in a pool that the list does not name, commit 52fcb7b0",
    "ceph/ceph src/test/cli-integration/rbd/formatted-output.t: rows with a snapshot are snapshots, commit 0acc0a8a",
  ],
  recognises: (document) =>
    isListOf(document, (image) => nameOf(image) !== "" && "size" in image && "format" in image),
  listing: (document) => ({
    disks: recordsIn(document)
      .filter((image) => textIn(image, "snapshot") === undefined && !/-temp$/.test(nameOf(image)))
      .map(diskOf),
  }),
  placeOf: poolOf,
  // The list does not say of which pool it is.
  deletion: () => undefined,
};

function nameOf(image: { readonly [key: string]: unknown }): string {
  return textIn(image, "image") ?? "";
}

function diskOf(image: { readonly [key: string]: unknown }): ListedDisk {
  const name = nameOf(image);
  // Not the uid of a claim: the driver makes one up for each image.
  const uuid = claimUidIn(name);
  return {
    id: name,
    handles: [],
    parts: uuid === undefined ? [] : [uuid],
    name,
    bytes: bytesIn(image, "size", 1),
    is: name.startsWith("csi-snap-") ? "snapshot" : "disk",
  };
}
