import assert from "node:assert/strict";
import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { type Call, keptCode } from "../../src/program/kept-code.ts";

const userNumber = process.getuid?.() ?? 0;
const code = Buffer.from("compiled");
let home = "";
let folder = "";

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "pvguard-code-"));
  folder = join(home, ".cache", "pvguard", "code");
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function kept(more: Partial<Call> = {}, script = "program.js") {
  const env = { HOME: home };
  return keptCode(
    { command: "why", argv: ["why"], env, userNumber, runtime: "node v24.0.0 linux/x64", ...more },
    script,
  );
}

function onlyFile(): string {
  const [name = "", ...others] = readdirSync(folder);
  assert.deepEqual(others, []);
  return join(folder, name);
}

test("what was written is read, and nobody else may look", () => {
  assert.equal(kept()?.read(), undefined);
  kept()?.write(() => code);
  assert.deepEqual(kept()?.read(), code);
  assert.equal(lstatSync(folder).mode & 0o777, 0o700);
  assert.equal(lstatSync(onlyFile()).mode & 0o777, 0o600);
});

test("it is that of one script, one command and one Node.js", () => {
  kept()?.write(() => code);
  assert.equal(kept({}, "program-2.js")?.read(), undefined);
  assert.equal(kept({ command: "audit" })?.read(), undefined);
  assert.equal(kept({ runtime: "node v24.0.1 linux/x64" })?.read(), undefined);
});

test("code that is not whole is none", () => {
  kept()?.write(() => code);
  const path = onlyFile();
  const whole = readFileSync(path);
  const changed = Buffer.from(whole);
  changed[6] = 1 + (changed[6] ?? 0);
  for (const damaged of [changed, whole.subarray(0, -1), whole.subarray(0, 10), Buffer.alloc(0)]) {
    writeFileSync(path, damaged);
    assert.equal(kept()?.read(), undefined, `${damaged.length} bytes`);
  }
});

test("a folder that somebody else could write to is left alone", () => {
  kept()?.write(() => code);
  chmodSync(folder, 0o770);
  assert.equal(kept()?.read(), undefined);
  kept({ command: "audit" })?.write(() => code);
  onlyFile();
});

test("a folder of somebody else is left alone", () => {
  kept()?.write(() => code);
  const other = kept({ userNumber: userNumber + 1, command: "audit" });
  other?.write(() => code);
  assert.equal(other?.read(), undefined);
  assert.equal(kept({ userNumber: userNumber + 1 })?.read(), undefined);
  onlyFile();
});

test("a link is not followed", () => {
  kept()?.write(() => code);
  renameSync(folder, join(home, "elsewhere"));
  symlinkSync(join(home, "elsewhere"), folder);
  assert.equal(kept()?.read(), undefined);
});

test("only few files are left of former versions", () => {
  for (let version = 0; version < 20; version++) kept({}, `program-${version}.js`)?.write(() => code);
  assert.equal(readdirSync(folder).length, 16);
  assert.deepEqual(kept({}, "program-19.js")?.read(), code);
});

test("nothing is kept for rare commands, for files, or for who wants none", () => {
  const none: readonly Partial<Call>[] = [
    { command: "explain" },
    { command: "../why" },
    { argv: ["why", "pvc/data", "--from=cluster.yaml"] },
    { userNumber: undefined },
    { env: {} },
    { env: { HOME: home, NODE_DISABLE_COMPILE_CACHE: "1" } },
  ];
  for (const more of none) assert.equal(kept(more), undefined, JSON.stringify(more));
});

test("a relative XDG_CACHE_HOME counts as none", () => {
  kept({ env: { HOME: home, XDG_CACHE_HOME: "here" } })?.write(() => code);
  onlyFile();
});

test("where nothing can be written, nothing is lost", () => {
  writeFileSync(join(home, "file"), "");
  const env = { XDG_CACHE_HOME: join(home, "file") };
  kept({ env })?.write(() => assert.fail("it takes a while, and is for nothing"));
  assert.equal(kept({ env })?.read(), undefined);
});
