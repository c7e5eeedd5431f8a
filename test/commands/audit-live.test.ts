/** An audit of a live cluster: what it asks for, and in what order. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Demand } from "../../src/cluster/index.ts";
import type { Source } from "../../src/commands/index.ts";
import { filesTold, listsTold } from "../../src/commands/index.ts";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { flatten, kinds } from "../../src/kubernetes/index.ts";
import { claim, pod, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { audit, held, only, protectedBy } from "./support/live-audit.ts";
import { memorySource } from "./support/memory-source.ts";
import { runCommand } from "./support/run-command.ts";

const lists = (demands: readonly Demand[]) =>
  demands.filter(({ scope }) => scope.of === "cluster" || scope.of === "namespace");

test("claims, volumes and attachments are asked for no later than pods", async () => {
  const batches: (readonly Demand[])[] = [];
  const source = memorySource(snapshotOf(held("data")), "shop");
  await audit({
    ...source,
    collect(demands) {
      batches.push(demands);
      return source.collect(demands);
    },
  });
  const batchOf = (resource: Resource) =>
    batches.findIndex((batch) => lists(batch).some((demand) => demand.resource === resource));
  const pods = batchOf("v1/pods");
  assert.ok(pods >= 0);
  for (const resource of [
    "v1/persistentvolumeclaims",
    "v1/persistentvolumes",
    "storage.k8s.io/v1/volumeattachments",
  ] as const) {
    assert.ok(batchOf(resource) >= 0 && batchOf(resource) <= pods, resource);
  }
});

const pageSize = 500;

function requestsFor(demands: readonly Demand[], objects: readonly KubeObject[]) {
  const pages = lists(demands).reduce((sum, { resource }) => {
    const kind = kinds.find((each) => each.resource === resource)?.kind;
    return sum + Math.max(1, Math.ceil(objects.filter((object) => object.kind === kind).length / pageSize));
  }, 0);
  return { pages, all: pages + demands.length - lists(demands).length };
}

test("no request for each object: pages, and what is read again of the findings", async () => {
  const namespaces = Array.from({ length: 24 }, (_, at) => `team-${at}`);
  const objects = namespaces.flatMap((namespace, at) => [
    ...Array.from({ length: 25 }, (_, number) => [
      claim({
        name: `live-${number}`,
        namespace,
        phase: "Bound",
        volumeName: `pv-${at}-${number}`,
        finalizers: protectedBy,
      }),
      volume({
        name: `pv-${at}-${number}`,
        phase: "Bound",
        finalizers: ["kubernetes.io/pv-protection"],
      }),
      pod({ name: `p-${number}`, namespace, claims: [`live-${number}`] }),
    ]).flat(),
    ...(at % 2 === 0 ? held("stuck", { namespace }) : []),
    claim({ name: "waits", namespace, phase: "Pending", storageClassName: "none" }),
  ]);
  const source = memorySource(snapshotOf(objects), "shop");
  const { report } = await audit(source);
  const found: readonly { readonly object: object }[] = report.findings;
  const subjects = new Set(found.map(({ object }) => JSON.stringify(object))).size;
  const { pages, all } = requestsFor(source.demands, objects);
  assert.ok(subjects >= 12);
  assert.ok(
    all <= pages + 2 * subjects,
    `${all} requests, ${pages} pages, ${subjects} objects with findings`,
  );
  const keys = lists(source.demands).map((demand) => JSON.stringify(demand));
  assert.equal(new Set(keys).size, keys.length, "no list is read twice");
  assert.ok(
    !lists(source.demands).some(({ resource, scope }) => resource === "v1/events" && scope.of === "cluster"),
    "the events of the whole cluster are never read",
  );
});

test("who may not list claims of all namespaces gets an audit of his own namespace, and is told", async () => {
  const source = memorySource(snapshotOf([...held("data"), ...held("x", { namespace: "bank" })]), "shop");
  const narrow: Source = {
    ...source,
    async collect(demands) {
      const { readings, skipped } = await source.collect(demands);
      return {
        readings: readings.map((reading) =>
          reading.scope.of === "cluster" && reading.resource !== "v1/persistentvolumes"
            ? { read: false, resource: reading.resource, scope: reading.scope, reason: "Forbidden" }
            : reading,
        ),
        skipped,
      };
    },
  };
  const { names, err } = await audit(narrow, only);
  assert.deepEqual(names, ["data"]);
  assert.match(err, /^Warning: you may not list the claims of all namespaces/);
  assert.equal((await audit(narrow, [...only, "-A"])).code, 3);
});

test("on a terminal it says how far it is", async () => {
  const told: string[] = [];
  const source = memorySource(snapshotOf([]), "shop");
  await runCommand(["audit", ...only], source, {
    open: async (_, tell = () => assert.fail("nothing is told")) => {
      const progress = listsTold(tell);
      progress("v1/pods", 500, 98_000);
      progress("v1/persistentvolumeclaims", 20, undefined);
      filesTold(tell)({ file: "dump/pods.json", done: 3, of: 7, objects: 41_000 });
      filesTold(tell)({ file: "-", done: 0, of: 1, objects: 0 });
      return source;
    },
    busy: (_, work) => work((doing) => void told.push(flatten(doing, String))),
  });
  assert.deepEqual(told, [
    "Reading: 1 kind, 500 of 98,000 objects (pods 500 of 98,000)",
    "Reading: 2 kinds, 520 of 98,020 objects (pods 500 of 98,000)",
    "Reading dump/pods.json: read 3 of 7 files, 41,000 objects",
    "Reading -: read 0 of 1 file, 0 objects",
  ]);
});

test("where every list fails, what failed is said, and nothing is called fine", async () => {
  const every = kinds.map(({ resource }) => resource);
  const blind = memorySource(snapshotOf(held("data"), every), "shop");
  const { out, err, code } = await runCommand(["audit"], blind);
  assert.equal(out, "");
  assert.match(
    err,
    /^Error from server \(Forbidden\): [^;]*; none of the \d+ lists that the audit needs could be read$/m,
  );
  assert.equal(code, 4);
  const sighted = memorySource(snapshotOf(held("data"), every.slice(1)), "shop");
  assert.equal((await runCommand(["audit"], sighted)).code, 3);
});
