import type { BackupEntry, FileSystem } from "../../changes/executor/index.ts";
import { FileProblem, listBackups, readBackup } from "../../changes/executor/index.ts";
import type { Phrase, RawObject } from "../../kubernetes/index.ts";
import { isRecord, isSameJson, own, say } from "../../kubernetes/index.ts";
import { Failure } from "../failure.ts";

/** What a backup holds that can be used, and the warnings about it. */
interface Backup {
  readonly objects: readonly RawObject[];
  readonly warnings: readonly Phrase[];
  readonly edited: readonly string[];
  /** The files whose former contents are unknown. */
  readonly lost: readonly string[];
}

/** @param path a folder that pvguard saved objects in, or one file of such a folder */
export async function openBackup(path: string, files: FileSystem, directory: string): Promise<Backup> {
  try {
    return await read(path.replace(/\/+$/, ""), files, directory);
  } catch (problem) {
    if (problem instanceof Failure) throw problem;
    if (problem instanceof FileProblem) throw new Failure("local-io", say`error: ${problem.phrase}`);
    const reason = problem instanceof Error ? problem.message : String(problem);
    throw new Failure("local-io", say`error: could not read ${path}: ${reason}`);
  }
}

async function read(path: string, files: FileSystem, directory: string): Promise<Backup> {
  const { is } = await files.inspect(path);
  if (is === "missing") throw new Failure("local-io", say`error: ${path} does not exist`);
  const folder = is === "directory" ? path : path.slice(0, Math.max(path.lastIndexOf("/"), 0)) || ".";
  const all = await readBackup(files, folder);
  const entries = is === "directory" ? all : all.filter((entry) => fileOf(entry.path) === fileOf(path));
  if (entries.length === 0)
    throw new Failure(
      "local-io",
      say`error: ${path} is not listed in ${folder}/SHA256SUMS, so it is not a backup of pvguard`,
    );
  const warnings: Phrase[] = [];
  for (const entry of entries) warnings.push(...(await warningsOf(entry, files, directory)));
  return {
    objects: entries.flatMap((entry) => ("object" in entry ? [entry.object] : [])),
    warnings,
    edited: entries.flatMap((entry) => (entry.state === "edited" ? [entry.path] : [])),
    lost: entries.flatMap((entry) => ("object" in entry ? [] : [entry.path])),
  };
}

async function warningsOf(
  entry: BackupEntry,
  files: FileSystem,
  directory: string,
): Promise<readonly Phrase[]> {
  switch (entry.state) {
    case "whole":
      return [];
    case "missing":
      return [say`Warning: ${entry.path} is missing.`];
    case "unreadable":
      return [say`Warning: ${entry.path} no longer contains a Kubernetes object.`];
    case "edited":
      return [
        say`Warning: ${entry.path} was changed after pvguard saved it: its SHA-256 differs.`,
        ...(await whatWasEdited(entry, files, directory)),
      ];
  }
}

type Edited = Extract<BackupEntry, { readonly state: "whole" | "edited" }>;

/** The same version of the same object is often in another backup too. */
async function whatWasEdited(
  { object, path, sha256 }: Edited,
  files: FileSystem,
  directory: string,
): Promise<readonly Phrase[]> {
  for (const folder of await listBackups(files, directory)) {
    const entries = await readBackup(files, folder).catch(() => []);
    const original = entries.find(
      (entry) => entry.state === "whole" && entry.sha256 === sha256 && entry.path !== path,
    );
    if (original !== undefined && "object" in original)
      return differences(JSON.parse(original.object.text), JSON.parse(object.text)).map(
        (each) => say`  ${each}`,
      );
  }
  return [say`  Its former contents are unknown. It now contains: ${object.text}`];
}

function fileOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** What is different in two JSON values, a line for each field, as a diff marks it. */
function differences(before: unknown, after: unknown, path = ""): readonly Phrase[] {
  if (isSameJson(before, after)) return [];
  if (!isRecord(before) || !isRecord(after))
    return [
      ...(before === undefined ? [] : [say`- ${path}: ${JSON.stringify(before)}`]),
      ...(after === undefined ? [] : [say`+ ${path}: ${JSON.stringify(after)}`]),
    ];
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields.flatMap((field) =>
    differences(own(before, field), own(after, field), path === "" ? field : `${path}.${field}`),
  );
}
