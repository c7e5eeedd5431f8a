/** What `npm run package` has made. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { unzipSync } from "fflate";
import { extract } from "tar-stream";
import type { Platform } from "../../build/release/platforms.ts";
import { archiveName, executableName, platforms } from "../../build/release/platforms.ts";

export const root = join(import.meta.dirname, "..", "..");
export const folder = join(root, "release");
export const version = `v${JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version}`;

const made = new Set(filesIn(folder));

function filesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    throw new Error("there is no release: run `npm run package` first");
  }
}

/** The platforms that there are archives for, with the path of the unpacked executable. */
export const released = platforms
  .filter((platform) => made.has(archiveName(platform, version)))
  .map((platform) => ({
    platform,
    name: `${platform.os}/${platform.arch}`,
    archive: join(folder, archiveName(platform, version)),
    executable: join(folder, `${platform.os}_${platform.arch}`, executableName(platform)),
  }));

export function executableOf(os: Platform["os"], arch: Platform["arch"]): string {
  const found = released.find(({ platform }) => platform.os === os && platform.arch === arch);
  if (found === undefined) throw new Error(`there is no executable for ${os}/${arch}`);
  return found.executable;
}

interface Entry {
  readonly name: string;
  /** Of a file that can be run. */
  readonly runs: boolean;
  readonly size: number;
}

/** What an archive holds: only files, or an error is thrown. */
export async function entriesOf(archive: string): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  if (archive.endsWith(".zip")) {
    for (const [name, bytes] of Object.entries(unzipSync(readFileSync(archive))))
      entries.push({ name, runs: name.endsWith(".exe"), size: bytes.length });
    return entries;
  }
  const reader = extract();
  reader.end(gunzipSync(readFileSync(archive)));
  for await (const stream of reader) {
    const { name, type, mode = 0, size = 0 } = stream.header;
    if (type !== "file") throw new Error(`${name} is a ${type}`);
    entries.push({ name, runs: (mode & 0o111) !== 0, size });
    stream.resume();
  }
  return entries;
}
