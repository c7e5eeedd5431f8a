import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Ran } from "../../support/pvguard.ts";
import { pvguard } from "../../support/pvguard.ts";
import { colleague, runsUnderGuard } from "../../under-guard/install.ts";

/** A folder for backups and states that goes when the test ends. */
export function stateFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "pvguard-state-"));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Looks at the plan first, as a person does, and confirms it by its digest. The guards of a run under them judge this person. */
export async function confirmed(folder: string, ...args: readonly string[]): Promise<Ran> {
  const usual = ["--backup-dir", folder, ...(runsUnderGuard() ? ["--context", colleague] : [])];
  const planned = await pvguard(...args, ...usual, "--dry-run");
  const digest = /Digest of this plan: ([0-9a-f]{64})/.exec(planned.out)?.[1];
  if (digest === undefined) return planned;
  return await pvguard(...args, ...usual, `--confirm=${digest}`);
}

/** The backup of the volume before it was set to Retain; several steps can be of one second. */
export function backupBefore(folder: string): string {
  const backups = readdirSync(join(folder, "backups")).map((name) => join(folder, "backups", name));
  const isDelete = (path: string) =>
    readFileSync(path, "utf8").includes('"persistentVolumeReclaimPolicy":"Delete"');
  const before = backups.find((backup) =>
    readdirSync(backup).some((file) => file.startsWith("persistentvolume-") && isDelete(join(backup, file))),
  );
  assert.ok(before !== undefined);
  return before;
}
