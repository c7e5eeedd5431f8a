/** A snapshot with other names is compared in the same way: its disks still are those of its volumes. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runCli } from "../support/run-cli.ts";

const now = Date.parse("2026-11-21T00:00:00Z");
const folder = join(import.meta.dirname, "..", "scenarios", "drift-in-cluster");

test("a redacted snapshot has the same leaked disks, under other names, and none is missing", async () => {
  const file = join(folder, "cluster.yaml");
  const { out: redacted } = await runCli(["snapshot", "--redact", "--from", file], now);
  for (const secret of ["logs", "media", "trident_pvc", "zfspv-pool", "vg0", "11111111-1111"])
    assert.ok(readFileSync(file, "utf8").includes(secret) && !redacted.includes(secret), secret);
  const argv = ["audit", "--disks", "cluster", "--rules", "PVG316,PVG407", "-o", "json", "--from"];
  const codesOf = async (from: string, input = "") => {
    const { out } = await runCli([...argv, from], now, input);
    const { findings } = JSON.parse(out) as { readonly findings: readonly { readonly code: string }[] };
    return findings.map(({ code }) => code);
  };
  const codes = await codesOf(file);
  assert.equal(codes.length, 5);
  assert.deepEqual(await codesOf("-", redacted), codes);
});
