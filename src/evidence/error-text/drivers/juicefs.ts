import type { KnownErrors } from "./known.ts";

/** JuiceFS. */
export const juicefs: KnownErrors = {
  drivers: ["csi.juicefs.com"],
  source: "juicedata/juicefs-csi-driver 616f40ab",
  errors: [
    {
      says: /mount isn't ready in \d+ seconds|failed, mountpod: \S+, failed log/,
      subject: "the mount pod of JuiceFS for this volume",
      cause: "does not run, or has not mounted the file system",
      mends: {
        who: "cluster",
        how: "look at that pod: it is in the namespace of the driver, for the same node, and may be Pending",
      },
      retry: "after",
      where: "pkg/juicefs/mount/pod_mount.go waitUtilMountReady",
    },
  ],
};
