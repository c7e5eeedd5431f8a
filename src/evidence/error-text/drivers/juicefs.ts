import type { KnownErrors } from "./known.ts";

/** JuiceFS. */
export const juicefs: KnownErrors = {
  drivers: ["csi.juicefs.com"],
  source: "juicedata/juicefs-csi-driver 616f40ab, and 00f01e5d for the words of older versions",
  errors: [
    {
      says: /mount isn't ready in \d+ seconds|mount pod \S+ isn't ready in \d+ seconds|failed, mountpod: \S+, failed log/,
      subject: "the mount pod of JuiceFS for this volume",
      cause: "does not run, or has not mounted the file system",
      mends: {
        who: "cluster",
        how: "look at that pod: it is in the namespace of the driver, for the same node, and may be Pending; if the error ends with a log, the log says why",
      },
      retry: "after",
      where: "pkg/juicefs/mount/pod_mount.go waitUtilMountReady, and waitUtilPodReady in older versions",
    },
    {
      says: /failed: mount pod \S+ (?:deleting timeout|has been deleting for \d+ min)/,
      subject: "the former mount pod of JuiceFS for this volume",
      cause: "is still being deleted",
      mends: {
        who: "cluster",
        how: "find out why that pod remains: it is in the namespace of the driver",
      },
      retry: "after",
      where: "pkg/juicefs/mount/pod_mount.go createOrAddRef",
    },
    {
      says: /waitUtilJobCompleted: job \S+ isn't completed/,
      subject: "the job by which JuiceFS creates or deletes the directory of the volume",
      cause: "did not complete in time",
      mends: {
        who: "cluster",
        how: "look for why its pod does not start or complete, in the namespace of the driver: the log at the end of the error says why if the pod ran; the driver deletes the job and creates it again",
      },
      retry: "after",
      where: "pkg/juicefs/mount/pod_mount.go waitUtilJobCompleted, JCreateVolume, JDeleteVolume",
    },
  ],
};
