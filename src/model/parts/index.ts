import type { Part } from "../part.ts";
import * as attachments from "./attachments.ts";
import * as claims from "./claims.ts";
import * as metadata from "./metadata.ts";
import * as pods from "./pods.ts";
import * as volumes from "./volumes.ts";
import * as workloads from "./workloads.ts";

export * from "./attachments.ts";
export * from "./claims.ts";
export * from "./metadata.ts";
export * from "./pods.ts";
export * from "./volumes.ts";
export * from "./workloads.ts";

/** Every part that a store can tell from the rest without making an object. */
export const parts: readonly Part[] = [metadata, pods, claims, volumes, attachments, workloads].flatMap(
  (group) => Object.values(group),
);
