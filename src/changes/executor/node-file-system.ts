import type { Stats } from "node:fs";
import { constants, promises } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import type { FileSystem, Inspected } from "./file-system.ts";

// Not from node:fs/promises: that would be loaded although nothing is written.

/** Windows has no such flag, and needs a right to make links. */
const noFollow = constants.O_NOFOLLOW ?? 0;
const newFile = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow;
const growing = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | noFollow;

/** The file system of this computer. `user`: the number of the user who runs this, where the system has such numbers. */
export function nodeFileSystem(user: number | undefined): FileSystem {
  return {
    async makeDirectory(path) {
      const first = await promises.mkdir(path, { recursive: true, mode: 0o700 });
      if (first !== undefined) await promises.chmod(path, 0o700);
    },
    inspect: (path) => inspected(path, user),
    async create(path, bytes) {
      const file = await promises.open(path, newFile, 0o600);
      try {
        await written(file, bytes);
      } catch (problem) {
        await promises.rm(path, { force: true });
        throw problem;
      }
    },
    async append(path, bytes) {
      await written(await promises.open(path, growing, 0o600), bytes);
    },
    async read(path) {
      const file = await promises.open(path, constants.O_RDONLY | noFollow);
      try {
        return await file.readFile();
      } finally {
        await file.close();
      }
    },
    rename: (from, to) => promises.rename(from, to),
    remove: (path) => promises.rm(path, { force: true }),
    list: (path) => promises.readdir(path),
    async syncDirectory(path) {
      if (user === undefined) return;
      const directory = await promises.open(path, constants.O_RDONLY);
      try {
        await directory.sync();
      } finally {
        await directory.close();
      }
    },
  };
}

/** The mode is set once more: what a umask takes away would keep the owner out, too. */
async function written(file: FileHandle, bytes: Uint8Array): Promise<void> {
  try {
    await file.chmod(0o600);
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function inspected(path: string, user: number | undefined): Promise<Inspected> {
  const found = await promises.lstat(path).catch((problem: unknown) => {
    if (problem instanceof Error && "code" in problem && problem.code === "ENOENT") return undefined;
    throw problem;
  });
  if (found === undefined) return { is: "missing" };
  const is = kindOfFile(found);
  if (user === undefined) return { is, owned: "unknown" };
  return { is, mode: found.mode & 0o777, owned: found.uid === user ? "by-us" : "by-another" };
}

function kindOfFile(found: Stats) {
  if (found.isSymbolicLink()) return "link";
  if (found.isDirectory()) return "directory";
  return found.isFile() ? "file" : "other";
}
