/** What an audit found is read again before it is told, in a world that goes on. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { Demand } from "../../src/cluster/index.ts";
import type { Source } from "../../src/commands/index.ts";
import { AccessError } from "../../src/connection/kubeconfig/access-error.ts";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { words } from "../../src/kubernetes/index.ts";
import { claim, storageClass } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { audit, held, only, protectedBy } from "./support/live-audit.ts";
import { memorySource } from "./support/memory-source.ts";
import { runCommand } from "./support/run-command.ts";

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

/** Of objects that are still the version that was known, it says no more than that. */
function terse(source: Source): Source {
  return {
    ...source,
    async collect(demands) {
      const { readings, skipped } = await source.collect(demands);
      const isUnchanged = (demand: Demand, at: number) => {
        const reading = readings[at];
        const [object] = reading?.read === true ? reading.items : [];
        const { uid, resourceVersion } = object?.metadata ?? {};
        return demand.unless !== undefined && isDeepStrictEqual(demand.unless, { uid, resourceVersion });
      };
      const unchanged = demands.filter(isUnchanged);
      return {
        readings: readings.filter((_, at) => !unchanged.includes(demands[at] as Demand)),
        unchanged,
        skipped,
      };
    },
  };
}

test("what a source says is unchanged counts as looked at again, and the rest as it is now", async () => {
  const live = claim({ name: "data", phase: "Bound", finalizers: protectedBy });
  const [, user] = held("data");
  assert.ok(user !== undefined);
  const before = [...held("data"), ...held("logs")];
  const { names, report } = await audit(terse(changing(before, [live, user, ...held("logs")])), only);
  assert.deepEqual([names, report.audit.changed, report.audit.notLookedAgain], [["logs"], 1, 0]);
  const same = await audit(terse(changing(before, before)), only);
  const whole = await audit(changing(before, before), only);
  assert.equal(same.out, whole.out);
  assert.equal(same.report.audit.notLookedAgain, 0);
});

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

test("of what the source says is unchanged, they are not read twice either", async () => {
  const source = memorySource(snapshotOf([waiting, gp3]), "shop");
  const { report } = await audit(terse(source), ["--rules=PVG401"]);
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
  assert.match(out, /30 were checked once/);
});
