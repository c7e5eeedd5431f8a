export * from "./claim-controller.ts";
export * from "./class.ts";
export * from "./content.ts";
export * from "./content-controller.ts";
export * from "./deletion.ts";
export * from "./deletion-error.ts";
export * from "./snapshot-controller.ts";
export { contentOf } from "./snapshot-world.ts";
export * from "./source-claim.ts";
