import type { KnownErrors } from "./known.ts";

/** EFS. */
export const efs: KnownErrors = {
  drivers: ["efs.csi.aws.com"],
  source: "kubernetes-sigs/aws-efs-csi-driver helm chart 3.3.0",
  errors: [
    {
      says: /Failed to resolve "/,
      subject: "the DNS name of the EFS file system",
      cause: "is not resolved on the node, which says nothing about its data",
      mends: {
        who: "backend",
        how: "check the file system ID, the mount target in the zone of the node, and that the VPC has DNS resolution and DNS hostnames enabled",
      },
      retry: "after",
      where:
        "pkg/driver/node.go NodePublishVolume; aws/efs-utils src/mount_efs/dns_resolver.py, v3.2.0; aws/efs-utils#90",
    },
    {
      says: /access denied by server while mounting/,
      subject: "EFS",
      cause: "refuses the mount",
      mends: {
        who: "backend",
        how: "allow elasticfilesystem:ClientMount to the role of the node plugin, in its policy and in that of the file system",
      },
      retry: "after",
      where: "mount.nfs4(8); docs of the driver, iam-policy-example.json",
    },
    {
      says: /MountVolume\..{0,300}code = DeadlineExceeded|mount.{0,400}timed out/,
      subject: "the mount",
      cause: "has not ended in time; often port 2049 of the mount target is closed for the node",
      mends: {
        who: "backend",
        how: "check that the security group of the mount target allows NFS from the nodes, and that the zone has a mount target",
      },
      retry: "after",
      where: "kubernetes-sigs/aws-efs-csi-driver#34, #239",
    },
    {
      says: /Access Denied\. Please ensure you have the right AWS permissions/,
      subject: "the IAM role of the driver",
      cause: "lacks a permission for EFS",
      mends: { who: "backend", how: "grant the permission to that role" },
      retry: "after",
      where: "pkg/driver/controller.go CreateVolume",
    },
    {
      says: /File System does not exist/,
      subject: "the EFS file system of the StorageClass",
      cause: "does not exist in this account and region",
      mends: { who: "cluster", how: "correct fileSystemId in a new StorageClass" },
      retry: "never",
      where: "pkg/driver/controller.go CreateVolume",
    },
    {
      says: /Cannot find mount targets for file system/,
      subject: "the EFS file system",
      cause: "has no mount target",
      mends: { who: "backend", how: "create a mount target in the subnet of the nodes" },
      retry: "after",
      where: "pkg/cloud/cloud.go DescribeMountTargets",
    },
    {
      says: /No mount target for file system \S+ is in available state/,
      subject: "the mount target of the EFS file system",
      cause: "is not available yet",
      retry: "alone",
      where: "pkg/cloud/cloud.go DescribeMountTargets",
    },
    {
      says: /Proposed path .* (?:exceeds file system limit|file system limit)/,
      subject: "the path of the access point",
      cause: "is too long or too deep for EFS",
      mends: { who: "cluster", how: "shorten basePath or subPathPattern in a new StorageClass" },
      retry: "never",
      where: "pkg/driver/controller.go validateEfsPathRequirements",
    },
    {
      says: /Unable to initialize aws cloud/,
      subject: "the role for the mount from another AWS account",
      cause: "cannot be used",
      mends: { who: "backend", how: "correct that role, or the Secret that names it" },
      retry: "after",
      where: "pkg/driver/controller.go getCloud",
    },
  ],
};
