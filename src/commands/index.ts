export { nodeFileSystem } from "../changes/executor/node-file-system.ts";
export { resourceNamed } from "./arguments/resource-type.ts";
export type { Command } from "./command.ts";
export { type ExitCode, endedEarly, Failure } from "./failure.ts";
export * from "./flags/index.ts";
export { nearest } from "./nearest.ts";
export { inputSource } from "./sources/input-source.ts";
export { liveSource } from "./sources/live-source.ts";
export { filesTold, listsTold } from "./sources/progress.ts";
export type { Answer, Connected, Query, Source } from "./sources/source.ts";
export type {
  About,
  Bench,
  Installed,
  KubeconfigNames,
  ListenAddress,
  Listening,
  Output,
  PageAnswer,
  PageRequest,
  Questions,
  SecureAddress,
  SecureRequest,
  Surroundings,
  Tell,
  TypedLine,
} from "./surroundings.ts";
