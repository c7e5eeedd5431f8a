/** `npm run package [OS/ARCH ...]`: makes everything that a release consists of, in `release/`. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { bundleForExecutable, packageVersion, root } from "../bundle.ts";
import { bundledPackages, noticesFor } from "../notices.ts";
import { packFiles } from "./archive.ts";
import { makeExecutable } from "./executable.ts";
import { homebrewFormula, krewManifest } from "./manifests.ts";
import { nodeBinary } from "./node-binary.ts";
import type { Platform } from "./platforms.ts";
import { archiveName, builderOf, executableName, platforms } from "./platforms.ts";
import { sbom } from "./sbom.ts";

await release(join(root, "release"), chosen(process.argv.slice(2)));

function chosen(names: readonly string[]): readonly Platform[] {
  const known = new Map(platforms.map((platform) => [`${platform.os}/${platform.arch}`, platform]));
  return names.length === 0
    ? platforms
    : names.map((name) => {
        const platform = known.get(name);
        if (platform === undefined)
          throw new Error(`there is no platform ${name}: ${[...known.keys()].join(", ")}`);
        return platform;
      });
}

async function release(folder: string, wanted: readonly Platform[]): Promise<void> {
  const version = `v${await packageVersion()}`;
  rmSync(folder, { recursive: true, force: true });
  const work = join(folder, "work");
  const { metafile, ...parts } = await bundleForExecutable(work);
  const packages = await bundledPackages(metafile, root);
  for (const platform of wanted) {
    const place = join(folder, `${platform.os}_${platform.arch}`);
    const name = executableName(platform);
    mkdirSync(place, { recursive: true });
    await makeExecutable(platform, parts, join(work, name));
    copyFileSync(join(work, name), join(place, name));
    chmodSync(join(place, name), 0o755);
    copyFileSync(join(root, "LICENSE"), join(place, "LICENSE"));
    const node = nodeBinary(builderOf(platform));
    const notices = `${noticesFor(packages)}\n${"-".repeat(80)}\n${licenceOfNode(node)}`;
    writeFileSync(join(place, "THIRD_PARTY_NOTICES"), notices);
    await packFiles(
      place,
      ["LICENSE", "THIRD_PARTY_NOTICES", name],
      join(folder, archiveName(platform, version)),
    );
    process.stdout.write(`${join("release", archiveName(platform, version))}\n`);
  }
  rmSync(work, { recursive: true });
  if (wanted.length === platforms.length)
    execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
    });
  writeFileSync(
    join(folder, `kubectl-pvguard_${version}.cdx.json`),
    sbom({ version: version.slice(1), packages, nodes: nodesOf(wanted) }),
  );
  if (wanted.length === platforms.length) {
    const sums = sumsOf(folder);
    const template = readFileSync(join(root, "krew-manifest.yaml"), "utf8");
    writeFileSync(join(folder, "pvguard.yaml"), krewManifest(template, version, sums));
    writeFileSync(join(folder, "kubectl-pvguard.rb"), homebrewFormula(version, sums));
  }
  const lines = [...sumsOf(folder)].map(([name, sum]) => `${sum}  ${name}\n`);
  writeFileSync(join(folder, "checksums.txt"), lines.join(""));
}

/** Of each file in the folder, by its name. */
function sumsOf(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    names
      .map(({ name }) => name)
      .sort()
      .map((name) => [
        name,
        createHash("sha256")
          .update(readFileSync(join(folder, name)))
          .digest("hex"),
      ]),
  );
}

/** Node.js of each version, as it can be run here. */
function nodesOf(wanted: readonly Platform[]): readonly string[] {
  return [...new Set(wanted.map((platform) => nodeBinary(builderOf(platform))))];
}

/** Its package holds it beside the `bin` folder. */
function licenceOfNode(node: string): string {
  return readFileSync(join(node, "..", "..", "LICENSE"), "utf8");
}
