export type { AccessQuestion } from "./ask.ts";
export type { ExecutorEdge, ExecutorEvent } from "./edge.ts";
export { type Executor, openExecutor } from "./executor.ts";
export type { Outcome, Preview } from "./outcome.ts";
export {
  type ApprovedPlan,
  acceptanceNames,
  answerWanted,
  approve,
  type GivenBy,
  type Refused,
} from "./plan/approve.ts";
export { digestOf } from "./plan/digest.ts";
export type { LiveRead } from "./read/live-read.ts";
export type { SavedObject } from "./store/backup.ts";
export { type BackupEntry, listBackups, readBackup, saveBackup } from "./store/backup.ts";
export type { Disk, Inspected } from "./store/disk.ts";
export { type JournalLine, openJournal } from "./store/journal.ts";
export { nodeDisk } from "./store/node-disk.ts";
export { DiskProblem } from "./store/problem.ts";
