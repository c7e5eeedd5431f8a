/**
 * The questions whether something works, exists or is the cause: one file for each. Each looks for what speaks for it and what
 * against, and answers with what it rests on. Who concludes asks here, and reads no such sign itself.
 */
export * from "./answer.ts";
export * from "./api-server/api-group-answers.ts";
export * from "./api-server/deletion-refused.ts";
export * from "./api-server/updates-blocked.ts";
export * from "./attachment/records.ts";
export * from "./disks/copy-of-another.ts";
export * from "./disks/credentials-refused.ts";
export * from "./disks/deletion-done.ts";
export * from "./disks/deletion-failure.ts";
export * from "./disks/disk-gone.ts";
export * from "./disks/drops-under-retain.ts";
export * from "./disks/expansion-failed.ts";
export * from "./disks/path-missing.ts";
export * from "./disks/snapshot-gone.ts";
export * from "./disks/snapshots-of-disk.ts";
export * from "./drivers/class-provisioner.ts";
export * from "./drivers/class-unserved.ts";
export * from "./drivers/driver-installed.ts";
export * from "./drivers/resizer-serves.ts";
export * from "./drivers/sidecar-runs.ts";
export * from "./error-text/index.ts";
export * from "./last-failure.ts";
export * from "./nodes/machine-gone.ts";
export * from "./nodes/machine-off.ts";
export * from "./nodes/mount-failure.ts";
export * from "./nodes/nfs-server-answers.ts";
export * from "./nodes/node-answers.ts";
export * from "./nodes/node-plugin-runs.ts";
export * from "./nodes/node-replaced.ts";
export * from "./nodes/ownership-change.ts";
export * from "./nodes/plugin-in-kubelet.ts";
export * from "./nodes/pod-evicted.ts";
export * from "./nodes/pod-never-started.ts";
export * from "./nodes/pod-placing.ts";
export * from "./nodes/volume-limit.ts";
export * from "./nodes/volumes-mounted.ts";
export * from "./owners/consumer-comes.ts";
export * from "./owners/creation-failed.ts";
export * from "./owners/finalizer-owner.ts";
export * from "./owners/finalizer-owner-runs.ts";
export * from "./owners/makes-pods.ts";
export * from "./owners/owner-exists.ts";
export * from "./owners/rollout.ts";
