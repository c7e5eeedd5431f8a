import { say } from "../../../model/index.ts";
import { type Folder, type FolderFile, isManifestName, tooMany } from "../folder.ts";
import { refuse } from "../input-error.ts";
import { type Limits, tooLarge } from "../limits.ts";
import { readTar } from "./tar.ts";

export { inflated, isGzip } from "./gunzip.ts";
export { isTar } from "./tar.ts";

/** The manifests of a tar archive, kept in memory. Nothing is ever unpacked to a disk. */
export async function openArchive(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  limits: Limits,
): Promise<Folder> {
  const files: FolderFile[] = [];
  const skipped: string[] = [];
  let entries = 0;
  await readTar(name, chunks, {
    entry(entry) {
      entries += 1;
      if (entries > limits.files) throw tooMany(name, limits);
      if (isOutside(entry.name))
        throw refuse({ file: name }, say`its entry ${entry.name} points out of the archive`);
      if (entry.type === "folder" || !isManifestName(entry.name)) return false;
      if (entry.type === "other") {
        skipped.push(`${name}: ${entry.name} was skipped, because it is a link or not a regular file`);
        return false;
      }
      if (entry.size > limits.documentBytes * 4)
        throw refuse({ file: `${name}: ${entry.name}` }, tooLarge(limits));
      return true;
    },
    content(entry, bytes) {
      files.push({ path: entry.name.replace(/^\.\//, ""), read: () => once(bytes) });
    },
  });
  return { name, files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), skipped };
}

function isOutside(path: string): boolean {
  return /^[\\/]|^[a-z]:/i.test(path) || path.split(/[\\/]/).includes("..");
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
