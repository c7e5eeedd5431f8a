import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Names the folder of a whole test run, which is deleted after the run unless a test fails. */
export const theFolderOfThisRun = "PVGUARD_E2E_FOLDER";

/** A folder for one cluster, driver or program. */
export function newFolder(prefix: string): string {
  return mkdtempSync(join(process.env[theFolderOfThisRun] ?? tmpdir(), `${prefix}-`));
}

/** Keeps only the logs, and only until the run ends: they help to find out why a test failed. */
export function removeFolder(folder: string): void {
  const isPartOfRun = process.env[theFolderOfThisRun] !== undefined;
  const going = isPartOfRun ? readdirSync(folder).filter((entry) => !isLog(entry)) : [""];
  for (const entry of going) rmSync(join(folder, entry), { recursive: true, force: true });
}

function isLog(entry: string): boolean {
  return entry === "logs" || entry.endsWith(".log") || entry === "calls.jsonl";
}
