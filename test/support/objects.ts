/** Typed makers of Kubernetes objects for tests: every fact is named, everything else has a plain default. */
export * from "./objects/claim.ts";
export * from "./objects/cluster.ts";
export * from "./objects/disk.ts";
export * from "./objects/metadata.ts";
export * from "./objects/pod.ts";
export * from "./objects/policy.ts";
export * from "./objects/snapshot.ts";
export * from "./objects/storage.ts";
export * from "./objects/volume.ts";
export * from "./objects/workload.ts";
