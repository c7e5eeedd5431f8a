/** Files beside the text of commands that change a cluster: one document, written at the end, however it ends. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { apiClaim, apiPod, heldClaim } from "../../support/fix/objects.ts";
import type { Session } from "../../support/fix/session.ts";
import { session } from "../../support/fix/session.ts";

/** What is printed and what is written. */
async function play({ run, writes }: Session, line: string, types?: readonly string[]) {
  const saved = new Map<string, string>();
  const ran = await run(line.split(" "), { saved, ...(types === undefined ? {} : { types }) });
  return { ...ran, documents: Object.fromEntries(saved), writes: writes() };
}

for (const line of [
  "fix pvc/data -n app --dry-run",
  "rescue pvc/data -n app --dry-run",
  "fix pvc/none -n app",
  "rescue pvc/none -n app",
  "undo /none",
]) {
  test(`${line}: the file has what -o json prints, and the terminal what it has without -o`, async (context) => {
    const opened = await session(context, heldClaim);
    const plain = await play(opened, line);
    const printed = await play(opened, `${line} -o json`);
    const { documents, ...both } = await play(opened, `${line} -o json=a.json -o yaml=a.yaml`);
    assert.deepEqual(Object.keys(documents), ["a.json", "a.yaml"]);
    assert.equal(documents["a.json"], printed.out);
    assert.deepEqual([both.out, both.err, both.code], [plain.out, plain.err, plain.code]);
  });
}

test("what was done is in the file", async (context) => {
  const { documents, writes, code } = await play(
    await session(context, heldClaim),
    "fix pvc/data -n app -o json=a.json",
    ["y"],
  );
  assert.equal(code, 0);
  assert.notDeepEqual(writes, []);
  const { exitCode, items } = JSON.parse(documents["a.json"] ?? "");
  assert.equal(exitCode, 0);
  assert.match(JSON.stringify(items), /"outcome":"done"|"status":"done"/);
});

test("a file that could not be written does not hide what was done", async (context) => {
  const opened = await session(context, heldClaim);
  const { out, err, code } = await opened.run(["fix", "pvc/data", "-n", "app", "-o", "json=a.json"], {
    types: ["y"],
  });
  assert.match(out, /Done/);
  assert.match(err, /error: could not write a\.json/);
  assert.equal(code, 2);
});

const refused = [
  ["fix pvc/data -n app -o json -o yaml", "only one -o can print to standard output"],
  ["rescue pvc/data -n app -o text=a.txt", "rescue prints its text step by step"],
  ["undo /none -o text=a.txt", "undo prints its text step by step"],
  ["fix pvc/data -n app -o json=", "-o json= names no file"],
] as const;

for (const [line, message] of refused) {
  test(`refused before anything is asked: ${line}`, async (context) => {
    const { err, code, documents, writes } = await play(await session(context, heldClaim), line);
    assert.ok(err.includes(message), err);
    assert.deepEqual([code, documents, writes], [2, {}, []]);
  });
}

test("fix without an object asks about each cause, and so has no one document", async (context) => {
  const { err, code, writes } = await play(await session(context, heldClaim), "fix -n app -o json=a.json", [
    "y",
  ]);
  assert.match(err, /plan of its own/);
  assert.deepEqual([code, writes], [2, []]);
});

test("a template is applied to the document", async (context) => {
  const opened = await session(context, [
    apiClaim("data", { deleted: "yes", finalizers: ["kubernetes.io/pvc-protection"] }),
    apiPod("old", "Succeeded"),
  ]);
  const { out } = await opened.run([
    "fix",
    "pvc/data",
    "-n",
    "app",
    "--dry-run",
    "-o",
    "jsonpath={.items[*].remedy}",
  ]);
  assert.match(out, /^delete-pod/);
});
