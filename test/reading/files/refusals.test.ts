import assert from "node:assert/strict";
import { test } from "node:test";
import { cpuTime } from "../../support/cpu-time.ts";
import { listOf, pod, readFiles, readingsOf, readPaths, refusal } from "./reading.ts";

const refused: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
  ["an empty file", "", /contains no objects/],
  ["nothing but comments", "# a\n---\n# b\n", /contains no objects/],
  ["the empty List of a kubectl that failed", listOf(), /also prints an empty List when its request failed/],
  [
    "an error answer",
    '{"kind":"Status","apiVersion":"v1","status":"Failure","message":"no"}',
    /an error from the API server: no/,
  ],
  ["a Table", '{"kind":"Table","apiVersion":"meta.k8s.io/v1","rows":[]}', /is a Table.*-o json/],
  ["watch events", '{"type":"ADDED","object":{"kind":"Pod"}}', /watch events/],
  ["describe", "Name:         web-0\nNamespace:    shop\nPriority: 0\n", /kubectl describe/],
  [
    "a printed table",
    "NAME    STATUS   VOLUME\ndata-0  Bound    pv-1\n",
    /table that kubectl prints for people/,
  ],
  [
    "a printed table of all namespaces",
    "NAMESPACE   NAME\nshop  data\n",
    /table that kubectl prints for people/,
  ],
  ["an error message", "Error from server (Forbidden): no\n", /an error message from kubectl/],
  ["nothing found", "No resources found in shop namespace.\n", /found no resources/],
  ["an HTML page", "<!DOCTYPE html><html></html>", /HTML page/],
  ["half a file", '{"apiVersion":"v1","items":[{"a":1},', /the JSON is incomplete/],
  ["two keys in JSON", '{"a":1,"b":{"c":1,"c":2}}', /line 1: .*same key twice/],
  ["two keys in YAML", "a: 1\nb:\n  c: 1\n  c: 2\n", /line 4, column 3: .*duplicated mapping key/],
  ["an unknown tag", "a: !!js/function x\n", /line 1, column \d+: .*unknown scalar tag/],
  ["a binary tag", "a: !!binary aGk=\n", /unknown scalar tag/],
  ["a tab", "a:\n\tb: 1\n", /line 2, column 1: .*tab characters/],
  ["a line far down", `---\na: 1\n---\n${"# x\n".repeat(50)}b: [\n`, /line 5\d/],
  ["UTF-16", Buffer.from("﻿a: 1", "utf16le"), /UTF-16/],
  ["UTF-16 without a mark", Buffer.from("kind: List", "utf16le"), /UTF-16/],
  ["a NUL byte", "a: b\0", /NUL bytes/],
  ["invalid UTF-8", Buffer.from([0x61, 0x3a, 0x20, 0xc3, 0x28]), /byte 4 is not valid UTF-8/],
  [
    "invalid UTF-8 in JSON",
    Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    /byte 2 is not valid UTF-8/,
  ],
  [
    "a manifest that no cluster has stored",
    "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: data, namespace: shop}\n",
    /metadata.uid is missing\)\. .* put this document first: \{apiVersion: pvguard.dev\/v1alpha1, kind: Snapshot, reads: all\}/,
  ],
  ["nothing but a word", "hello", /no object in the input.*line 1: it is not an object/],
];

for (const [what, content, message] of refused) {
  test(`${what}: refused`, async () => {
    assert.match(await refusal({ "f.yaml": content }), message);
    assert.match(await refusal({ "-": content }), message);
  });
}

test("a byte order mark, CRLF and record separators are fine", async () => {
  const text = `\ufeff${JSON.stringify(pod("a"))}\r\n`;
  assert.deepEqual(readingsOf(await readFiles({ "f.json": text }), "v1/pods")[0], "=shop/a: a");
  const yaml = "apiVersion: v1\r\nkind: Pod\r\nmetadata:\r\n  name: a\r\n  namespace: shop\r\n  uid: u\r\n";
  assert.deepEqual(readingsOf(await readFiles({ "f.yaml": yaml }), "v1/pods")[0], "=shop/a: a");
  const lines = `\u001e${JSON.stringify(pod("a"))}\n\u001e${JSON.stringify(pod("b"))}\n`;
  assert.deepEqual(readingsOf(await readFiles({ "f.json": lines }), "v1/pods")[0], "shop: a b");
});

test("names that YAML 1.1 and 1.2 read differently stay what they are", async () => {
  const names = ["on", "no", "y", "012", "0o14", "0x1f", "1e3", "1e-3", "2024-01-01", "1.5", "null.0", "0b1"];
  const documents = names.map(
    (name) => `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: shop, uid: ${name}}\n`,
  );
  const snapshot = await readFiles({ "f.yaml": documents.join("---\n") });
  assert.deepEqual(readingsOf(snapshot, "v1/pods")[0], `shop: ${[...names].sort().join(" ")}`);
  assert.deepEqual(snapshot.skipped, []);
});

test("an object with a name that no server gives is refused, since commands name objects", async () => {
  const hostile = [
    "--all",
    "-rf",
    "..",
    "a/b",
    "a b",
    "$(id)",
    "`id`",
    "a'b",
    "a\nb",
    "\u001b[2J",
    "\u202ea",
    "a%2fb",
  ];
  for (const name of hostile) {
    for (const metadata of [{ name }, { namespace: name }]) {
      const claim = pod("a");
      const changed = { ...claim, metadata: { ...claim.metadata, ...metadata } };
      assert.match(
        await refusal({ "f.json": JSON.stringify(changed) }),
        /metadata.name(space)? is not a name that Kubernetes allows/,
      );
    }
  }
});

test("a number where a name belongs is no name", async () => {
  const text = "apiVersion: v1\nkind: Pod\nmetadata: {name: 12, namespace: shop, uid: u}\n";
  assert.match(await refusal({ "f.yaml": text }), /metadata.name must be a string, not a number/);
});

test("a few aliases are a convenience, many are a bomb", async () => {
  const few = `apiVersion: v1
kind: Pod
metadata: {name: &name a, namespace: shop, uid: *name}
`;
  assert.deepEqual(readingsOf(await readFiles({ "f.yaml": few }), "v1/pods")[0], "=shop/a: a");
  const rows = [..."bcdefghij"].map(
    (letter, at) => `${letter}: &${letter} [${Array(9).fill(`*${"abcdefghi"[at]}`).join(",")}]`,
  );
  const began = cpuTime();
  const message = await refusal({ "f.yaml": ["a: &a [x,x,x,x,x,x,x,x,x]", ...rows].join("\n") });
  assert.match(message, /line \d+, column \d+: .*aliases exceeded maxAliases/);
  assert.ok(cpuTime() - began < 100);
});

test("input beyond its limits is refused", async () => {
  const endless = async function* () {
    for (;;) yield Buffer.alloc(64 * 1024, "# \n");
  };
  const io = {
    kindOf: async () => "file" as const,
    list: async () => [],
    read: endless,
    stdin: endless,
  };
  const { readInputs } = await import("../../../src/reading/files/index.ts");
  const limits = { inputBytes: 4 * 1024 * 1024 };
  await assert.rejects(readInputs(["x"], io, { now: 0, limits }), /larger than --max-input/);
  await assert.rejects(
    readInputs(["-"], io, { now: 0, limits: { documentBytes: 1024 * 1024 } }),
    /larger than 1 MiB/,
  );
  const item = listOf({ ...pod("a"), junk: "x".repeat(3 * 1024 * 1024) });
  assert.match(
    await refusal({ "f.json": item }, { limits: { documentBytes: 1024 * 1024 } }),
    /larger than 1 MiB/,
  );
});

test("paths that cannot be read are refused", async () => {
  await assert.rejects(readPaths(["gone.yaml"], {}), /gone.yaml: no such file or directory/);
  await assert.rejects(readPaths(["a.yaml", ""], {}), /^InputError: --from is empty/);
  await assert.rejects(readPaths(["-", "-"], { "-": "" }), /only once/);
  assert.match(await refusal({ "f.json": listOf(pod("a")) }, { at: "yesterday" }), /--at must be a time/);
});

for (const between of ["\n---\n", "\r\n---\r\n", "\n---\n---\n\n", "\n--- ", "\n", ""]) {
  test(`JSON documents with ${JSON.stringify(between)} between them`, async () => {
    const text = [pod("a"), pod("b"), pod("c")].map((each) => JSON.stringify(each, null, 2)).join(between);
    const snapshot = await readFiles({ "all.json": `${text}\n---\n` });
    const names = snapshot.readings.flatMap((reading) =>
      reading.read && reading.resource === "v1/pods"
        ? Array.from(reading.items, (item) => item.metadata.name)
        : [],
    );
    assert.deepEqual([...new Set(names)], ["a", "b", "c"]);
  });
}

for (const between of ["\n--\n", "\n----\n", "\n --- ", "\n-\n--\n", "\n- "]) {
  test(`no marker between JSON documents: ${JSON.stringify(between)}`, async () => {
    const text = [pod("a"), pod("b")].map((each) => JSON.stringify(each)).join(between);
    assert.match(await refusal({ "all.json": text }), /this is not JSON: a document starts with/);
  });
}
