/** The door of the packed store: nothing else of this folder is imported from outside it. See README.md. */
export type { Draft } from "./draft.ts";
export { letGoOfPacker } from "./packer.ts";
export {
  type BeginOfList,
  type BuiltIn,
  beginIn,
  closeEnvelope,
  decodeItem,
  decodeObject,
  isBuiltIn,
  isProtobuf,
  Malformed,
  type Messages,
  ProtobufList,
  ProtobufObject,
  readAnswer,
  readFields,
  versionIn,
} from "./protobuf/index.ts";
export { PackedItems } from "./store.ts";
