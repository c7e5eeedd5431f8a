import type { FileBackend, ListedDisk } from "./backend.ts";
import { bytesIn, gibibyte, isListOf, recordsIn, textIn, utcTimeIn } from "./fields.ts";
import { topologyOf } from "./places.ts";

/** What the tool prints without --all-rows. */
const rowsOfPage = 100;

export const linode: FileBackend = {
  name: "Linode",
  drivers: ["linodebs.csi.linode.com"],
  command: "linode-cli volumes list --all-rows --json",
  mark: "It does not.",
  limits:
    "Without `--all-rows`, the tool prints one page: a list with 100 rows counts as partial. It has no times by default: say with `--disks-at` when it was made.",
  removal: "`linode-cli volumes delete ID`",
  reuse: "`volumeHandle: ID-LABEL`",
  sources: [
    "linode/linode-blockstorage-csi-driver pkg/linode-volumes/utils.go GetVolumeKey, ParseLinodeVolumeKey: the id, then the label of its day, v1.1",
    "linode/linode-blockstorage-csi-driver internal/driver/controllerserver_helper.go gbToBytes: the size is in GiB, v1.1",
    "linode/linode-blockstorage-csi-driver deploy/kubernetes/base/ss-csi-linode-controller.yaml: names have the first 16 digits of the uid, v1.1",
    "linode/linode-cli linodecli/helpers.py register_pagination_args_shared: a page has 100 rows, commit f61690e",
  ],
  recognises: (document) =>
    isListOf(document, (each) => typeof each.id === "number" && "linode_id" in each && "label" in each),
  listing(document) {
    const volumes = recordsIn(document);
    return {
      disks: volumes.map(diskOf),
      ...(volumes.length === rowsOfPage
        ? { partial: `it has ${rowsOfPage} rows, as many as one page: list them with --all-rows` }
        : {}),
    };
  },
  /** A list can be of one region. */
  placeOf: (volume) => topologyOf(volume, /^topology\.linode\.com\/region$/),
  deletion: ({ metadata }) => ["linode-cli", "volumes", "delete", metadata.name],
};

function diskOf(volume: { readonly [key: string]: unknown }): ListedDisk {
  const id = textIn(volume, "id") ?? "";
  const label = textIn(volume, "label") ?? "";
  const machine = textIn(volume, "linode_id");
  return {
    id,
    handles: [`${id}-${label}`],
    name: label,
    bytes: bytesIn(volume, "size", gibibyte),
    created: utcTimeIn(volume, "created"),
    place: textIn(volume, "region"),
    state: textIn(volume, "status"),
    attachedTo: machine === undefined ? [] : [machine],
    attachments: "known",
    volumeName: /pvc-[0-9a-f]{16}$/.exec(label)?.[0],
  };
}
