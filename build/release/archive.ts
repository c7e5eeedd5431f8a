import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Zippable, zipSync } from "fflate";
import { create } from "tar";

/** Every byte of an archive is decided by its files. The first moment that a zip can name. */
const moment = new Date("1980-01-01T00:00:00Z");

/** Packs files of a folder, each with its mode: as a zip or as a tar, by what the archive is called. */
export async function packFiles(folder: string, names: readonly string[], archive: string): Promise<void> {
  const sorted = [...names].sort();
  if (!archive.endsWith(".zip")) {
    const options = { cwd: folder, file: archive, gzip: { level: 9 }, portable: true, mtime: moment };
    await create(options, sorted);
    return;
  }
  const files: Zippable = {};
  for (const name of sorted) files[name] = [readFileSync(join(folder, name)), { mtime: moment, level: 9 }];
  writeFileSync(archive, zipSync(files));
}
