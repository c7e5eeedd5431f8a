/** How long each test file took in the last run of all. */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const file = join(import.meta.dirname, "..", "..", ".cache", "test-times.json");

/** Milliseconds by path below `test/`. Empty where nothing was measured, or the last run of all was stopped. */
export function lastTimes(): ReadonlyMap<string, number> {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return new Map(text.endsWith("\n") ? Object.entries(JSON.parse(text) as Record<string, number>) : []);
}

/** What makes node:test write them. */
export function recording(): readonly string[] {
  mkdirSync(dirname(file), { recursive: true });
  return [
    `--test-reporter=${join(import.meta.dirname, "record-times.mjs")}`,
    `--test-reporter-destination=${file}`,
  ];
}
