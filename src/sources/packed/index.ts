export type { Draft } from "./draft.ts";
export { letGoOfPacker } from "./packer.ts";
export { buffersOf, type SettledList } from "./settled.ts";
export { PackedItems } from "./store.ts";
