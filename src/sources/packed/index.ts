export type { Draft } from "./draft.ts";
export { letGoOfPacker } from "./packer.ts";
export { PackedItems } from "./store.ts";
