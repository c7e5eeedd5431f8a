import type { KnownErrors } from "./known.ts";

/** EBS. */
export const ebs: KnownErrors = {
  drivers: ["ebs.csi.aws.com", "kubernetes.io/aws-ebs", "ebs.csi.eks.amazonaws.com"],
  source: "kubernetes-sigs/aws-ebs-csi-driver v1.64.0",
  errors: [
    {
      says: /VolumeLimitExceeded/,
      subject: "the AWS account",
      cause: "has reached its limit of EBS volumes",
      mends: { who: "backend", how: "raise the limit, or delete volumes that are not needed" },
      retry: "after",
      where: "pkg/cloud/cloud.go isAWSErrorVolumeLimitExceeded",
    },
    {
      says: /MaxIOPSLimitExceeded/,
      subject: "the AWS account",
      cause: "has reached its limit of provisioned IOPS",
      mends: { who: "backend", how: "raise the limit, or request fewer IOPS in the StorageClass" },
      retry: "after",
      where: "pkg/cloud/cloud.go isAwsErrorMaxIOPSLimitExceeded",
    },
    {
      says: /SnapshotLimitExceeded/,
      subject: "the AWS account",
      cause: "has reached its limit of EBS snapshots",
      mends: { who: "backend", how: "raise the limit, or delete snapshots that are not needed" },
      retry: "after",
      where: "pkg/cloud/cloud.go isAwsErrorSnapshotLimitExceeded",
    },
    {
      says: /AttachmentLimitExceeded/,
      subject: "the node",
      cause: "has as many volumes attached as its instance type allows",
      mends: { who: "owner", how: "let the pod run on another node" },
      retry: "after",
      where: "pkg/cloud/cloud.go isAWSErrorAttachmentLimitExceeded",
    },
    {
      says: /IncorrectState/,
      subject: "the EBS volume",
      cause: "is not in a state that allows this now",
      retry: "alone",
      where: "pkg/cloud/cloud.go isAWSErrorIncorrectState",
    },
    {
      says: /UnauthorizedOperation/,
      subject: "the IAM role of the driver",
      cause: "lacks a permission in AWS",
      mends: { who: "backend", how: "grant the permission to that role" },
      retry: "after",
      where: "pkg/cloud/cloud.go, the EC2 API",
    },
    {
      says: /stuck in attaching state/,
      subject: "the attachment of the EBS volume",
      cause: "has not ended in AWS",
      mends: { who: "backend", how: "check the instance and the volume in EC2" },
      retry: "alone",
      where: "pkg/cloud/cloud.go checkIfAttachmentStuck",
    },
    {
      says: /expected device (?:to|but) be attached but was/,
      subject: "the EBS volume",
      cause: "has not reached the state attached in AWS: the attach still goes on there, or hangs",
      mends: {
        who: "backend",
        how: "check the volume and the instance in EC2 if that remains for more than some minutes; an instance that has as many volumes as its type allows shows this too",
      },
      retry: "alone",
      where: "pkg/cloud/cloud.go WaitForAttachmentState",
    },
    {
      says: /there is already a disk with same name and different size/,
      subject: "another EBS volume of this name",
      cause: "exists with another size",
      mends: { who: "backend", how: "delete that volume if it is not needed, or recreate the claim" },
      retry: "never",
      where: "pkg/cloud/cloud.go ErrDiskExistsDiffSize",
    },
    {
      says: /multi-attach is only supported for io2/,
      subject: "the volume type of the StorageClass",
      cause: "cannot be attached to several nodes",
      mends: {
        who: "owner",
        how: "recreate the claim with the access mode ReadWriteOnce, or with a class of type io2",
      },
      retry: "never",
      where: "pkg/cloud/cloud.go CreateDisk",
    },
  ],
};
