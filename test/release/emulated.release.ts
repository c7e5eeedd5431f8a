/** The Linux executable for arm64, where an emulator and the C library of that processor are installed (Debian: qemu-user-static, libstdc++6-arm64-cross). */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { released, root, version } from "./release.ts";

const libraries = "/usr/aarch64-linux-gnu";
const executable = released.find(({ name }) => name === "linux/arm64")?.executable ?? "";

function emulated(...argv: readonly string[]) {
  return spawnSync("qemu-aarch64-static", ["-L", libraries, executable, ...argv], { encoding: "utf8" });
}

const cannot =
  (executable === "" && "the release has no executable for it") ||
  ((!existsSync(libraries) || emulated("--version").error !== undefined) && "there is no emulator here");

test("the executable for arm64 says its version, and explains a claim", { skip: cannot }, () => {
  assert.equal(emulated("--version").stdout, `kubectl-pvguard ${version}\n`);
  const example = join(root, "docs", "example");
  const { stdout, stderr, status } = emulated("why", "pvc/data-0", "-n", "shop", "--from", example);
  assert.match(stdout, /a finished pod still uses the\n? +claim/);
  assert.deepEqual([stderr, status], ["", 0]);
});
