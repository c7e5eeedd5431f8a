import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Compares with a committed file; `UPDATE=1` rewrites it, for a person to read in the diff. */
export function assertSame(file: string, actual: string): void {
  if (process.env.UPDATE === "1") writeFileSync(file, actual);
  assert.ok(existsSync(file), `${file} is missing; UPDATE=1 writes it`);
  assert.equal(actual, readFileSync(file, "utf8"), `${file} differs; UPDATE=1 rewrites it`);
}

export function assertGolden(name: string, actual: string): void {
  assertSame(join(import.meta.dirname, "..", "golden", name), actual);
}
