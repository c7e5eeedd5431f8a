export {
  type ApprovedPlan,
  acceptanceNames,
  answerWanted,
  approve,
  digestOf,
  type GivenBy,
  type Refused,
} from "./approve.ts";
export type { AccessQuestion } from "./ask.ts";
export type { SavedObject } from "./backup.ts";
export { type BackupEntry, listBackups, readBackup, saveBackup } from "./backup.ts";
export { type Executor, openExecutor } from "./executor.ts";
export type { FileSystem, Inspected } from "./file-system.ts";
export { FileProblem, orFileProblem, privateFile, privateFolder } from "./file-system.ts";
export { openJournal, writeIn } from "./journal.ts";
export { nodeFileSystem } from "./node-file-system.ts";
export type { ExecutorEvent, ExecutorSurroundings, JournalLine, Outcome, Preview } from "./outside.ts";
export { actIn } from "./prepare.ts";
export type { LiveRead } from "./read.ts";
export type { RunOptions } from "./run.ts";
