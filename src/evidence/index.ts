/**
 * The questions whether something works, exists or is the cause: one file for each. Each looks for what speaks for it and what
 * against, and answers with what it rests on. Who concludes asks here, and reads no such sign itself.
 */
export * from "./answer.ts";
export * from "./api-group-answers.ts";
export * from "./class-provisioner.ts";
export * from "./credentials-refused.ts";
export * from "./deletion-done.ts";
export * from "./deletion-failure.ts";
export * from "./deletion-refused.ts";
export * from "./disk-gone.ts";
export * from "./driver-installed.ts";
export * from "./drops-under-retain.ts";
export * from "./error-text/index.ts";
export * from "./expansion-failed.ts";
export * from "./finalizer-owner.ts";
export * from "./finalizer-owner-runs.ts";
export * from "./last-failure.ts";
export * from "./machine-gone.ts";
export * from "./makes-pods.ts";
export * from "./nfs-server-answers.ts";
export * from "./node-answers.ts";
export * from "./node-plugin-runs.ts";
export * from "./node-replaced.ts";
export * from "./owner-exists.ts";
export * from "./path-missing.ts";
export * from "./pod-never-started.ts";
export * from "./pod-placing.ts";
export * from "./sidecar-runs.ts";
export * from "./snapshot-gone.ts";
export * from "./updates-blocked.ts";
