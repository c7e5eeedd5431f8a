export type { ExecutorEdge, ExecutorEvent } from "./edge.ts";
export {
  type AccessQuestion,
  type Executor,
  type LiveRead,
  openExecutor,
  type RunOptions,
  type Settled,
} from "./executor.ts";
export type { Outcome, OutcomeStatus, Preview } from "./outcome.ts";
export {
  type ApprovedPlan,
  acceptanceNames,
  answerWanted,
  approve,
  type Confirmation,
  type GivenBy,
  type Refused,
} from "./plan/approve.ts";
export { digestOf } from "./plan/digest.ts";
export { type BackupEntry, listBackups, readBackup, type SavedObject, saveBackup } from "./store/backup.ts";
export type { Disk, Inspected } from "./store/disk.ts";
export { type Journal, type JournalLine, openJournal } from "./store/journal.ts";
