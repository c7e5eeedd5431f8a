import type { PersistentVolume } from "../kubernetes/index.ts";
import type { FileBackend, ListedDisk } from "./backend.ts";
import { claimUidIn, fieldIn, isListOf, recordsIn, textIn } from "./fields.ts";

const accessPoint = /^fsap-[0-9a-f]{8,40}$/;

export const awsEfs: FileBackend = {
  name: "Amazon EFS",
  drivers: ["efs.csi.aws.com"],
  command: "aws efs describe-access-points --region REGION --output json",
  mark: "It does not.",
  limits:
    "A list is of one region, and has no times: say with `--disks-at` when it was made. An access point has no size. A volume without one is not in the list.",
  removal:
    "`aws efs delete-access-point --access-point-id ID` leaves the directory with the data, and no record of it.",
  reuse: "`volumeHandle: FILESYSTEM::ACCESSPOINT`",
  sources: [
    "kubernetes-sigs/aws-efs-csi-driver pkg/driver/node.go parseVolumeId: the file system, a path and the access point, with its type in front since v3.0, v3.4",
    "kubernetes-sigs/aws-efs-csi-driver pkg/driver/controller.go CreateVolume: the ClientToken is the name of the volume, unless reuseAccessPoint is set, v3.4",
    "kubernetes-sigs/aws-efs-csi-driver pkg/driver/controller.go DeleteVolume: the directory is kept, unless delete-access-point-root-dir is set, v3.4",
    "boto/botocore botocore/data/efs/2015-02-01/service-2.json AccessPointDescription, LifeCycleState, commit 0e6e2404",
    "boto/botocore botocore/paginate.py PageIterator.build_full_result: NextToken is left where it is not the whole list, commit 0e6e2404",
  ],
  recognises: (document) =>
    isListOf(fieldIn(document, "AccessPoints"), (point) => accessPoint.test(idOf(point))),
  listing: (document) => ({
    disks: recordsIn(fieldIn(document, "AccessPoints"))
      .filter((point) => textIn(point, "LifeCycleState") !== "deleted")
      .map(diskOf),
    ...(textIn(document, "NextToken") === undefined
      ? {}
      : { partial: "it ends with a NextToken: more pages follow" }),
  }),
  placeOf,
  // Without its access point, the directory with the data would remain, with no record of it.
  deletion: () => undefined,
};

function idOf(point: { readonly [key: string]: unknown }): string {
  return textIn(point, "AccessPointId") ?? "";
}

function diskOf(point: { readonly [key: string]: unknown }): ListedDisk {
  const id = idOf(point);
  const fileSystem = textIn(point, "FileSystemId");
  const token = textIn(point, "ClientToken");
  const uid = claimUidIn(token);
  return {
    id,
    handles: fileSystem === undefined ? [] : [`${fileSystem}::${id}`, `efs:${fileSystem}::${id}`],
    parts: [id],
    name: textIn(point, "Name"),
    place: fileSystem,
    state: textIn(point, "LifeCycleState"),
    volumeName: uid === undefined ? undefined : token,
    claim: { uid },
  };
}

/** A list has access points: of a volume that has none, it says nothing. */
function placeOf({ spec }: PersistentVolume): string | undefined {
  const parts = (spec?.csi?.volumeHandle ?? "").split(":");
  return parts.some((part) => accessPoint.test(part))
    ? parts.find((part) => /^fs-[0-9a-f]{8,40}$/.test(part))
    : undefined;
}
