import type { RawObject } from "../../model/index.ts";
import type { Disk } from "./disk.ts";

/** A file with one object, exactly as the server sent it. */
export interface SavedObject {
  readonly path: string;
  readonly object: RawObject;
  readonly sha256: string;
}

/** What a backup holds. `edited`: the file is not what was saved. */
export type BackupEntry =
  | ({ readonly state: "whole" | "edited" } & SavedObject)
  | { readonly state: "missing" | "unreadable"; readonly path: string };

/** Saves objects into a new folder of `directory`, or throws a `DiskProblem`, and then nothing may be sent. */
export async function saveBackup(
  _disk: Disk,
  _directory: string,
  _name: string,
  _objects: readonly RawObject[],
): Promise<readonly SavedObject[]> {
  throw new Error("not yet");
}

/** The objects of one backup folder. */
export async function readBackup(_disk: Disk, _folder: string): Promise<readonly BackupEntry[]> {
  throw new Error("not yet");
}

/** The backup folders in `directory`, newest last. */
export async function listBackups(_disk: Disk, _directory: string): Promise<readonly string[]> {
  throw new Error("not yet");
}
