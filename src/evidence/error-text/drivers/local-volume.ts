import type { KnownErrors } from "./known.ts";

/** Local volumes, which the kubelet mounts itself. */
export const localVolume: KnownErrors = {
  drivers: ["kubernetes.io/local-volume"],
  source: "kubernetes/kubernetes v1.36",
  errors: [
    {
      says: /path "[^"]*" does not exist|special device \S+ does not exist/,
      subject: "the path of the local volume",
      cause:
        "is missing on the node: the file system that has it may not be mounted there, which says nothing about its data",
      mends: {
        who: "node",
        how: "find out what belongs at that path, and mount it: with an empty directory there, the pod would start without its data",
      },
      retry: "after",
      where:
        "pkg/volume/local/local.go getGlobalLocalPath, MountDevice; pkg/volume/util/hostutil/hostutil.go getFileType; mount(8); kubernetes-sigs/sig-storage-local-static-provisioner#100, #107",
    },
    {
      says: /only directory and block device are supported/,
      subject: "the path of the local volume",
      cause: "is neither a directory nor a block device on the node",
      mends: { who: "node", how: "restore what belongs at that path, or correct the path in a new volume" },
      retry: "after",
      where: "pkg/volume/local/local.go getGlobalLocalPath, MountDevice",
    },
  ],
};
