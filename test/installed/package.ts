/** The package as a person installs it: packed by npm, and installed into a folder of its own. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle } from "../../build/bundle.ts";

const root = join(import.meta.dirname, "../..");
export const folder = mkdtempSync(join(tmpdir(), "pvguard-installed-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

const source = join(folder, "source");
for (const name of ["package.json", "LICENSE", "README.md"])
  cpSync(join(root, name), join(source, name), { recursive: true });
await bundle(join(source, "dist"));

const npm = (cwd: string, ...argv: readonly string[]) =>
  execFileSync("npm", argv, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
const [{ filename }] = JSON.parse(npm(source, "pack", "--json", "--ignore-scripts"));
const prefix = join(folder, "prefix");
npm(
  folder,
  "install",
  "--global",
  "--prefix",
  prefix,
  "--offline",
  "--no-audit",
  "--no-fund",
  join(source, filename),
);

/** The folder of its programs. */
export const bin = join(prefix, "bin");

/** The folder that npm made of it. */
export const installed = join(prefix, "lib/node_modules/kubectl-pvguard");
