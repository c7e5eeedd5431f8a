import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { after, before, test } from "node:test";
import { nodeFiles, readInputs } from "../../../src/reading/files/index.ts";
import { listOf, pod, readAt, readingsOf } from "./reading.ts";

let folder = "";
const read = (path: string, stdin = Readable.from([])) =>
  readInputs([path], nodeFiles(stdin), { now: readAt, limits: { inputBytes: 1 << 20 } });

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "pvguard-"));
  await mkdir(join(folder, "in", "deep"), { recursive: true });
  await writeFile(join(folder, "in", "deep", "pods.json"), listOf(pod("web")));
  await writeFile(join(folder, "secret.json"), listOf(pod("elsewhere")));
  await symlink(join(folder, "secret.json"), join(folder, "in", "link.json"));
  await symlink(folder, join(folder, "in", "loop"));
  await symlink(join(folder, "in", "deep", "pods.json"), join(folder, "named-link.json"));
});

after(() => rm(folder, { recursive: true }));

test("a folder is read without following its links", async () => {
  const snapshot = await read(join(folder, "in"));
  assert.deepEqual(readingsOf(snapshot, "v1/pods")[0], "shop: web");
  assert.deepEqual(snapshot.skipped.length, 1);
});

test("a link that is named is followed", async () => {
  assert.deepEqual(readingsOf(await read(join(folder, "named-link.json")), "v1/pods")[0], "shop: web");
});

test("standard input is read", async () => {
  const stdin = Readable.from([Buffer.from(listOf(pod("web")))]);
  assert.deepEqual(readingsOf(await read("-", stdin), "v1/pods")[0], "shop: web");
});

test("devices and missing files are refused", { skip: process.platform === "win32" }, async () => {
  await assert.rejects(read("/dev/zero"), /NUL bytes/);
  await assert.rejects(read("/dev/null"), /contains no objects/);
  await assert.rejects(read(join(folder, "gone")), /no such file or directory/);
  await assert.rejects(read(join(folder, "secret.json", "x")), /no such file or directory/);
});
