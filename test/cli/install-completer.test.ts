import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { installCompleter } from "../../src/install-completer.ts";

const name = "kubectl_complete-pvguard";

function newFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "pvguard-install-"));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("a link to the program is put beside it", async (context) => {
  const folder = newFolder(context);
  const path = join(folder, name);
  assert.deepEqual(await installCompleter(join(folder, "kubectl-pvguard"), "linux"), {
    state: "installed",
    path,
  });
  assert.equal(readlinkSync(path), "kubectl-pvguard");
  assert.deepEqual(await installCompleter(join(folder, "kubectl-pvguard"), "linux"), {
    state: "already",
    path,
  });
});

test("the link that npm made is as good", async (context) => {
  const folder = newFolder(context);
  symlinkSync("../lib/node_modules/kubectl-pvguard/dist/complete.cjs", join(folder, name));
  assert.equal((await installCompleter(join(folder, "kubectl-pvguard"), "linux")).state, "already");
});

test("a file of somebody else is left alone", async (context) => {
  const folder = newFolder(context);
  writeFileSync(join(folder, name), "mine");
  const done = await installCompleter(join(folder, "kubectl-pvguard"), "linux");
  assert.ok(done.state === "refused" && done.because === "another file has that name");
  assert.equal(readFileSync(join(folder, name), "utf8"), "mine");
});

test("a program that runs by another name would not be found", async (context) => {
  const folder = newFolder(context);
  assert.equal((await installCompleter(join(folder, "main.cjs"), "linux")).state, "refused");
});

test("on Windows it is a script", async (context) => {
  const folder = newFolder(context);
  const done = await installCompleter(join(folder, "kubectl-pvguard.exe"), "win32");
  assert.equal(done.state, "installed");
  assert.equal(
    readFileSync(join(folder, `${name}.cmd`), "utf8"),
    '@"%~dp0kubectl-pvguard.exe" __complete %*\r\n',
  );
});
