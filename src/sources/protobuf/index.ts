export { readAnswer } from "./answer.ts";
export { decodeItem, decodeObject, readFields } from "./decode.ts";
export { isProtobuf } from "./envelope.ts";
export { type BuiltIn, isBuiltIn } from "./kinds/index.ts";
export { type ContinueIn, continueIn, ProtobufList, readList } from "./list.ts";
export { Messages } from "./messages.ts";
export { ProtobufObject } from "./object.ts";
export { readStatus } from "./status.ts";
export { Malformed } from "./wire/malformed.ts";
