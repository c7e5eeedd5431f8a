/** The licences of everything that is bundled in, as those licences ask for. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Metafile } from "esbuild";

interface Package {
  readonly name: string;
  readonly folder: string;
}

/** A package of which something is in the bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** As its manifest says: an SPDX expression, or nothing. */
  readonly license: string;
  /** The text of its licence, or nothing. */
  readonly text: string;
}

/** Its allocator is in the packer, which the bundler does not see into. */
const compiledIn: Package = { name: "assemblyscript", folder: "node_modules/assemblyscript" };

export async function bundledPackages(metafile: Metafile, root: string): Promise<readonly BundledPackage[]> {
  return await Promise.all([compiledIn, ...bundled(metafile)].map((each) => factsOf(each, root)));
}

export function noticesFor(packages: readonly BundledPackage[]): string {
  const parts = packages.map(
    ({ name, version, license, text }) =>
      `${"-".repeat(80)}\n${name} ${version} (${license || "see below"})\n\n${text}\n`,
  );
  return `kubectl-pvguard contains the following software.\n\n${parts.join("\n")}`;
}

/** Packages of which at least one byte is in an output. */
function bundled({ outputs }: Metafile): readonly Package[] {
  const found = new Map<string, Package>();
  for (const { inputs } of Object.values(outputs)) {
    for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
      const [, folder, name] = /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(file) ?? [];
      if (folder !== undefined && name !== undefined && bytesInOutput > 0)
        found.set(folder, { name, folder });
    }
  }
  return [...found.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

async function factsOf({ name, folder: below }: Package, root: string): Promise<BundledPackage> {
  const folder = join(root, below);
  const manifest: unknown = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const { version = "", license = "" } = manifest as { readonly version?: string; readonly license?: string };
  const files = await readdir(folder);
  const file = files.find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const text = file === undefined ? "" : (await readFile(join(folder, file), "utf8")).trim();
  return { name, version, license, text };
}
