import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { requireWritable, saveFile } from "../src/text-file.ts";

async function folder(): Promise<string> {
  return await mkdtemp(join(tmpdir(), "pvguard-"));
}

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

test("a file of an owner's own, and one for others", async () => {
  const at = await folder();
  await saveFile(join(at, "own"), "text");
  await saveFile(join(at, "others"), ["te", "xt"], "as usual");
  assert.equal(await modeOf(join(at, "own")), 0o600);
  assert.equal(await modeOf(join(at, "others")), 0o666 & ~process.umask());
  assert.equal(await readFile(join(at, "others"), "utf8"), "text");
});

test("an existing file is replaced, with its mode, also behind a link, and nothing is left beside it", async () => {
  const at = await folder();
  await writeFile(join(at, "a"), "old");
  await chmod(join(at, "a"), 0o640);
  await symlink("a", join(at, "link"));
  await saveFile(join(at, "link"), "new", "as usual");
  assert.equal(await readFile(join(at, "a"), "utf8"), "new");
  assert.equal(await modeOf(join(at, "a")), 0o640);
  assert.deepEqual((await readdir(at)).sort(), ["a", "link"]);
});

test("what is no regular file is written to, not replaced", async () => {
  await saveFile("/dev/null", "text", "as usual");
  assert.ok((await stat("/dev/null")).isCharacterDevice());
  await requireWritable("/dev/null");
});

test("a text that fails midway leaves what was there", async () => {
  const at = await folder();
  await writeFile(join(at, "a"), "old");
  function* failing() {
    yield "new";
    throw new Error("no more");
  }
  await assert.rejects(saveFile(join(at, "a"), failing(), "as usual"), /no more/);
  assert.equal(await readFile(join(at, "a"), "utf8"), "old");
  assert.deepEqual(await readdir(at), ["a"]);
});

test("where a file cannot be written, that is said beforehand", async () => {
  const at = await folder();
  await mkdir(join(at, "d"));
  await writeFile(join(at, "f"), "");
  await assert.rejects(requireWritable(join(at, "no", "a")), { code: "ENOENT" });
  await assert.rejects(requireWritable(join(at, "f", "a")), { code: "ENOTDIR" });
  await assert.rejects(requireWritable(join(at, "d")), { code: "EISDIR" });
  await requireWritable(join(at, "d", "a"));
  await requireWritable(join(at, "f"));
  assert.deepEqual(await readdir(join(at, "d")), []);
});
