import { createHash } from "node:crypto";
import { join } from "node:path";
import { codeOf, ioReason } from "../../connection/io-reason.ts";
import type { RawObject } from "../../kubernetes/index.ts";
import { rawObject, say } from "../../kubernetes/index.ts";
import type { FileSystem } from "./file-system.ts";
import { FileProblem, orFileProblem, privateFile, privateFolder } from "./file-system.ts";

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

/** As `sha256sum --check` reads it. A file that is not listed was never finished. */
const sums = "SHA256SUMS";

/**
 * Saves objects into the folder `name` of the backups in `directory`. Returns when all of them are on the disk, were
 * read back and were found to be the same; throws a `FileProblem` otherwise, and then nothing may be sent.
 */
export async function saveBackup(
  files: FileSystem,
  directory: string,
  name: string,
  objects: readonly RawObject[],
): Promise<readonly SavedObject[]> {
  const all = backupsIn(directory);
  const folder = join(all, name);
  for (const path of [directory, all, folder]) await privateFolder(files, path);
  const saved: SavedObject[] = [];
  for (const object of objects) saved.push(await saveObject(files, folder, object));
  for (const path of [folder, all, directory]) await orFileProblem("saved", path, files.syncDirectory(path));
  return saved;
}

async function saveObject(files: FileSystem, folder: string, object: RawObject): Promise<SavedObject> {
  const name = fileNameOf(object);
  const path = join(folder, name);
  const unfinished = `${path}.tmp`;
  const bytes = new TextEncoder().encode(object.text);
  const sha256 = sumOf(bytes);
  await orFileProblem("written", unfinished, files.create(unfinished, bytes));
  try {
    if ((await orFileProblem("inspected", path, files.inspect(path))).is !== "missing")
      throw new FileProblem(say`${path} already exists`);
    await orFileProblem("written", path, files.rename(unfinished, path));
  } catch (problem) {
    await files.remove(unfinished).catch(() => {});
    throw problem;
  }
  await orFileProblem("saved", folder, files.syncDirectory(folder));
  if (sumOf(await orFileProblem("read back", path, files.read(path))) !== sha256)
    throw new FileProblem(say`${path} was read back, and differs from what was written`);
  await privateFile(files, join(folder, sums));
  const line = new TextEncoder().encode(`${sha256}  ${name}\n`);
  await orFileProblem("written", join(folder, sums), files.append(join(folder, sums), line));
  return { path, object, sha256 };
}

/** The objects of one backup folder, in the order in which they were saved. */
export async function readBackup(files: FileSystem, folder: string): Promise<readonly BackupEntry[]> {
  const list = new TextDecoder().decode(
    await orFileProblem("read", join(folder, sums), files.read(join(folder, sums))),
  );
  const entries = [...list.matchAll(/^([0-9a-f]{64}) {2}([A-Za-z0-9._-]+)$/gm)];
  return await Promise.all(
    entries.map(([, sha256 = "", name = ""]) => readEntry(files, join(folder, name), sha256)),
  );
}

async function readEntry(files: FileSystem, path: string, sha256: string): Promise<BackupEntry> {
  const bytes = await files.read(path).catch((problem: unknown) => {
    if (codeOf(problem) === "ENOENT") return undefined;
    throw new FileProblem(say`${path} could not be read: ${ioReason(problem)}`);
  });
  if (bytes === undefined) return { state: "missing", path };
  const object = rawObject(new TextDecoder().decode(bytes));
  if (object === undefined) return { state: "unreadable", path };
  return { state: sumOf(bytes) === sha256 ? "whole" : "edited", path, object, sha256 };
}

/** The backup folders in `directory`, newest last. */
export async function listBackups(files: FileSystem, directory: string): Promise<readonly string[]> {
  const all = backupsIn(directory);
  if ((await orFileProblem("inspected", all, files.inspect(all))).is === "missing") return [];
  const names = await orFileProblem("read", all, files.list(all));
  return [...names].sort().map((name) => join(all, name));
}

function backupsIn(directory: string): string {
  return join(directory, "backups");
}

function sumOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/**
 * The file for an object: kind, name, uid and version, with nothing in it that means something to a file system. The
 * uid keeps apart what the shortening made equal.
 */
export function fileNameOf({ ref, resourceVersion }: RawObject): string {
  const parts = [plain(ref.kind, 40).toLowerCase(), plain(ref.name, 80), plain(ref.uid, 64)];
  return `${parts.join("-")}-v${plain(resourceVersion, 32)}.json`;
}

function plain(text: string, longest: number): string {
  return text.replaceAll(/[^A-Za-z0-9._-]/g, "_").slice(0, longest);
}
