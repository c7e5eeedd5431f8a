/** The published package: what is in it, and that it works where nothing else is installed. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { bundle } from "../../build/bundle.ts";

const root = join(import.meta.dirname, "..", "..");
const folder = mkdtempSync(join(tmpdir(), "pvguard-package-"));
// Not after a test: while files are loaded, that could be one of another file.
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

for (const name of ["package.json", "LICENSE", "README.md"]) cpSync(join(root, name), join(folder, name));
await bundle(join(folder, "dist"));
const npm = (...argv: readonly string[]) =>
  execFileSync("npm", argv, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
const [packed] = JSON.parse(npm("pack", "--json", "--ignore-scripts"));

test("it holds the programs, the licences and the README, and nothing else", () => {
  const paths: readonly string[] = packed.files.map(({ path }: { readonly path: string }) => path);
  assert.deepEqual([...paths].sort(), [
    "LICENSE",
    "README.md",
    "dist/THIRD_PARTY_NOTICES",
    "dist/complete.cjs",
    "dist/main.cjs",
    "dist/program.cjs",
    "package.json",
  ]);
});

test("it needs no other package, and runs nothing when it is installed", () => {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  assert.deepEqual(Object.keys(manifest.dependencies ?? {}), []);
  for (const script of ["preinstall", "install", "postinstall"])
    assert.equal(manifest.scripts[script], undefined);
});

test("installed, both programs run by their names", () => {
  npm("install", "--global", "--prefix", "prefix", "--offline", "--no-audit", "--no-fund", packed.filename);
  const bin = join(folder, "prefix", "bin");
  assert.match(
    execFileSync(join(bin, "kubectl-pvguard"), ["version"], { encoding: "utf8" }),
    /^kubectl-pvguard v\d/,
  );
  assert.match(execFileSync(join(bin, "kubectl_complete-pvguard"), ["wh"], { encoding: "utf8" }), /^why\t/);
});
