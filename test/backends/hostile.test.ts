/** Names and labels in a list that a person with rights in the storage backend chose to harm the reader. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileBackends } from "../../src/backends/index.ts";
import { runCli } from "../support/run-cli.ts";

const folder = join(import.meta.dirname, "lists");
const bad = "\u001b[2J\u202e\n$ rm -rf ~;`id`'\"\u0007";
const emptyCluster = JSON.stringify({
  apiVersion: "v1",
  kind: "List",
  items: [
    { apiVersion: "pvguard.dev/v1alpha1", kind: "Snapshot", takenAt: "2026-11-20T12:00:00Z", reads: "all" },
  ],
});

/** Each text of the document in turn made hostile, as long as its backend still recognises the document. */
function spoiled(document: unknown): unknown {
  const backend = fileBackends.find((each) => each.recognises(document));
  const current: unknown = structuredClone(document);
  const fields = textsIn(current);
  for (const { holder, field } of fields) {
    const before = holder[field];
    holder[field] = `${String(before)}${bad}`;
    if (backend?.recognises(current) !== true) holder[field] = before;
  }
  return current;
}

interface Place {
  readonly holder: Record<string, unknown>;
  readonly field: string;
}

function textsIn(value: unknown): readonly Place[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((field) =>
    typeof holder[field] === "string" ? [{ holder, field }] : textsIn(holder[field]),
  );
}

for (const file of readdirSync(folder))
  test(`${file}: no control character of a list is printed, and no command is made of one`, async () => {
    const document = spoiled(JSON.parse(readFileSync(join(folder, file), "utf8")));
    const text = JSON.stringify(document);
    assert.ok(text.includes("rm -rf"), "nothing could be spoiled");
    for (const format of ["wide", "json", "csv"]) {
      const argv = ["audit", "--disks", file, "--disks-at", "2026-11-20T00:00:00Z", "-o", format];
      const { out, err } = await runCli(
        [...argv, "--fail-on", "never", "--from", "-"],
        Date.parse("2026-11-21T00:00:00Z"),
        emptyCluster,
        { readFile: async () => text },
      );
      assert.equal(err, "");
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what must not be there
      assert.doesNotMatch(out, /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e]/);
      assert.doesNotMatch(out, /^\s*\$ .*rm -rf/m);
    }
  });
