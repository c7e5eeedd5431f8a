/** The door of the packed store: nothing else of this folder is imported from outside it. See README.md. */
export type { Draft } from "./open-list.ts";
export { letGoOfPacker } from "./packer.ts";
export { type BeginOfList, beginIn, closeEnvelope, isProtobuf, readStatus } from "./protobuf/answer.ts";
export { Malformed } from "./protobuf/cursor.ts";
export { type BuiltIn, isBuiltIn } from "./protobuf/kinds/index.ts";
export { PackedItems } from "./store.ts";
