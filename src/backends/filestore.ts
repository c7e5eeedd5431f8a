import type { PersistentVolume } from "../kubernetes/index.ts";
import type { FileBackend, ListedDisk } from "./backend.ts";
import { bytesIn, claimUidIn, fieldIn, gibibyte, isListOf, recordsIn, textIn, timeIn } from "./fields.ts";

const instanceName = /^projects\/(\w[-\w.:]*)\/locations\/(\w[-\w]*)\/instances\/(\w[-\w]*)$/;

const createdFor = "kubernetes_io_created-for_";

export const filestore: FileBackend = {
  name: "Google Filestore",
  drivers: ["filestore.csi.storage.gke.io"],
  command: "gcloud filestore instances list --project=PROJECT --format=json",
  mark: "It does not.",
  limits:
    "A list is of one project, or of one location in it. The shares of an instance with many shares are not in it.",
  removal: "`gcloud filestore instances delete NAME --project PROJECT --location LOCATION`",
  reuse: "`volumeHandle: modeInstance/LOCATION/NAME/SHARE`, with the attributes `ip` and `volume`",
  sources: [
    "kubernetes-sigs/gcp-filestore-csi-driver pkg/csi_driver/volume_id.go getVolumeIDFromFileInstance: modeInstance, location, instance and share, v1.13",
    "kubernetes-sigs/gcp-filestore-csi-driver pkg/csi_driver/volume_id.go generateMultishareVolumeIdFromShare: a list of instances has no such share, v1.13",
    "kubernetes-sigs/gcp-filestore-csi-driver pkg/csi_driver/controller.go extractLabels, v1.13",
    "googleapis/google-api-go-client file/v1beta1/file-gen.go FileShareConfig: capacityGb is a text, as vendored in v1.13",
  ],
  recognises: (document) =>
    isListOf(document, (each) => instanceName.test(textIn(each, "name") ?? "") && "tier" in each),
  listing: (document) => ({ disks: recordsIn(document).flatMap((instance) => diskOf(instance) ?? []) }),
  placeOf,
  deletion({ metadata }) {
    const [, project, location, instance] = instanceName.exec(metadata.name) ?? [];
    if (project === undefined || location === undefined || instance === undefined) return undefined;
    const at = ["--project", project, "--location", location];
    return ["gcloud", "filestore", "instances", "delete", instance, ...at];
  },
};

/** One instance is the disk of one volume, except where it has many shares: those are in no list of instances. */
function diskOf(instance: { readonly [key: string]: unknown }): ListedDisk | undefined {
  const id = textIn(instance, "name") ?? "";
  const [, , location = "", name = ""] = instanceName.exec(id) ?? [];
  const labels = fieldIn(instance, "labels");
  const [share, ...others] = recordsIn(fieldIn(instance, "fileShares"));
  if (share === undefined || others.length > 0 || fieldIn(instance, "multiShareEnabled") === true)
    return undefined;
  return {
    id,
    handles: [`modeInstance/${location}/${name}/${textIn(share, "name") ?? ""}`],
    parts: claimUidIn(name) === undefined ? [] : [name],
    name,
    bytes: bytesIn(share, "capacityGb", gibibyte),
    created: timeIn(instance, "createTime"),
    volumeAttributes: attributesOf(instance, textIn(share, "name") ?? ""),
    place: location,
    state: textIn(instance, "state"),
    volumeName: textIn(labels, `${createdFor}pv_name`),
    claim: {
      namespace: textIn(labels, `${createdFor}pvc_namespace`),
      name: textIn(labels, `${createdFor}pvc_name`),
      uid: claimUidIn(name),
    },
  };
}

/**
 * Without both, the driver refuses to mount it: kubernetes-sigs/gcp-filestore-csi-driver pkg/csi_driver/node.go
 * validateVolumeAttributes, commit 0165f185.
 */
function attributesOf(instance: { readonly [key: string]: unknown }, volume: string) {
  const [network] = recordsIn(fieldIn(instance, "networks"));
  const addresses = fieldIn(network, "ipAddresses");
  const ip: unknown = Array.isArray(addresses) ? addresses[0] : undefined;
  return typeof ip === "string" && volume !== "" ? { ip, volume } : undefined;
}

/** A list is of one project, and can be of one location. */
function placeOf({ spec }: PersistentVolume): string | undefined {
  const [mode, location] = (spec?.csi?.volumeHandle ?? "").split("/");
  return mode === "modeInstance" ? location : undefined;
}
