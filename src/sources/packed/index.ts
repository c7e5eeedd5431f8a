export { letGoOfPacker } from "./packer.ts";
export { PackedItems } from "./store.ts";
