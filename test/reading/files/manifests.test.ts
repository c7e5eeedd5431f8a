/** Manifests that were never applied: what is taken for one, and what is left out. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { MemoryFiles } from "./memory-io.ts";
import { readingsOf, readPaths, refusal } from "./reading.ts";

const volume = (name: string, more = "", metadata = "") =>
  `apiVersion: v1\nkind: PersistentVolume\nmetadata: {name: ${name}${metadata}}\n${more}`;
const service = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\n";
const read = (files: MemoryFiles) => readPaths(["m"], files, { manifests: true });

test("the objects of all files, and how much of the folder that is", async () => {
  const snapshot = await read({
    "m/a.yaml": `${volume("a")}---\n${volume("b", "status: {}\n", ", creationTimestamp: null")}`,
    "m/list.json": JSON.stringify({
      apiVersion: "v1",
      kind: "List",
      items: [{ apiVersion: "v1", kind: "PersistentVolume", metadata: { name: "c" } }],
    }),
    "m/service.yaml": service,
    "m/package.json": '{"name": "x"}',
    "m/values.yaml": "a: 1\n",
  });
  assert.equal(snapshot.clock, "manifests");
  assert.deepEqual(readingsOf(snapshot, "v1/persistentvolumes"), ["all: a b c"]);
  assert.equal(
    snapshot.source,
    "manifests, not a cluster: m (3 objects of kinds that pvguard reads, 3 files with manifests, 2 files without, left out)",
  );
  assert.deepEqual(snapshot.skipped, []);
});

test("manifests of kinds that pvguard does not read are manifests", async () => {
  const { source, skipped } = await read({ "m/service.yaml": service });
  assert.match(source, /\(0 objects of kinds that pvguard reads, 1 file with manifests\)/);
  assert.deepEqual(skipped, []);
});

test("templates and files that cannot be read are skipped, and named", async () => {
  const { skipped } = await read({
    "m/a.yaml": volume("a"),
    "m/b.yaml":
      "apiVersion: v1\nkind: PersistentVolume\nmetadata:\n  name: {{ .Release.Name }}\n{{- end }}\n",
    "m/c.yaml": volume("c", 'spec: {storageClassName: "{{ .Values.storage }}"}\n'),
    "m/d.yaml": "a: [",
    "m/e.yaml": volume("e", "spec: {capacity: 5}\n"),
  });
  assert.equal(skipped.length, 4);
  assert.equal(skipped[0], "m/b.yaml: skipped, because it is a template, with {{ }}");
  assert.match(skipped[1] ?? "", /^m\/c.yaml: skipped a PersistentVolume \(line 1: it is a template/);
  assert.match(skipped[2] ?? "", /^m\/d.yaml.*not valid YAML/);
  assert.match(skipped[3] ?? "", /^m\/e.yaml: skipped a PersistentVolume \(line 1: spec.capacity/);
});

test("an object that two files describe is checked as the first says, and that is told", async () => {
  const { skipped } = await read({
    "m/base.yaml": volume("a", "spec: {persistentVolumeReclaimPolicy: Delete}\n"),
    "m/prod.yaml": volume("a", "spec: {persistentVolumeReclaimPolicy: Retain}\n"),
  });
  assert.match(skipped.join(), /PersistentVolume a is ambiguous: .* and only the first was checked/);
});

test("folders of manifests can be named like those of a dump", async () => {
  const snapshot = await read({ "m/namespaces/shop/core/a.yaml": volume("a"), "m/b.yaml": volume("b") });
  assert.deepEqual(readingsOf(snapshot, "v1/persistentvolumes"), ["all: a b"]);
});

const applied: readonly (readonly [string, string])[] = [
  ["a uid", volume("b", "", ", uid: x")],
  ["a version", volume("b", "", ', resourceVersion: "5"')],
  ["a deletion", volume("b", "", ', deletionTimestamp: "2026-11-20T11:00:00Z"')],
  ["a status", volume("b", "status: {phase: Released}\n")],
  ["a uid of another kind", "apiVersion: v1\nkind: Service\nmetadata: {name: web, uid: x}\n"],
];

for (const [what, other] of applied) {
  test(`${what}: what has been in a cluster is no manifest`, async () => {
    const files = { "m/a.yaml": volume("a"), "m/b.yaml": other };
    const snapshot = await read(files).catch(() => undefined);
    assert.notEqual(snapshot?.clock, "manifests");
  });
}

test("a file that cannot be read is still an error beside what has been in a cluster", async () => {
  const files = { "m/a.yaml": volume("a", "", ", uid: x"), "m/b.yaml": "a: [" };
  await assert.rejects(read(files), /m\/b.yaml.*not valid YAML/);
});

test("only an audit takes them", async () => {
  assert.match(await refusal({ "a.yaml": volume("a") }), /metadata.uid is missing/);
});
