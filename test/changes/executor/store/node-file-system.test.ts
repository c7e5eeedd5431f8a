/** The disk of this computer. */
import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { nodeFileSystem } from "../../../../src/changes/executor/index.ts";

const user = process.getuid?.() ?? 0;
const disk = nodeFileSystem(user);

function folder(context: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "pvguard-disk-"));
  context.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test("what is there is told, with its owner and its mode, and a link is not followed", async (context) => {
  const place = folder(context);
  writeFileSync(join(place, "file"), "");
  chmodSync(join(place, "file"), 0o640);
  mkdirSync(join(place, "directory"));
  chmodSync(join(place, "directory"), 0o755);
  symlinkSync(join(place, "file"), join(place, "link"));
  assert.deepEqual(await disk.inspect(join(place, "file")), { is: "file", mode: 0o640, owned: "by-us" });
  const directory = { is: "directory", mode: 0o755, owned: "by-us" };
  assert.deepEqual(await disk.inspect(join(place, "directory")), directory);
  assert.equal((await disk.inspect(join(place, "link"))).is, "link");
  assert.equal((await disk.inspect("/dev/null")).is, "other");
  assert.deepEqual(await disk.inspect(join(place, "none")), { is: "missing" });
});

test("whose a file is, is told where the system has users", async (context) => {
  const path = join(folder(context), "file");
  writeFileSync(path, "");
  chmodSync(path, 0o600);
  assert.deepEqual(await nodeFileSystem(user + 1).inspect(path), {
    is: "file",
    mode: 0o600,
    owned: "by-another",
  });
  assert.deepEqual(await nodeFileSystem(undefined).inspect(path), { is: "file", owned: "unknown" });
});

test("what cannot be looked at is not missing", async (context) => {
  const path = join(folder(context), "file");
  writeFileSync(path, "");
  await assert.rejects(disk.inspect(join(path, "x")), { code: "ENOTDIR" });
  await assert.rejects(disk.inspect("a\0b"), { code: "ERR_INVALID_ARG_VALUE" });
});

test("F97: a link is not read, not written to and not replaced", async (context) => {
  const place = folder(context);
  const [file, link] = [join(place, "file"), join(place, "link")];
  writeFileSync(file, "");
  symlinkSync(file, link);
  await assert.rejects(disk.read(link), { code: "ELOOP" });
  await assert.rejects(disk.append(link, Buffer.from("x")), { code: "ELOOP" });
  await assert.rejects(disk.create(link, Buffer.from("x")), { code: "EEXIST" });
  assert.equal(statSync(file).size, 0);
});

test("a folder is made with its parents, and for us alone, whatever the umask is", async (context) => {
  const place = folder(context);
  const before = process.umask(0o077);
  context.after(() => process.umask(before));
  await disk.makeDirectory(join(place, "a", "b"));
  process.umask(0o277);
  await disk.makeDirectory(join(place, "c"));
  process.umask(before);
  const modes = ["a/b", "c"].map((name) => (statSync(join(place, name)).mode & 0o777).toString(8));
  assert.deepEqual(modes, ["700", "700"]);
  assert.deepEqual([...(await disk.list(place))].sort(), ["a", "c"]);
});

test("a folder that is there keeps its mode", async (context) => {
  const path = join(folder(context), "directory");
  mkdirSync(path);
  chmodSync(path, 0o755);
  await disk.makeDirectory(path);
  assert.equal(statSync(path).mode & 0o777, 0o755);
});

test("a file that could not be written is not left behind", async (context) => {
  const path = join(folder(context), "file");
  const noBytes: unknown = 7;
  await assert.rejects(disk.create(path, noBytes as Uint8Array), { code: "ERR_INVALID_ARG_TYPE" });
  assert.equal(existsSync(path), false);
});

test("what is gone already can be removed", async (context) => {
  const path = join(folder(context), "file");
  await disk.remove(path);
  writeFileSync(path, "");
  await disk.remove(path);
  assert.equal(existsSync(path), false);
});

test("a folder is saved where the system can do that", async (context) => {
  const none = join(folder(context), "none");
  await assert.rejects(disk.syncDirectory(none), { code: "ENOENT" });
  await nodeFileSystem(undefined).syncDirectory(none);
});

test("nothing stays open, also when it fails", { skip: !existsSync("/proc/self/fd") }, async (context) => {
  const place = folder(context);
  const path = join(place, "file");
  const noBytes: unknown = 7;
  await disk.create(path, Buffer.from("a"));
  await disk.append(path, Buffer.from("b"));
  await assert.rejects(disk.append(path, noBytes as Uint8Array));
  assert.equal(Buffer.from(await disk.read(path)).toString(), "ab");
  await assert.rejects(disk.read(place), { code: "EISDIR" });
  await disk.syncDirectory(place);
  const open = readdirSync("/proc/self/fd").flatMap((number) => {
    try {
      return [readlinkSync(`/proc/self/fd/${number}`)];
    } catch {
      return [];
    }
  });
  assert.deepEqual(
    open.filter((each) => each.startsWith(place)),
    [],
  );
});
