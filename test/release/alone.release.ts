/** The Linux executable where there is nothing else: no Node.js, no shell, no files but the C library and the example. */
import assert from "node:assert/strict";
import type { SpawnSyncReturns } from "node:child_process";
import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { executableOf, root as repository, version } from "./release.ts";

/** Of libc6, libgcc-s1 and libstdc++6, as Debian calls them: every distribution has these, and so has the image's base. */
const usual =
  /\/(?:ld-linux-x86-64\.so\.2|lib(?:c|m)\.so\.6|lib(?:dl\.so\.2|pthread\.so\.0)|libgcc_s\.so\.1|libstdc\+\+\.so\.6)$/;

const root = mkdtempSync(join(tmpdir(), "pvguard-empty-root-"));
process.once("exit", () => rmSync(root, { recursive: true, force: true }));

const executable = executableOf("linux", "amd64");
mkdirSync(join(root, "usr", "bin"), { recursive: true });
copyFileSync(executable, join(root, "usr", "bin", "kubectl-pvguard"));
for (const library of librariesOf(executable)) {
  mkdirSync(join(root, dirname(library)), { recursive: true });
  copyFileSync(library, join(root, library));
}
cpSync(join(repository, "docs", "example"), join(root, "example"), { recursive: true });

function librariesOf(file: string): readonly string[] {
  const text = execFileSync("ldd", [file], { encoding: "utf8" });
  const found = [...text.matchAll(/(\/\S+) \(0x/g)].map(([, path = ""]) => path);
  const others = found.filter((path) => !usual.test(path));
  assert.deepEqual(others, [], "libraries that many machines do not have");
  return found;
}

/** Without rights, in a namespace of users where this one is root. */
function inRoot(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): SpawnSyncReturns<string> {
  const own = process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"];
  return spawnSync("unshare", [...own, "--root", root, "--", ...argv], { encoding: "utf8", env });
}

const cannot = inRoot(["/usr/bin/kubectl-pvguard", "--version"]).error && "there is no unshare here";
const where = { skip: cannot ?? false };

test("it says its version, and every command has a help", where, () => {
  assert.equal(inRoot(["/usr/bin/kubectl-pvguard", "--version"]).stdout, `kubectl-pvguard ${version}\n`);
  for (const command of ["why", "audit", "blockers", "fix", "rescue", "undo", "snapshot", "explain"]) {
    const { stdout, stderr, status } = inRoot(["/usr/bin/kubectl-pvguard", command, "--help"]);
    assert.match(stdout, /^Usage:/m, command);
    assert.deepEqual([stderr, status], ["", 0], command);
  }
});

test("it explains, audits and looks things up", where, () => {
  const example = ["--from", "/example"];
  const why = inRoot(["/usr/bin/kubectl-pvguard", "why", "pvc/data-0", "-n", "shop", ...example]);
  assert.match(why.stdout, /FinishedPodUsesClaim/);
  assert.deepEqual([why.stderr, why.status], ["", 0]);
  const audit = inRoot(["/usr/bin/kubectl-pvguard", "audit", ...example, "-o", "json"]);
  assert.equal(JSON.parse(audit.stdout).kind, "Report");
  assert.deepEqual([audit.stderr, audit.status], ["", 1]);
  assert.match(
    inRoot(["/usr/bin/kubectl-pvguard", "explain", "PodUsesClaim"]).stdout,
    /A pod uses the claim/,
  );
});

test("NODE_OPTIONS is not meant for it", where, () => {
  const { stdout, stderr } = inRoot(["/usr/bin/kubectl-pvguard", "--version"], {
    NODE_OPTIONS: "--require /does/not/exist",
  });
  assert.deepEqual([stdout, stderr], [`kubectl-pvguard ${version}\n`, ""]);
});

test("it installs what completes it beside itself, wherever it is called from", where, () => {
  const completer = join(root, "usr", "bin", "kubectl_complete-pvguard");
  const path = { PATH: "/nowhere:/usr/bin" };
  const { stdout } = inRoot(["/usr/bin/kubectl-pvguard", "completion", "--install"], path);
  assert.equal(stdout, "/usr/bin/kubectl_complete-pvguard installed\n");
  assert.equal(readlinkSync(completer), "kubectl-pvguard");
  assert.match(inRoot(["/usr/bin/kubectl_complete-pvguard", "wh"]).stdout, /^why\t.*\n:4\n$/);
  rmSync(completer);
  // As krew does it: a link in a folder of the PATH.
  mkdirSync(join(root, "krew"), { recursive: true });
  symlinkSync("/usr/bin/kubectl-pvguard", join(root, "krew", "kubectl-pvguard"));
  const byName = inRoot(["kubectl-pvguard", "completion", "--install"], { PATH: "/krew:/usr/bin" });
  assert.equal(byName.stdout, "/krew/kubectl_complete-pvguard installed\n");
  assert.ok(!existsSync(completer));
});

test("an error is one line, without a stack", where, () => {
  const { stdout, stderr, status } = inRoot([
    "/usr/bin/kubectl-pvguard",
    "why",
    "pvc/x",
    "-s",
    "https://127.0.0.1:1",
  ]);
  assert.deepEqual([stdout, status], ["", 4]);
  assert.match(stderr, /refused/);
  assert.doesNotMatch(stderr, /^\s+at /m);
});
