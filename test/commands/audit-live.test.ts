/** An audit of a live cluster: what it asks for, in what order, and what it does about a world that goes on. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { Edge, Progress, Source } from "../../src/commands/index.ts";
import { AccessError } from "../../src/connection/kubeconfig/access-error.ts";
import { type Demand, flatten, type KubeObject, kinds, type Resource, words } from "../../src/model/index.ts";
import { claim, pod, storageClass, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { memorySource } from "./support/memory-source.ts";
import { runCommand } from "./support/run-command.ts";

const protectedBy = ["kubernetes.io/pvc-protection"];
const held = (name: string, facts: Parameters<typeof claim>[0] = {}) => [
  claim({ name, deletionTimestamp: true, phase: "Bound", finalizers: protectedBy, ...facts }),
  pod({
    name: `uses-${name}`,
    claims: [name],
    ...(facts.namespace === undefined ? {} : { namespace: facts.namespace }),
  }),
];

async function audit(source: Source, argv: readonly string[] = [], more: Partial<Edge> = {}) {
  const ran = await runCommand(["audit", ...argv, "-ojson"], source, more);
  assert.ok(ran.out !== "", ran.err);
  const report = JSON.parse(ran.out);
  const names: readonly string[] = report.findings.map(
    ({ object }: { readonly object: { readonly name: string } }) => object.name,
  );
  return { ...ran, report, names };
}

/** A cluster that changes once its lists were read: from then on it is as in `after`. */
function changing(before: readonly KubeObject[], after: readonly KubeObject[]): Source {
  const first = memorySource(snapshotOf(before), "shop");
  const second = memorySource(snapshotOf(after.map((object) => written(object, before))), "shop");
  return {
    ...first,
    collect: (demands) =>
      (demands.some(({ scope }) => scope.of === "object") ? second : first).collect(demands),
  };
}

/** The server gives each version of an object another `resourceVersion`. */
function written(object: KubeObject, before: readonly KubeObject[]): KubeObject {
  const isAsBefore = before.some((earlier) => isDeepStrictEqual(earlier, object));
  return isAsBefore ? object : { ...object, metadata: { ...object.metadata, resourceVersion: "2" } };
}

const only = ["--rules=PVG101"];

test("what is gone when it is read again is no finding", async () => {
  const { names, report, code } = await audit(changing(held("data"), []), [...only, "--fail-on=note"]);
  assert.deepEqual([names, report.audit.changed, code], [[], 1, 0]);
});

test("what is another object of the same name by then is no finding", async () => {
  const again = held("data", { uid: "another" });
  const { names, report } = await audit(changing(held("data"), again), only);
  assert.deepEqual([names, report.audit.changed], [[], 1]);
});

test("what is not being deleted any more is no finding, and the others stay", async () => {
  const live = claim({ name: "data", phase: "Bound", finalizers: protectedBy });
  const [, user] = held("data");
  assert.ok(user !== undefined);
  const { names, report } = await audit(
    changing([...held("data"), ...held("logs")], [live, user, ...held("logs")]),
    only,
  );
  assert.deepEqual([names, report.audit.changed], [["logs"], 1]);
});

test("an annotation that came meanwhile counts", async () => {
  const ignored = held("data", { annotations: { "pvguard.dev/ignore": "PVG101" } });
  const { names, report } = await audit(changing(held("data"), ignored), only);
  assert.deepEqual([names, report.audit.ignored.length, report.audit.changed], [[], 1, 0]);
});

test("what could not be read again stays as it was read first", async () => {
  const { names, report } = await audit(refusing(held("data")), only);
  assert.deepEqual([names, report.audit.notLookedAgain], [["data"], 1]);
});

/** A cluster in which lists may be read, and single objects may not. */
function refusing(objects: readonly KubeObject[]): Source {
  const source = memorySource(snapshotOf(objects), "shop");
  return {
    ...source,
    async collect(demands) {
      const { readings, skipped } = await source.collect(demands);
      return {
        readings: readings.map((reading) =>
          reading.scope.of === "object"
            ? { read: false, resource: reading.resource, scope: reading.scope, reason: "Forbidden" }
            : reading,
        ),
        skipped,
      };
    },
  };
}

test("a second look that fails altogether does not lose the report", async () => {
  const source = memorySource(snapshotOf(held("data")), "shop");
  const { names, report, err } = await audit(
    {
      ...source,
      collect: (demands) =>
        demands.some(({ scope }) => scope.of === "object")
          ? Promise.reject(new AccessError("broken", words("connection reset")))
          : source.collect(demands),
    },
    only,
  );
  assert.deepEqual([names, report.audit.notLookedAgain, err], [["data"], 1, ""]);
});

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

const driver = "ebs.csi.aws.com";
const gp3 = storageClass({ name: "gp3", provisioner: driver });
const waiting = claim({ name: "waits", phase: "Pending", storageClassName: "gp3" });
const eventsIn = (demands: readonly Demand[]) =>
  demands.filter(({ resource }) => resource === "v1/events").map((demand) => JSON.stringify(demand));

test("of what is as it was when it is read again, the events are not read twice", async () => {
  const source = memorySource(snapshotOf([waiting, gp3]), "shop");
  const { report } = await audit(source, ["--rules=PVG401"]);
  const events = eventsIn(source.demands);
  assert.deepEqual([report.findings.length, report.audit.notLookedAgain], [1, 0]);
  assert.ok(events.length > 0 && new Set(events).size === events.length, events.join(" "));
});

test("of what has changed, the events are read again", async () => {
  const demands: Demand[] = [];
  const labelled = { ...waiting, metadata: { ...waiting.metadata, labels: { app: "web" } } };
  const source = changing([waiting, gp3], [labelled, gp3]);
  const { report } = await audit(
    {
      ...source,
      collect(asked) {
        demands.push(...asked);
        return source.collect(asked);
      },
    },
    ["--rules=PVG401"],
  );
  const events = eventsIn(demands);
  assert.deepEqual([report.findings.length, report.audit.changed], [1, 0]);
  assert.ok(new Set(events).size < events.length, events.join(" "));
});

test("no more than 200 objects are read again, and it says so", async () => {
  const objects = Array.from({ length: 230 }, (_, at) => held(`data-${at}`)).flat();
  const source = memorySource(snapshotOf(objects), "shop");
  const { report } = await audit(source, only);
  const again = source.demands.filter(
    ({ resource, scope }) => resource === "v1/persistentvolumeclaims" && scope.of === "object",
  );
  assert.deepEqual([report.findings.length, again.length, report.audit.notLookedAgain], [230, 200, 30]);
  const { out } = await runCommand(["audit", ...only], memorySource(snapshotOf(objects), "shop"));
  assert.match(out, /30 were not looked at again/);
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
  let progress: Progress | undefined;
  const source = memorySource(snapshotOf([]), "shop");
  await runCommand(["audit", ...only], source, {
    open: async (_, hears) => {
      progress = hears;
      hears?.("v1/pods", 500, 98_000);
      hears?.("v1/persistentvolumeclaims", 20, undefined);
      return source;
    },
    busy: () => ({ tell: (doing) => told.push(flatten(doing, String)), end() {} }),
  });
  assert.ok(progress !== undefined);
  assert.deepEqual(told, [
    "Reading: 1 kind, 500 of 98,000 objects (pods 500 of 98,000)",
    "Reading: 2 kinds, 520 of 98,020 objects (pods 500 of 98,000)",
  ]);
});
