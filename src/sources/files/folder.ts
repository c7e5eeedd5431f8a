import { say, words } from "../../model/index.ts";
import { refuse } from "./input-error.ts";
import type { FileIo } from "./io.ts";
import type { Limits, Meter } from "./limits.ts";

/** A file of a folder or an archive. */
export interface FolderFile {
  /** Below the folder, with `/` between names. */
  readonly path: string;
  read(): AsyncIterable<Uint8Array>;
}

export interface Folder {
  readonly name: string;
  readonly files: readonly FolderFile[];
  /** What looked like input and was not read, in words for the reader. */
  readonly skipped: readonly string[];
}

const deepestFolder = 20;

export function isManifestName(path: string): boolean {
  return /\.(?:ya?ml|json|ndjson|jsonl)$/i.test(path);
}

/** The manifests below a folder, in the order of their names. Links are not followed, hidden files not read. */
export async function openFolder(name: string, io: FileIo, meter: Meter, limits: Limits): Promise<Folder> {
  const files: FolderFile[] = [];
  const skipped: string[] = [];
  const waiting: string[] = [""];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    const entries = await io.list(`${name}/${below}`.replace(/\/$/, ""));
    for (const entry of entries.filter((one) => !one.name.startsWith("."))) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.kind === "folder") waiting.push(path);
      else if (!isManifestName(path)) continue;
      else if (entry.kind === "file")
        files.push({ path, read: () => meter.through(`${name}/${path}`, io.read(`${name}/${path}`)) });
      else skipped.push(`${name}/${path}: skipped, because it is a link or not a regular file`);
      if (path.split("/").length > deepestFolder)
        throw refuse({ file: name }, words("its directories are nested too deep"));
    }
    if (files.length + waiting.length > limits.files) throw tooMany(name, limits);
  }
  return { name, files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), skipped };
}

export function tooMany(name: string, limits: Limits) {
  return refuse({ file: name }, say`it contains more than ${limits.files} files`);
}
