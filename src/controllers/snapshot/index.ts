export * from "./content.ts";
export * from "./deletion.ts";
export * from "./snapshot.ts";
export { contentOf } from "./snapshot.ts";
export * from "./source.ts";
