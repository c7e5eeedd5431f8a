import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { stat } from "node:fs/promises";
import { platform, tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { nodeFiles } from "../../../src/reading/files/index.ts";

async function* nothing(): AsyncIterable<Uint8Array> {}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

test("pipes that nobody writes to yet keep no thread waiting either", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "pvguard-pipes-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const names = ["a", "b", "c", "d"].map((name) => join(folder, name));
  execFileSync("mkfifo", names);
  const files = nodeFiles(nothing());
  const texts = names.map((name) => textOf(files.read(name)));
  await sleep(100);
  const answered = await Promise.race([stat(folder).then(() => "answered"), sleep(2000, "waits")]);
  for (const [at, name] of names.entries()) {
    const end = openSync(name, "w");
    await sleep(20);
    writeSync(end, `text ${at}`);
    closeSync(end);
  }
  if (platform() === "linux") assert.equal(answered, "answered");
  assert.deepEqual(await Promise.all(texts), ["text 0", "text 1", "text 2", "text 3"]);
});

test("pipes that are silent keep no thread waiting, and are read to their end", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "pvguard-pipes-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const names = ["a", "b", "c", "d"].map((name) => join(folder, name));
  execFileSync("mkfifo", names);
  const ends = names.map((name) => openSync(name, "r+"));
  const files = nodeFiles(nothing());
  const texts = names.map((name) => textOf(files.read(name)));
  await sleep(100);
  const answered = await Promise.race([stat(folder).then(() => "answered"), sleep(2000, "waits")]);
  for (const [at, end] of ends.entries()) {
    writeSync(end, `text ${at}`);
    closeSync(end);
  }
  assert.equal(answered, "answered");
  assert.deepEqual(await Promise.all(texts), ["text 0", "text 1", "text 2", "text 3"]);
});
