import type { FileBackend, ListedDisk } from "./backend.ts";
import { bytesIn, fieldIn, isListOf, recordsIn, textIn } from "./fields.ts";

export const mayastor: FileBackend = {
  name: "OpenEBS Mayastor",
  drivers: ["io.openebs.csi-mayastor"],
  command: "kubectl mayastor get volumes -o json",
  mark: "It does not.",
  limits:
    "A list has no times: say with `--disks-at` when it was made. Where a volume is served is not always where it is mounted: attachments are not compared.",
  removal:
    "Mayastor from 2024 or earlier deletes by itself what has neither a claim nor a PersistentVolume. A newer plugin has `kubectl mayastor delete volume UUID`.",
  reuse:
    "`volumeHandle: UUID`, in a PersistentVolume named `pvc-UUID`: of any other name, Mayastor from 2024 or earlier deletes the disk",
  sources: [
    "openebs/mayastor-control-plane control-plane/csi-driver/src/bin/controller/controller.rs create_volume: the handle is the uid in pvc-UID, commit c02e0cb7",
    "openebs/mayastor-control-plane control-plane/rest/openapi-specs/v0_api_spec.yaml VolumeSpec, VolumeState, commit c02e0cb7",
    "openebs/mayastor-control-plane control-plane/plugin/src/resources/volume.rs get_paginated_volumes: every page or none, commit c02e0cb7",
    "openebs/mayastor-control-plane control-plane/csi-driver/src/bin/controller/pvwatcher.rs delete_orphan_volumes, is_vol_pv_orphaned, v2.7.1",
    "openebs/mayastor-control-plane#919",
    "openebs/mayastor-extensions#647",
    "openebs/mayastor-extensions k8s/plugin/README.md: a list in JSON, commit 5c0033a9",
  ],
  recognises: (document) =>
    isListOf(
      document,
      (each) => idOf(each) !== undefined && textIn(fieldIn(each, "spec"), "num_replicas") !== undefined,
    ),
  listing: (document) => ({ disks: recordsIn(document).map(diskOf) }),
  // Only a newer plugin has a command for it. An older controller of the driver deletes what has neither claim nor volume.
  deletion: () => undefined,
};

function idOf(volume: { readonly [key: string]: unknown }): string | undefined {
  return textIn(fieldIn(volume, "spec"), "uuid");
}

/** Its target is where the storage is served, which is not always where it is mounted. */
function diskOf(volume: { readonly [key: string]: unknown }): ListedDisk {
  const id = idOf(volume) ?? "";
  return {
    id,
    handles: [id],
    parts: [id],
    name: id,
    bytes: bytesIn(fieldIn(volume, "spec"), "size", 1),
    state: textIn(fieldIn(volume, "state"), "status"),
    volumeName: `pvc-${id}`,
    claim: { uid: id.toLowerCase() },
  };
}
