import { createWriteStream, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Zippable } from "fflate";
import { zipSync } from "fflate";
import { pack } from "tar-stream";

/** Every byte of an archive is decided by its files. The first moment that a zip can name. */
const moment = new Date("1980-01-01T00:00:00Z");

/** Packs files of a folder, each with its mode: as a zip or as a tar, by what the archive is called. */
export async function packFiles(folder: string, names: readonly string[], archive: string): Promise<void> {
  const sorted = [...names].sort();
  if (archive.endsWith(".zip")) {
    const files: Zippable = {};
    for (const name of sorted) files[name] = [readFileSync(join(folder, name)), { mtime: moment, level: 9 }];
    writeFileSync(archive, zipSync(files));
    return;
  }
  const tar = pack();
  for (const name of sorted) {
    const path = join(folder, name);
    tar.entry({ name, mode: statSync(path).mode & 0o777, mtime: moment }, readFileSync(path));
  }
  tar.finalize();
  await pipeline(
    tar as unknown as NodeJS.ReadableStream,
    createGzip({ level: 9 }),
    createWriteStream(archive),
  );
}
