import assert from "node:assert/strict";
import { test } from "node:test";
import type { Snapshot } from "../../src/cluster/index.ts";
import type { Source } from "../../src/commands/index.ts";
import { inputSource } from "../../src/commands/index.ts";
import { claim, namespaceObject, pod, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { memorySource } from "./support/memory-source.ts";
import { runCommand } from "./support/run-command.ts";

const stuck = claim({
  name: "data",
  namespace: "shop",
  phase: "Bound",
  volumeName: "pv-1",
  labels: { app: "db" },
  deletionTimestamp: true,
  finalizers: ["kubernetes.io/pvc-protection"],
});
const fine = claim({ name: "logs", namespace: "shop", phase: "Bound", volumeName: "pv-2" });
const elsewhere = claim({ name: "data", namespace: "bank", phase: "Bound", volumeName: "pv-3" });
const finished = pod({ name: "import", namespace: "shop", phase: "Succeeded", claims: ["data"] });
const all = snapshotOf([
  stuck,
  fine,
  elsewhere,
  finished,
  ...["shop", "bank"].map((name) => namespaceObject({ name })),
  ...["pv-1", "pv-2", "pv-3"].map((name) => volume({ name })),
]);
const shop = () => memorySource(all, "shop");

test("an object by name is explained", async () => {
  const { out, err, code } = await runCommand(["why", "pvc/data"], shop());
  assert.match(out, /^pvc\/data \(shop\) has been Terminating/);
  assert.match(out, /FinishedPodUsesClaim/);
  assert.deepEqual([err, code], ["", 0]);
});

test("-n outweighs the namespace of the context, and may be written as kubectl writes a namespace", async () => {
  for (const namespace of ["bank", "ns/bank", "namespace/bank"]) {
    const { out } = await runCommand(["why", "pvc/data", "-n", namespace, "-ojson"], shop());
    assert.equal(JSON.parse(out).diagnoses[0].object.namespace, "bank");
  }
});

test("a type without a name explains what is not healthy", async () => {
  const { out, code } = await runCommand(["why", "pvc", "-oname", "-l", "app=db"], shop());
  assert.deepEqual([out, code], ["persistentvolumeclaim/data\n", 0]);
});

test("the answer to a selector is not taken for the whole list", async () => {
  const source = shop();
  await runCommand(["why", "pvc", "-l", "app=db"], source);
  assert.deepEqual(source.queries, [
    { resource: "v1/persistentvolumeclaims", namespace: "shop", labels: "app=db" },
  ]);
});

test("several types and -A are looked for everywhere", async () => {
  const source = shop();
  await runCommand(["why", "pvc,pv", "-A"], source);
  assert.deepEqual(
    source.queries.map(({ resource, namespace }) => [resource, namespace]),
    [
      ["v1/persistentvolumeclaims", undefined],
      ["v1/persistentvolumes", undefined],
    ],
  );
});

test("a name that is not there is an error as the server words it, and the others are still explained", async () => {
  const { out, err, code } = await runCommand(["why", "pvc", "data", "nope"], shop());
  assert.match(out, /pvc\/data/);
  assert.deepEqual(
    [err, code],
    ['Error from server (NotFound): persistentvolumeclaims "nope" not found\n', 2],
  );
});

test("in a namespace that does not exist, it is the namespace that is not there", async () => {
  const { err, code } = await runCommand(["why", "pvc/data", "-n", "nope"], shop());
  assert.deepEqual([err, code], ['Error from server (NotFound): namespaces "nope" not found\n', 2]);
});

test("--ignore-not-found makes that no error", async () => {
  const { out, err, code } = await runCommand(["why", "pvc/nope", "--ignore-not-found"], shop());
  assert.deepEqual([out, err, code], ["", "", 0]);
});

test("a type of which there is nothing says so as kubectl does", async () => {
  const source = memorySource(snapshotOf([]), "shop");
  const named = await runCommand(["why", "pvc"], source);
  assert.deepEqual([named.out, named.err, named.code], ["", "No resources found in shop namespace.\n", 0]);
  const anywhere = await runCommand(["why", "pvc", "-A"], source);
  assert.equal(anywhere.err, "No resources found\n");
  const machine = await runCommand(["why", "pvc", "-ojson"], source);
  assert.deepEqual(JSON.parse(machine.out).diagnoses, []);
});

test("what may not be read is unknown, not absent", async () => {
  const source = memorySource(snapshotOf([stuck], ["v1/persistentvolumeclaims"]), "shop");
  const { out, err, code } = await runCommand(["why", "pvc/data"], source);
  assert.deepEqual([out, code], ["", 3]);
  assert.match(err, /^Error from server \(Forbidden\): /);
});

test("skipped input makes the answer incomplete", async () => {
  const { code } = await runCommand(
    ["why", "pvc/data"],
    memorySource({ ...all, skipped: ["line 3: no object"] }, "shop"),
  );
  assert.equal(code, 3);
});

test("a type that the cluster does not have is said to be unknown to the server", async () => {
  const none: Snapshot = {
    ...all,
    readings: all.readings.map((reading) =>
      reading.resource.startsWith("snapshot.")
        ? { read: false, resource: reading.resource, scope: { of: "cluster" }, reason: "NotServed" }
        : reading,
    ),
  };
  const { err, code } = await runCommand(["why", "vs/x"], memorySource(none, "shop"));
  assert.equal(
    err,
    `error: the server doesn't have a resource type "volumesnapshots.snapshot.storage.k8s.io"\n`,
  );
  assert.equal(code, 2);
});

test("a file has no current namespace: a name is looked for in all, and must be told apart", async () => {
  const { err, code } = await runCommand(["why", "pvc/data", "--from", "x"], inputSource(all));
  assert.equal(
    err,
    'error: persistentvolumeclaims "data" found in 2 namespaces of the input (bank, shop): specify one with -n\n',
  );
  assert.equal(code, 2);
  const { out } = await runCommand(["why", "pvc/logs", "-oname", "--from", "x"], inputSource(all));
  assert.equal(out, "persistentvolumeclaim/logs\n");
});

test("a file that does not hold a kind does not say that there is none", async () => {
  const partial = inputSource({ ...all, readings: [] });
  const one = await runCommand(["why", "pvc/data", "--from", "x"], partial);
  assert.deepEqual(
    [one.err, one.code],
    ['error: the input (test) does not contain persistentvolumeclaim "data"\n', 3],
  );
  const list = await runCommand(["why", "pvc", "--from", "x"], partial);
  assert.deepEqual(
    [list.err, list.code],
    ["error: the input (test) contains no persistentvolumeclaims\n", 3],
  );
});

test("what the server warns of is shown, made harmless", async () => {
  const source: Source = { ...shop(), warnings: () => ["old API\u001b[31m"] };
  const { err } = await runCommand(["why", "pvc/data"], source);
  assert.equal(err, "Warning: old API\\x1b[31m\n");
});

test("names that are no names are shown, and cannot pass for something else", async () => {
  const { err } = await runCommand(["why", "pvc/a\u001b[2Jb"], shop());
  assert.equal(err, 'Error from server (NotFound): persistentvolumeclaims "a\\x1b[2Jb" not found\n');
});

test("the JSON of many answers is printed piece by piece: as a whole it can be longer than a string may be", async () => {
  const claims = Array.from({ length: 50 }, (_, at) =>
    claim({ name: `data-${at}`, deletionTimestamp: true, finalizers: ["example.com/late"] }),
  );
  const printed: string[] = [];
  const write = (text: string) => printed.push(text);
  const out = { write, sent: async () => {}, columns: undefined, isTerminal: false };
  const source = memorySource(snapshotOf(claims), "shop");
  await runCommand(["why", "pvc", "-ojson"], source, { out });
  assert.equal(JSON.parse(printed.join("")).diagnoses.length, 50);
  assert.ok(printed.length > 10, `${printed.length} pieces`);
});

test("a table without its header, for scripts that count lines", async () => {
  const whole = await runCommand(["why", "-o", "brief"], shop());
  const { out } = await runCommand(["why", "-o", "brief", "--no-headers"], shop());
  assert.equal(out, whole.out.slice(whole.out.indexOf("\n") + 1));
  assert.match(whole.out, /^NAMESPACE/);
});
