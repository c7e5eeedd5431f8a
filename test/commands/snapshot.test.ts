import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reading } from "../../src/cluster/index.ts";
import { inputSource } from "../../src/commands/index.ts";
import { kinds } from "../../src/kubernetes/index.ts";
import type { FileIo } from "../../src/reading/files/index.ts";
import { readInputs } from "../../src/reading/files/index.ts";
import { claim, namespaceObject, pod } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { memorySource } from "./support/memory-source.ts";
import { runCommand } from "./support/run-command.ts";

const held = claim({
  name: "data",
  namespace: "shop",
  phase: "Bound",
  volumeName: "orders-disk",
  deletionTimestamp: true,
  finalizers: ["kubernetes.io/pvc-protection"],
});
const all = snapshotOf([
  held,
  pod({ name: "import", namespace: "shop", phase: "Succeeded", claims: ["data"] }),
]);

async function readBack(text: string) {
  const io: FileIo = {
    kindOf: async () => "file",
    list: async () => [],
    read: () => stream(text),
    stdin: () => stream(text),
  };
  return inputSource(await readInputs(["-"], io, { now: Date.parse("2026-11-20T12:00:00Z") }));
}

async function* stream(text: string) {
  yield new TextEncoder().encode(text);
}

test("a snapshot leads to the diagnosis that the cluster leads to", async () => {
  const { out, code } = await runCommand(["snapshot"], memorySource(all, "shop"));
  assert.equal(code, 0);
  const live = JSON.parse((await runCommand(["why", "pvc/data", "-ojson"], memorySource(all, "shop"))).out);
  const later = JSON.parse((await runCommand(["why", "pvc/data", "-ojson"], await readBack(out))).out);
  assert.deepEqual(later.diagnoses, live.diagnoses);
});

test("it asks for every kind once, and of one namespace only where that is enough", async () => {
  const source = memorySource(all, "shop");
  await runCommand(["snapshot", "-n", "shop"], source);
  const served = kinds.filter(({ presence }) => presence !== "never");
  assert.deepEqual(
    [...new Set(source.demands.map(({ resource }) => resource))],
    served.map(({ resource }) => resource),
  );
  assert.equal(source.demands.length, served.length + 1);
  const scopes = new Map(source.demands.map(({ resource, scope }) => [resource, scope]));
  assert.deepEqual(scopes.get("v1/pods"), { of: "namespace", namespace: "shop" });
  assert.deepEqual(scopes.get("v1/persistentvolumes"), { of: "cluster" });
  assert.deepEqual(scopes.get("coordination.k8s.io/v1/leases"), { of: "cluster" });
});

test("with -n it has the events on volumes too, which are in the namespace default", async () => {
  for (const [namespace, expected] of [
    ["shop", ["shop", "default"]],
    ["default", ["default"]],
  ] as const) {
    const source = memorySource(all, "shop");
    await runCommand(["snapshot", "-n", namespace], source);
    const events = source.demands.filter(({ resource }) => resource === "v1/events");
    assert.deepEqual(
      events.map(({ scope }) => scope),
      expected.map((name) => ({ of: "namespace", namespace: name })),
    );
  }
});

test("with -n it asks for the namespace itself where it may not list them", async () => {
  const source = memorySource(snapshotOf([held], ["v1/namespaces"]), "shop");
  await runCommand(["snapshot", "-n", "shop"], source);
  const namespaces = source.demands.filter(({ resource }) => resource === "v1/namespaces");
  assert.deepEqual(
    namespaces.map(({ scope }) => scope),
    [{ of: "cluster" }, { of: "object", name: "shop" }],
  );
});

test("without -n it is of the whole cluster, whatever the namespace of the context", async () => {
  const source = memorySource(all, "shop");
  await runCommand(["snapshot"], source);
  assert.ok(source.demands.every(({ scope }) => scope.of === "cluster"));
});

test("with -o it goes to a file, and says what is in it", async () => {
  const saved: string[] = [];
  const { out, err } = await runCommand(["snapshot", "-o", "s.yaml"], memorySource(all), {
    saveFile: async (path, text) => {
      saved.push(path, text);
    },
  });
  assert.equal(out, "");
  assert.equal(saved[0], "s.yaml");
  assert.match(saved[1] ?? "", /^apiVersion: pvguard\.dev\/v1alpha1\nkind: Snapshot\n/);
  assert.equal(err, "s.yaml written: 2 objects of test\n");
});

test("what could not be read is said, and is unread in the file too", async () => {
  const { out, err, code } = await runCommand(["snapshot"], memorySource(snapshotOf([held], ["v1/pods"])));
  assert.equal(code, 3);
  assert.equal(
    err,
    `Warning: could not read pods: Forbidden
  A rule in a ClusterRole that allows it:
    {apiGroups: [""], resources: ["pods"], verbs: ["get", "list"]}
`,
  );
  assert.equal((await runCommand(["why", "pvc/data"], await readBack(out))).code, 3);
});

test("where nobody knows what would help, only that it could not be read is said", async () => {
  const readings = all.readings.map((reading): Reading => {
    const { resource, scope } = reading;
    if (resource !== "v1/pods") return reading;
    return { read: false, resource, scope, reason: "Unavailable", detail: "timeout" };
  });
  const { err } = await runCommand(["snapshot"], memorySource({ ...all, readings }));
  assert.equal(err, "Warning: could not read pods: Unavailable, timeout\n");
});

test("--redact leaves no name behind", async () => {
  const { out } = await runCommand(["snapshot", "--redact"], memorySource(all));
  assert.doesNotMatch(out, /shop|import|\bdata\b|orders/);
});

test("-o with a format is no file of that name", async () => {
  await Promise.all(
    ["json", "yaml"].map(async (format) => {
      const { err, code } = await runCommand(["snapshot", "-o", format], memorySource(all));
      assert.equal(code, 2);
      assert.match(err, /-o takes the name of the file to write, and a snapshot is always YAML/);
    }),
  );
});

test("with names it has what explains these objects, and no more", async () => {
  const other = claim({ name: "other", namespace: "bank", phase: "Bound", volumeName: "pv-other" });
  const cluster = snapshotOf([
    held,
    other,
    pod({ name: "import", namespace: "shop", phase: "Succeeded", claims: ["data"] }),
    pod({ name: "teller", namespace: "bank", claims: ["other"] }),
  ]);
  const source = memorySource(cluster, "shop");
  const { out, code } = await runCommand(["snapshot", "pvc/data"], source);
  assert.equal(code, 0);
  assert.doesNotMatch(out, /name: (?:other|teller)/);
  const live = JSON.parse(
    (await runCommand(["why", "pvc/data", "-ojson"], memorySource(cluster, "shop"))).out,
  );
  const later = JSON.parse((await runCommand(["why", "pvc/data", "-ojson"], await readBack(out))).out);
  assert.deepEqual(later.diagnoses, live.diagnoses);
});

test("a name that does not exist writes nothing", async () => {
  const shop = namespaceObject();
  const { out, err, code } = await runCommand(
    ["snapshot", "pvc/nope"],
    memorySource(snapshotOf([shop]), "shop"),
  );
  assert.deepEqual([out, code], ["", 2]);
  assert.match(err, /"nope" not found/);
});

test("names and --from exclude each other", async () => {
  const { err, code } = await runCommand(["snapshot", "pvc/data", "--from", "x.yaml"], memorySource(all));
  assert.equal(code, 2);
  assert.match(err, /names cannot be given with --from/);
});
