import type { FileBackend, ListedDisk } from "./backend.ts";
import { bytesIn, claimUidIn, fieldIn, gibibyte, isListOf, recordsIn, textIn, timeIn } from "./fields.ts";

/**
 * A value longer than 63 is cut to that from the left, and then loses every `-`, `.` and `_` that it begins with: it can be a
 * little shorter. No person writes so many in a row.
 */
const mostWhole = 63 - 10;

export const hetzner: FileBackend = {
  name: "Hetzner Cloud",
  drivers: ["csi.hetzner.cloud"],
  command: "hcloud volume list -o json",
  mark: "It does not.",
  limits: "A list is of one project.",
  removal: "`hcloud volume delete ID`",
  reuse: '`volumeHandle: "ID"`',
  sources: [
    "hetznercloud/csi-driver internal/driver/controller.go CreateVolume: the handle is the decimal id, labels are cut from the left and then trimmed, v2.22",
    "hetznercloud/csi-driver internal/csi/volume.go SizeBytes: the size is in GiB, v2.22",
    "hetznercloud/cli internal/cmd/volume/list.go: it prints every page, v1.67",
    "hetznercloud/hcloud-go hcloud/schema/volume.go Volume, commit 08a5d1fa",
  ],
  recognises: (document) =>
    isListOf(
      document,
      (volume) => typeof volume.id === "number" && "linux_device" in volume && "server" in volume,
    ),
  listing: (document) => ({ disks: recordsIn(document).map(diskOf) }),
  deletion: ({ metadata }) => ["hcloud", "volume", "delete", metadata.name],
};

function diskOf(volume: { readonly [key: string]: unknown }): ListedDisk {
  const id = textIn(volume, "id") ?? "";
  const name = textIn(volume, "name");
  const labels = fieldIn(volume, "labels");
  const server = textIn(volume, "server");
  const isMade = textIn(labels, "managed-by") === "csi-driver";
  return {
    id,
    handles: [id],
    name,
    bytes: bytesIn(volume, "size", gibibyte),
    created: timeIn(volume, "created"),
    state: textIn(volume, "status"),
    attachedTo: server === undefined ? [] : [server],
    attachments: "known",
    // The driver calls the volume like the PersistentVolume.
    volumeName: wholeIn(labels, "pv-name") ?? (isMade ? name : undefined),
    claim: {
      namespace: wholeIn(labels, "pvc-namespace"),
      name: wholeIn(labels, "pvc-name"),
      uid: claimUidIn(name),
    },
  };
}

/** The value of a label, where it was not cut. */
function wholeIn(labels: unknown, label: string): string | undefined {
  const value = textIn(labels, label);
  return value === undefined || value.length > mostWhole ? undefined : value;
}
