/** A47: a backup that was edited is noticed, and what was edited is shown where the original is still to be had. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { nodeFileSystem, saveBackup } from "../../../src/changes/executor/index.ts";
import { openBackup } from "../../../src/commands/undo/backup.ts";
import type { RawObject } from "../../../src/kubernetes/index.ts";
import { flatten, rawObject } from "../../../src/kubernetes/index.ts";
import { pair } from "../../changes/rescue/situation.ts";

const disk = nodeFileSystem(process.getuid?.());

function raws(): readonly RawObject[] {
  return pair({ claim: "deleted" }).flatMap((object) => rawObject(JSON.stringify(object)) ?? []);
}

function place(context: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "pvguard-undo-"));
  context.after(() => rmSync(path, { recursive: true, force: true }));
  return join(path, "state");
}

test("a whole backup, and one file of it", async (context) => {
  const directory = place(context);
  const [first] = await saveBackup(disk, directory, "one", raws());
  const folder = join(directory, "backups", "one");
  const whole = await openBackup(`${folder}/`, disk, directory);
  assert.deepEqual(whole, { objects: raws(), warnings: [], edited: [], lost: [] });
  const single = await openBackup(first?.path ?? "", disk, directory);
  assert.deepEqual(single.objects, raws().slice(0, 1));
});

test("an edited file: its hash, and a diff against the same version in another backup", async (context) => {
  const directory = place(context);
  const [first] = await saveBackup(disk, directory, "one", raws());
  const path = first?.path ?? "";
  writeFileSync(
    path,
    readFileSync(path, "utf8").replace('"volumeName":"pv-data"', '"volumeName":"pv-other"'),
  );
  const folder = join(directory, "backups", "one");
  const alone = await openBackup(folder, disk, directory);
  assert.deepEqual(alone.edited, [path]);
  assert.match(said(alone.warnings), /SHA-256 differs.*unknown/s);
  await saveBackup(disk, directory, "two", raws());
  const { warnings } = await openBackup(folder, disk, directory);
  assert.match(said(warnings), /- spec.volumeName: "pv-data"\n {2}\+ spec.volumeName: "pv-other"/);
});

test("a missing file, rubbish in one, no backup at all", async (context) => {
  const directory = place(context);
  const [first, second] = await saveBackup(disk, directory, "one", raws());
  const folder = join(directory, "backups", "one");
  rmSync(first?.path ?? "");
  writeFileSync(second?.path ?? "", "{");
  const { objects, warnings } = await openBackup(folder, disk, directory);
  assert.deepEqual(objects, []);
  assert.match(said(warnings), /is missing.*no longer contains a Kubernetes object/s);
  await assert.rejects(
    openBackup(join(directory, "nothing"), disk, directory),
    /^Failure: error: "\S+" does not exist/,
  );
  await assert.rejects(openBackup(directory, disk, directory), /SHA256SUMS/);
});

function said(warnings: Awaited<ReturnType<typeof openBackup>>["warnings"]): string {
  return warnings.map((warning) => flatten(warning, (data) => data)).join("\n");
}
