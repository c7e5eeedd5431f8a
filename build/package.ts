/** Everything that a release consists of, in `release/`: the archive, its checksum and the manifest for krew-index. */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { gzipSync } from "node:zlib";
import { bundle, packageVersion } from "./bundle.ts";
import { startedByShell } from "./launcher.ts";
import { type TarFile, tar } from "./tar.ts";

const root = join(import.meta.dirname, "..");

interface Release {
  readonly archive: string;
  readonly manifest: string;
}

export async function release(folder: string): Promise<Release> {
  const version = `v${await packageVersion()}`;
  const archive = `kubectl-pvguard_${version}.tar.gz`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await bundle(join(folder, "dist"));
  const bytes = gzipSync(tar(await archived(join(folder, "dist"))), { level: 9 });
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const template = await readFile(join(root, "krew-manifest.yaml"), "utf8");
  await writeFile(join(folder, archive), bytes);
  await writeFile(join(folder, "checksums.txt"), `${sha256}  ${archive}\n`);
  await writeFile(join(folder, "pvguard.yaml"), filledIn(template, version, sha256));
  return { archive: join(folder, archive), manifest: join(folder, "pvguard.yaml") };
}

/** krew links its `bin` under the plugin's name, and refuses archives with links in them. */
async function archived(dist: string): Promise<readonly TarFile[]> {
  const names = await readdir(dist, { recursive: true });
  const files: TarFile[] = [];
  for (const name of names) {
    const path = join(dist, name);
    if ((await stat(path)).isDirectory()) continue;
    const inside = relative(dist, path).split(sep).join("/");
    const bytes = await readFile(path);
    if (/^[^/]+\.cjs$/.test(inside))
      files.push({ path: inside, bytes: Buffer.from(startedByShell(bytes.toString())), mode: 0o755 });
    else files.push({ path: inside, bytes, mode: 0o644 });
  }
  const licence = await readFile(join(root, "LICENSE"));
  return [...files, { path: "LICENSE", bytes: licence, mode: 0o644 }];
}

function filledIn(template: string, version: string, sha256: string): string {
  return template
    .replace(/^#.*\n/, "")
    .replaceAll(/\bv\d+\.\d+\.\d+(?=[/_.]|$)/gm, version)
    .replace(/^( +sha256: ).*$/m, `$1"${sha256}"`);
}
