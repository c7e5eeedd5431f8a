import type { PersistentVolume } from "../kubernetes/index.ts";
import { isRecord, parsedJson } from "../kubernetes/index.ts";
import type { FileBackend, ListedDisk } from "./backend.ts";
import { bytesIn, claimUidIn, fieldIn, gibibyte, isListOf, recordsIn, textIn, timeIn } from "./fields.ts";

/** The end of a `selfLink`, and a handle: project, where it is, and name. */
const diskPath = /(?:^|\/)(projects\/(\w[-\w.:]*)\/(zones|regions)\/(\w[-\w]*)\/disks\/(\w[-\w]*))$/;

const createdFor = "kubernetes.io/created-for/";

export const gcePd: FileBackend = {
  name: "Google Compute Engine persistent disk",
  drivers: ["pd.csi.storage.gke.io"],
  command: "gcloud compute disks list --project=PROJECT --format=json",
  mark: "By the label that the driver sets with `--cluster-ownership-id`.",
  markedBy: "labels",
  limits:
    "A list is of one project, or of one zone in it. A volume of the former in-tree plugin does not name its project: its disk is never called missing.",
  removal: "`gcloud compute disks delete NAME --project PROJECT --zone ZONE`, or `--region REGION`",
  reuse: "`volumeHandle: projects/PROJECT/zones/ZONE/disks/NAME`",
  sources: [
    "kubernetes-sigs/gcp-compute-persistent-disk-csi-driver pkg/common/utils.go VolumeIDToKey, KeyToVolumeID, GenerateUnderspecifiedVolumeID, v1.26",
    "kubernetes-sigs/gcp-compute-persistent-disk-csi-driver pkg/gce-pd-csi-driver/cleanup.go getDiskMeta: the handle is the end of selfLink, v1.26",
    "kubernetes-sigs/gcp-compute-persistent-disk-csi-driver pkg/gce-cloud-provider/compute/gce-compute.go encodeTags: the description is JSON, v1.26",
    "kubernetes-sigs/gcp-compute-persistent-disk-csi-driver pkg/constants/constants.go ClusterIDLabel: only with --cluster-ownership-id, v1.26",
    "kubernetes-sigs/gcp-compute-persistent-disk-csi-driver pkg/gce-pd-csi-driver/controller.go isMultiZoneDisk, v1.26",
    "kubernetes-sigs/gcp-compute-persistent-disk-csi-driver pkg/gce-pd-csi-driver/controller.go disksAndInstancesToVolumeEntries: users are URLs of instances, v1.26",
  ],
  recognises: (document) => isListOf(document, (disk) => diskPath.test(textIn(disk, "selfLink") ?? "")),
  listing(document) {
    const disks = recordsIn(document);
    return {
      disks: disks.map(diskOf),
      times: disks.flatMap((disk) =>
        ["lastAttachTimestamp", "lastDetachTimestamp"].flatMap((field) => timeIn(disk, field) ?? []),
      ),
    };
  },
  placeOf,
  deletion({ spec }) {
    const [, , project, level, place, name] = diskPath.exec(spec?.handles?.[0] ?? "") ?? [];
    if (project === undefined || place === undefined || name === undefined) return undefined;
    const at = level === "zones" ? "--zone" : "--region";
    return ["gcloud", "compute", "disks", "delete", name, "--project", project, at, place];
  },
};

function diskOf(disk: { readonly [key: string]: unknown }): ListedDisk {
  const [, handle = "", project = "", , place = "", name = ""] =
    diskPath.exec(textIn(disk, "selfLink") ?? "") ?? [];
  // Compute Engine had no tags for disks: they are JSON in the description, which a person may have written too.
  const tags = parsedJson(textIn(disk, "description") ?? "");
  const labels = fieldIn(disk, "labels");
  const volumeName = textIn(tags, `${createdFor}pv/name`);
  const uid = claimUidIn(name);
  const isMultiZone = isRecord(labels) && Object.hasOwn(labels, "goog-gke-multi-zone");
  return {
    id: handle,
    handles: [handle, ...(isMultiZone ? [`projects/${project}/zones/multi-zone/disks/${name}`] : [])],
    // By its name alone the driver finds the disk of a migrated volume, in any zone. Those of a multi-zone volume share one.
    parts: uid === undefined || isMultiZone ? [] : [name],
    name,
    bytes: bytesIn(disk, "sizeGb", gibibyte),
    created: timeIn(disk, "creationTimestamp"),
    place: placeIn(project, place),
    state: textIn(disk, "status"),
    attachedTo: usersOf(disk),
    attachments: "known",
    volumeName: volumeName ?? (uid === undefined ? undefined : `pvc-${uid}`),
    claim: {
      namespace: textIn(tags, `${createdFor}pvc/namespace`),
      name: textIn(tags, `${createdFor}pvc/name`),
      uid: uid ?? claimUidIn(volumeName),
    },
    cluster: textIn(labels, "cluster-id-gke-io"),
  };
}

/** The name of an instance is the name of its node. */
function usersOf(disk: { readonly [key: string]: unknown }): readonly string[] {
  const users = fieldIn(disk, "users");
  if (!Array.isArray(users)) return [];
  return users.flatMap((user) => (typeof user === "string" ? [user.slice(user.lastIndexOf("/") + 1)] : []));
}

/** A list is of one project, and can be filtered by zone. A migrated volume says neither for sure. */
function placeOf({ spec }: PersistentVolume): string | undefined {
  const [, , project, , place] = diskPath.exec(spec?.csi?.volumeHandle ?? "") ?? [];
  if (project === undefined || place === undefined || place === "multi-zone") return undefined;
  return project === "UNSPECIFIED" || place === "UNSPECIFIED" ? undefined : placeIn(project, place);
}

function placeIn(project: string, place: string): string {
  return `${project}/${place}`;
}
