export * from "./attachments.ts";
export * from "./claims.ts";
export * from "./dependents.ts";
export * from "./events.ts";
export * from "./key.ts";
export * from "./pods.ts";
export * from "./snapshots.ts";
export * from "./volumes.ts";
