export * from "./claims.ts";
export { byName, dependentsByOwner } from "./define.ts";
export * from "./disks.ts";
export * from "./events.ts";
export * from "./nodes.ts";
export * from "./pods.ts";
export * from "./snapshots.ts";
export * from "./volumes.ts";
