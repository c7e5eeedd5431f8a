import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { cachedAs } from "./cache.ts";
import { goBuild, goVersion, NoBinaries } from "./go.ts";
import { withLock } from "./lock.ts";

/** A Go program of this repository, built again when one of its files changes. */
export async function ownProgram(source: string, name: string): Promise<string> {
  const folder = cachedAs(name, digest(source));
  const program = join(folder, name);
  if (existsSync(program)) return program;
  const why = await ownCannotBeHad(source, name);
  if (why !== undefined) throw new NoBinaries(why);
  mkdirSync(folder, { recursive: true });
  await withLock(join(folder, "lock"), async () => {
    await goBuild(["-o", `${program}.unfinished`, "."], source);
    renameSync(`${program}.unfinished`, program);
  });
  return program;
}

/** Why it is not to be had here; `undefined` where it is built, or can be. */
export async function ownCannotBeHad(source: string, name: string): Promise<string | undefined> {
  const isThere = existsSync(join(cachedAs(name, digest(source)), name));
  return isThere || (await goVersion()) !== undefined ? undefined : `${name}: no Go to build it`;
}

function digest(folder: string): string {
  const hash = createHash("sha256");
  for (const file of readdirSync(folder).sort()) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest("hex").slice(0, 16);
}
