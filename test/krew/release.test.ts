import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { load } from "js-yaml";
import { release } from "../../build/package.ts";
import { krewRules } from "./rules.ts";

const folder = mkdtempSync(join(tmpdir(), "pvguard-release-"));
// Not after a test: while files are loaded, that could be one of another file.
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

const { archive, manifest } = await release(join(folder, "release"));
const parsed = load(readFileSync(manifest, "utf8")) as Parameters<(typeof krewRules)[number]["holds"]>[0];
const [platform] = parsed.spec?.platforms ?? [];

test("the manifest of a release keeps krew's rules, and names the archive's own sum", () => {
  for (const { rule, holds } of krewRules) assert.ok(holds(parsed), rule);
  assert.equal(platform?.sha256, createHash("sha256").update(readFileSync(archive)).digest("hex"));
});

test("the archive holds the program and the licences, no links, and nothing outside of it", () => {
  const lines = execFileSync("tar", ["tvzf", archive], { encoding: "utf8" }).trim().split("\n");
  const names = lines.map((line) => line.split(/\s+/).at(-1) ?? "");
  for (const wanted of [String(platform?.bin), "LICENSE", "THIRD_PARTY_NOTICES"])
    assert.ok(names.includes(wanted), wanted);
  assert.ok(
    lines.every((line) => line.startsWith("-")),
    "plain files only",
  );
  assert.ok(names.every((name) => !name.startsWith("/") && !name.split("/").includes("..")));
});

test("what krew installs runs under the name of the plugin, and is found by completion", () => {
  execFileSync("tar", ["xzf", archive, "-C", folder]);
  const link = join(folder, "kubectl-pvguard");
  symlinkSync(join(folder, String(platform?.bin)), link);
  assert.equal(
    execFileSync(link, ["version"], { encoding: "utf8" }),
    `kubectl-pvguard ${parsed.spec?.version}\n`,
  );
  const completer = join(folder, "kubectl_complete-pvguard");
  assert.equal(
    execFileSync(link, ["completion", "--install"], { encoding: "utf8" }),
    `${completer} installed\n`,
  );
  assert.equal(
    execFileSync(link, ["completion", "--install"], { encoding: "utf8" }),
    `${completer} is already installed\n`,
  );
  assert.match(execFileSync(completer, ["wh"], { encoding: "utf8" }), /^why\t.*\n:4\n$/);
});
