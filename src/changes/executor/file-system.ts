import { ioReason } from "../../connection/io-reason.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { flatten, say, words } from "../../kubernetes/index.ts";

/**
 * What the executor needs of the file system of the machine that pvguard runs on, for backups and the journal: no disk of the
 * cluster. Each function throws what the operating system says.
 */
export interface FileSystem {
  /** With all its parents, for the owner alone. Nothing happens when it is there. */
  makeDirectory(path: string): Promise<void>;
  /** Of the path itself: a symbolic link is not followed. */
  inspect(path: string): Promise<Inspected>;
  /** A new file for the owner alone, on the disk when this returns. Fails with EEXIST when anything has that name. */
  create(path: string, bytes: Uint8Array): Promise<void>;
  /** Adds to the end of a file for the owner alone, on the disk when this returns. Fails with ELOOP at a link. */
  append(path: string, bytes: Uint8Array): Promise<void>;
  /** Fails with ELOOP at a link. */
  read(path: string): Promise<Uint8Array>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** The names in a directory. */
  list(path: string): Promise<readonly string[]>;
  /** Makes new names in a directory outlast a power failure. */
  syncDirectory(path: string): Promise<void>;
}

export type Inspected =
  | { readonly is: "missing" }
  | {
      readonly is: "file" | "directory" | "link" | "other";
      /** The permission bits; absent where the system has none. */
      readonly mode?: number;
      readonly owned: "by-us" | "by-another" | "unknown";
    };

/** Makes a folder that is ours alone, or makes sure that it is. Throws a `FileProblem` when others could write there. */
export async function privateFolder(files: FileSystem, path: string): Promise<void> {
  if ((await orFileProblem("inspected", path, files.inspect(path))).is === "missing")
    await orFileProblem("created", path, files.makeDirectory(path));
  requirePrivate(path, await orFileProblem("inspected", path, files.inspect(path)), "directory");
}

/** A file that is there already must be one that only we could have written. */
export async function privateFile(files: FileSystem, path: string): Promise<"missing" | "file"> {
  const found = await orFileProblem("inspected", path, files.inspect(path));
  if (found.is === "missing") return "missing";
  requirePrivate(path, found, "file");
  return "file";
}

function requirePrivate(path: string, found: Inspected, wanted: "file" | "directory"): void {
  if (found.is === "link")
    throw new FileProblem(say`${path} is a symbolic link, and pvguard does not follow it`);
  if (found.is !== wanted) throw new FileProblem(say`${path} is not a ${words(wanted)}`);
  if (found.owned === "by-another") throw new FileProblem(say`${path} belongs to another user`);
  if (((found.mode ?? 0) & 0o022) !== 0)
    throw new FileProblem(
      say`other users can write to ${path} (mode ${(found.mode ?? 0).toString(8)}): run chmod go-w on it`,
    );
}

/** Something could not be kept on the disk. Then nothing is sent. */
export class FileProblem extends Error {
  readonly phrase: Phrase;

  constructor(phrase: Phrase) {
    super(flatten(phrase, (data) => JSON.stringify(data)));
    this.name = "FileProblem";
    this.phrase = phrase;
  }
}

/** Does it, or throws what could not be done to which path. */
export async function orFileProblem<T>(what: string, path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (problem) {
    if (problem instanceof FileProblem) throw problem;
    throw new FileProblem(say`${path} could not be ${words(what)}: ${ioReason(problem)}`);
  }
}
