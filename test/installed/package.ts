/**
 * pvguard as a person installs it: the executable that PVGUARD_EXECUTABLE names, or the package, packed by npm and
 * installed into a folder of its own.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { bundle } from "../../build/bundle.ts";

const root = join(import.meta.dirname, "../..");
export const folder = mkdtempSync(join(tmpdir(), "pvguard-installed-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

/** The folder of its programs. */
export const bin = await programs(process.env.PVGUARD_EXECUTABLE);

async function programs(executable: string | undefined): Promise<string> {
  return executable === undefined ? await fromNpm() : dirname(executable);
}

async function fromNpm(): Promise<string> {
  const source = join(folder, "source");
  for (const name of ["package.json", "LICENSE", "README.md"])
    cpSync(join(root, name), join(source, name), { recursive: true });
  await bundle(join(source, "dist"));
  const npm = (cwd: string, ...argv: readonly string[]) =>
    execFileSync("npm", argv, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const [{ filename }] = JSON.parse(npm(source, "pack", "--json", "--ignore-scripts"));
  const prefix = join(folder, "prefix");
  const quietly = ["--offline", "--no-audit", "--no-fund"];
  npm(folder, "install", "--global", "--prefix", prefix, ...quietly, join(source, filename));
  return join(prefix, "bin");
}
