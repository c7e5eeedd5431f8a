import { isRecord } from "../kubernetes/index.ts";
import type { FileBackend, ListedDisk } from "./backend.ts";
import { bytesIn, claimUidIn, fieldIn, gibibyte, recordsIn, textIn, timeIn } from "./fields.ts";
import { zoneOf } from "./places.ts";

const volumeId = /^vol-[0-9a-f]{8,17}$/;

/** Tags of which the value names the cluster: only with `--k8s-tag-cluster-id`. `ebs.csi.aws.com/cluster` names none. */
const clusterTags = ["ebs.csi.aws.com/cluster-name", "KubernetesCluster"];
const ownedBy = "kubernetes.io/cluster/";

export const awsEbs: FileBackend = {
  name: "Amazon EBS",
  drivers: ["ebs.csi.aws.com"],
  command: "aws ec2 describe-volumes --region REGION --output json",
  mark: "By the tag that the driver sets with `--k8s-tag-cluster-id`.",
  limits: "A list is of one region.",
  removal: "`aws ec2 delete-volume --region REGION --volume-id ID`",
  reuse: "`volumeHandle: ID`",
  sources: [
    "kubernetes-sigs/aws-ebs-csi-driver pkg/driver/controller.go newCreateVolumeResponse: the handle is the VolumeId, v1.64",
    "kubernetes-sigs/aws-ebs-csi-driver pkg/driver/constants.go PVNameTag, PVCNameTag, PVCNamespaceTag, pkg/cloud/cloud.go VolumeNameTagKey, v1.64",
    "kubernetes-sigs/aws-ebs-csi-driver pkg/driver/controller.go CreateVolume: ResourceLifecycleTagPrefix, KubernetesClusterTag and ClusterNameTagKey only with --k8s-tag-cluster-id, AwsEbsDriverTagKey always, v1.64",
    "kubernetes-sigs/aws-ebs-csi-driver docs/node-local-volumes.md: a handle local-ebs://DEVICE is another disk on each node, v1.64",
    "boto/botocore botocore/data/ec2/2016-11-15 DescribeVolumes, VolumeAttachment: of a resource that AWS manages, InstanceId is null, commit 0e6e2404",
    "boto/botocore botocore/paginate.py PageIterator.build_full_result: NextToken is left in the output where it is not the whole list, commit 0e6e2404",
  ],
  recognises(document) {
    const volumes = fieldIn(document, "Volumes");
    return (
      Array.isArray(volumes) &&
      volumes.every((each) => isRecord(each) && volumeId.test(textIn(each, "VolumeId") ?? ""))
    );
  },
  listing(document) {
    const volumes = recordsIn(fieldIn(document, "Volumes"));
    const attached = volumes.flatMap((each) => recordsIn(fieldIn(each, "Attachments")));
    return {
      disks: volumes.map(diskOf),
      times: attached.flatMap((each) => timeIn(each, "AttachTime") ?? []),
      ...(textIn(document, "NextToken") === undefined
        ? {}
        : { partial: "it ends with a NextToken: more pages follow" }),
    };
  },
  /**
   * A list is of one region, and a zone is its region with a letter, or a local zone with its own name behind. A device of each
   * node (`local-ebs://dev/xvdbz`) is no disk that a list could lack.
   */
  placeOf: (volume) =>
    /^local-ebs:/.test(volume.spec?.csi?.volumeHandle ?? "") ? undefined : regionOf(zoneOf(volume)),
  deletion({ metadata, spec }) {
    const region = spec?.place === undefined ? [] : ["--region", spec.place];
    return ["aws", "ec2", "delete-volume", ...region, "--volume-id", metadata.name];
  },
};

function diskOf(volume: { readonly [key: string]: unknown }): ListedDisk {
  const id = textIn(volume, "VolumeId") ?? "";
  const tags = new Map(
    recordsIn(fieldIn(volume, "Tags")).map((tag) => [textIn(tag, "Key") ?? "", textIn(tag, "Value")]),
  );
  const name = tags.get("kubernetes.io/created-for/pv/name") ?? tags.get("CSIVolumeName");
  const attachments = recordsIn(fieldIn(volume, "Attachments")).filter(
    (each) => textIn(each, "State") !== "detached",
  );
  const machines = attachments.flatMap((each) => textIn(each, "InstanceId") ?? []);
  return {
    id,
    handles: [id],
    parts: [id],
    name,
    bytes: bytesIn(volume, "Size", gibibyte),
    created: timeIn(volume, "CreateTime"),
    place: regionOf(textIn(volume, "AvailabilityZone")),
    state: textIn(volume, "State"),
    attachedTo: machines,
    // What AWS itself attaches has no instance.
    ...(Array.isArray(fieldIn(volume, "Attachments")) && machines.length === attachments.length
      ? { attachments: "known" }
      : {}),
    volumeName: name,
    claim: {
      namespace: tags.get("kubernetes.io/created-for/pvc/namespace"),
      name: tags.get("kubernetes.io/created-for/pvc/name"),
      uid: claimUidIn(name),
    },
    cluster: clusterIn(tags),
  };
}

/** One that was used in two clusters can have the tags of both: it names none then. */
function clusterIn(tags: ReadonlyMap<string, string | undefined>): string | undefined {
  const owners = [...tags].filter(([key, value]) => key.startsWith(ownedBy) && value === "owned");
  const named = [
    ...clusterTags.flatMap((tag) => tags.get(tag) ?? []),
    ...owners.map(([key]) => key.slice(ownedBy.length)),
  ];
  const [cluster, ...others] = new Set(named);
  return others.length === 0 ? cluster : undefined;
}

/** `us-east-1` of `us-east-1a` and of `us-west-2-lax-1a`. */
function regionOf(zone: string | undefined): string | undefined {
  return /^[a-z]{2,4}(?:-[a-z]+)+-\d+/.exec(zone ?? "")?.[0];
}
