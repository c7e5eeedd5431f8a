import { constants, createReadStream, open, statSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { platform } from "node:os";

/** What is at a path. A link counts as what it leads to when it was named, and as `other` inside a folder. */
type PathKind = "file" | "folder" | "other" | "absent";

export interface FolderEntry {
  readonly name: string;
  readonly kind: PathKind;
}

/** How files are read, so that tests need none. Nothing is ever written. */
export interface FileIo {
  kindOf(path: string): Promise<PathKind>;
  list(folder: string): Promise<readonly FolderEntry[]>;
  read(path: string): AsyncIterable<Uint8Array>;
  stdin(): AsyncIterable<Uint8Array>;
}

/** The file system of this machine. */
export function nodeFiles(stdin: AsyncIterable<Uint8Array>): FileIo {
  return {
    async kindOf(path) {
      const stats = await stat(path).catch((problem: NodeJS.ErrnoException) => {
        if (problem.code === "ENOENT" || problem.code === "ENOTDIR") return undefined;
        throw problem;
      });
      if (stats === undefined) return "absent";
      // A pipe is what the shell's `<(…)` makes.
      if (stats.isFIFO() || stats.isCharacterDevice()) return "file";
      return kindOf(stats);
    },
    async list(folder) {
      const entries = await readdir(folder, { withFileTypes: true });
      return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
    },
    read: (path) =>
      isPipe(path) ? bytesOfPipe(path) : createReadStream(path, { highWaterMark: 1024 * 1024 }),
    stdin: () => stdin,
  };
}

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean }): PathKind {
  if (entry.isFile()) return "file";
  return entry.isDirectory() ? "folder" : "other";
}

/** Is it something that may never end: a pipe, a socket or a device? */
export async function isEndless(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
}

function isPipe(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFIFO() ?? false;
}

/**
 * Linux opens a pipe without a writer at once, and tells of its end only once there was a writer. Elsewhere that pipe
 * would seem to be at its end.
 */
const openNow = platform() === "linux" ? constants.O_NONBLOCK : 0;

/** A thread that waits for a pipe cannot be stopped: an interruption would wait with it. */
async function* bytesOfPipe(path: string): AsyncIterable<Uint8Array> {
  const { Socket } = await import("node:net");
  const fd = await new Promise<number>((settle, fail) => {
    open(path, constants.O_RDONLY | openNow, (problem, opened) =>
      problem === null ? settle(opened) : fail(problem),
    );
  });
  yield* new Socket({ fd, readable: true, writable: false });
}
