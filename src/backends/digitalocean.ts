import type { FileBackend, ListedDisk } from "./backend.ts";
import {
  bytesIn,
  claimUidIn,
  fieldIn,
  gibibyte,
  isListOf,
  recordsIn,
  textIn,
  timeIn,
  uuid,
} from "./fields.ts";
import { topologyOf } from "./places.ts";

const clusterTag = /^k8s:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const byDriver = "Created by DigitalOcean CSI driver";

export const digitalOcean: FileBackend = {
  name: "DigitalOcean",
  drivers: ["dobs.csi.digitalocean.com"],
  command: "doctl compute volume list -o json",
  mark: "By the tag `k8s:CLUSTER-ID`, if the driver sets it with `--do-tag`. A disk with the tags of two clusters names none.",
  limits: "A list is of one account, or of one region in it.",
  removal: "`doctl compute volume delete ID`",
  reuse: "`volumeHandle: ID`",
  sources: [
    "digitalocean/csi-digitalocean driver/controller.go CreateVolume, createdByDO: the handle is the id, the size is in GiB, v4.14",
    "digitalocean/csi-digitalocean cmd/do-csi-plugin/main.go do-tag: a disk is tagged when it is created, and when it is attached, v4.14",
    "digitalocean/doctl commands/displayers/volume.go, godo storage.go Volume, v1.166",
    "digitalocean/doctl commands/kubernetes.go: a cluster has the tag k8s:CLUSTER-ID; that its driver is given this one, no public source says, v1.166",
  ],
  recognises: (document) =>
    isListOf(
      document,
      (volume) =>
        uuid.test(textIn(volume, "id") ?? "") && "droplet_ids" in volume && "size_gigabytes" in volume,
    ),
  listing: (document) => ({ disks: recordsIn(document).map(diskOf) }),
  /** A list can be of one region. */
  placeOf: (volume) => topologyOf(volume, /^region$/),
  deletion: ({ metadata }) => ["doctl", "compute", "volume", "delete", metadata.name],
};

function diskOf(volume: { readonly [key: string]: unknown }): ListedDisk {
  const id = textIn(volume, "id") ?? "";
  const name = textIn(volume, "name");
  const isMade = textIn(volume, "description") === byDriver;
  return {
    id,
    handles: [id],
    parts: [id],
    name,
    bytes: bytesIn(volume, "size_gigabytes", gibibyte),
    created: timeIn(volume, "created_at"),
    place: textIn(fieldIn(volume, "region"), "slug"),
    attachedTo: textsIn(fieldIn(volume, "droplet_ids")),
    attachments: "known",
    volumeName: isMade ? name : undefined,
    claim: { uid: claimUidIn(name) },
    cluster: clusterIn(textsIn(fieldIn(volume, "tags"))),
  };
}

/** One that was attached in two clusters has the tags of both: it names none then. */
function clusterIn(tags: readonly string[]): string | undefined {
  const [cluster, ...others] = tags.filter((tag) => clusterTag.test(tag));
  return others.length === 0 ? cluster : undefined;
}

/** The texts and numbers of a list, as texts. */
function textsIn(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each) =>
    typeof each === "string" || typeof each === "number" ? [String(each)] : [],
  );
}
