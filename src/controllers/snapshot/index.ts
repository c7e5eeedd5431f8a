export * from "./content.ts";
export * from "./deletion.ts";
export * from "./snapshot.ts";
export * from "./source.ts";
