/** Of very many objects, pvguard looks at a few first, so that it does not look at the others needlessly. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Demand, Reading } from "../../src/cluster/index.ts";
import type { Source } from "../../src/commands/index.ts";
import { inputSource } from "../../src/commands/index.ts";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { claim, claimRefTo, ebs, pod, statefulSet, volume } from "../support/objects.ts";
import { shareOf } from "../support/runs.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { memorySource } from "./support/memory-source.ts";
import { runCommand } from "./support/run-command.ts";

const perNamespace = 4;

/** Bound claims that pods of StatefulSets use, four in a namespace. One in ten is being deleted, with its volume. */
function stateful(count: number): readonly KubeObject[] {
  return Array.from({ length: count }, (_, at) => {
    const namespace = `team-${Math.floor(at / perNamespace)}`;
    const set = `db-${at % perNamespace}`;
    const isDeleted = at % 10 === 0;
    const data = claim({
      name: `data-${set}-0`,
      namespace,
      phase: "Bound",
      volumeName: `pv-${at}`,
      finalizers: ["kubernetes.io/pvc-protection"],
      ...(isDeleted ? { deletionTimestamp: true } : {}),
    });
    const disk = volume({
      name: `pv-${at}`,
      phase: "Bound",
      claimRef: claimRefTo(data),
      spec: ebs,
      finalizers: ["kubernetes.io/pv-protection"],
      ...(isDeleted ? { deletionTimestamp: true } : {}),
    });
    return [
      data,
      disk,
      pod({ name: `${set}-0`, namespace, claims: [`data-${set}-0`] }),
      statefulSet({ name: set, namespace }),
    ];
  }).flat();
}

const stepsARest = 16;

/** What a command says, what it asked for, and how many times it looked at an object, in sixteens. */
async function ran(line: string, source: Source) {
  let rests = 0;
  const rest = async () => {
    rests += 1;
  };
  const { out, err, code } = await runCommand(line.split(" "), source, { rest });
  assert.equal(err, "");
  return { out, code, looks: rests * stepsARest };
}

const count = 260;
const cluster = snapshotOf(stateful(count));
const first = "why pvc -A";
const lines = [first, "why pvc -A -o json", "why pv", "blockers pvc -A"];

/** Of a whole cluster, by a command line: it takes seconds, and two tests want it of the first. */
const whole = new Map<
  string,
  Promise<Awaited<ReturnType<typeof ran>> & { readonly demands: readonly Demand[] }>
>();

function ranWhole(line: string) {
  const known = whole.get(line);
  if (known !== undefined) return known;
  const source = memorySource(cluster);
  const made = ran(line, source).then((told) => ({ ...told, demands: source.demands }));
  whole.set(line, made);
  return made;
}

for (const line of shareOf(lines, lines.length)) {
  test(`${line}: of ${count} objects hardly any is looked at twice, and the same is said as of a file`, async () => {
    const live = await ranWhole(line);
    const file = await ran(line, { ...inputSource(cluster), start: () => ({ ...cluster, clock: "live" }) });
    assert.equal(live.out, file.out);
    assert.equal(live.code, file.code);
    assert.ok(live.looks >= count, `${live.looks} looks`);
    // A few of them up to five times.
    assert.ok(live.looks <= count + 5 * 64, `${live.looks} looks`);
    assert.deepEqual(live.demands.filter(isOfNamespace).map(nameOf), []);
  });
}

function isOfNamespace({ resource, scope }: Demand): boolean {
  return scope.of === "namespace" && resource !== "v1/events";
}

function nameOf({ resource, scope }: Demand): string {
  return `${resource} ${JSON.stringify(scope)}`;
}

test("of fewer objects all are looked at at once", async () => {
  const source = memorySource(snapshotOf(stateful(80)));
  const { looks } = await ran("why pv", source);
  assert.ok(looks >= 2 * 80, `${looks} looks`);
});

test("where the list of all may not be read, those of the namespaces are", async () => {
  const source = memorySource(cluster);
  const refusing: Source = {
    ...source,
    collect: async (demands) => {
      const { readings, skipped } = await source.collect(demands);
      return { readings: readings.map(withoutListOfSets), skipped };
    },
  };
  const { out, code } = await ran(first, refusing);
  const read = await ranWhole(first);
  assert.equal(out, read.out);
  assert.equal(code, read.code);
  const sets = source.demands.filter((demand) => demand.resource === "apps/v1/statefulsets");
  assert.equal(new Set(sets.filter(isOfNamespace).map(nameOf)).size, count / perNamespace);
});

function withoutListOfSets(reading: Reading): Reading {
  const { resource, scope } = reading;
  if (resource !== "apps/v1/statefulsets" || scope.of !== "cluster") return reading;
  return { read: false, resource, scope, reason: "Forbidden" };
}
