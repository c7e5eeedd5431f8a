/**
 * In the scenarios: no step is called safe before a loss. What follows it is not taken from its label: its acts and
 * deletions are carried out, and the controllers run forward, with it and without.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAnalysis } from "../../src/analysis/create-analysis.ts";
import { imagine } from "../../src/analysis/imagine.ts";
import { runForward } from "../../src/analysis/timeline/run.ts";
import type { Sandbox } from "../../src/analysis/timeline/sandbox.ts";
import { createSandbox } from "../../src/analysis/timeline/sandbox.ts";
import { stepsOf as stepsIn } from "../../src/analysis/timeline/steps.ts";
import type { Cluster } from "../../src/cluster/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { ObjectRef } from "../../src/kubernetes/index.ts";
import { flatten, isTerminating, kinds, nameKey, refOf } from "../../src/kubernetes/index.ts";
import type { Act, MarkedRemedy } from "../../src/report/index.ts";
import { recordsAround } from "./records-around.ts";
import type { Walked } from "./walked.ts";
import { walked } from "./walked.ts";

/** The steps of a report with the objects they are about. */
const stepsOf = ({ report, audit }: Walked): readonly (readonly [ObjectRef, MarkedRemedy])[] => [
  ...report.diagnoses.flatMap(({ object, remedies }) => remedies.map((each) => [object, each] as const)),
  ...audit.findings.flatMap(({ subject, remedies }) => remedies.map((each) => [subject, each] as const)),
];

/** What a step does to objects, by its acts, or by the deletions among its commands. */
function actsOf({ fix, commands }: MarkedRemedy, cluster: Cluster): readonly Act[] {
  if (fix !== undefined) return fix.acts;
  return commands.flatMap(({ argv: [program, verb, type = "", ...rest] }) => {
    if (program !== "kubectl" || verb !== "delete") return [];
    const kind = kinds.find(({ resource, singular }) => {
      const plural = resource.split("/").at(-1);
      return [singular, plural, short[type]].includes(type.split(".")[0]) || plural === short[type];
    });
    const at = rest.indexOf("-n");
    const names = (at < 0 ? rest : rest.slice(0, at)).filter((word) => !word.startsWith("-"));
    const namespace = at < 0 ? {} : { namespace: rest[at + 1] ?? "" };
    return names.flatMap((name) => {
      const found = kind && cluster.get(kind.resource, name, namespace.namespace);
      return found?.state === "found" ? [{ do: "delete", on: refOf(found.object) } as Act] : [];
    });
  });
}

const short: Readonly<Record<string, string>> = {
  pvc: "persistentvolumeclaims",
  pv: "persistentvolumes",
  pod: "pods",
};

const movesAround = (ref: ObjectRef, world: Sandbox) => [
  ...runForward(world, createAnalysis(world.base, knowledge), {
    subjects: recordsAround(ref, world),
    missed: () => {},
    missedOf: () => {},
    cut: () => {},
  }),
];

/** What the controllers do in the end around these objects when the acts are done: to which data, and by whose deletion. */
function lossesAfter(acts: readonly Act[], around: readonly ObjectRef[], cluster: Cluster) {
  const world = createSandbox(cluster);
  for (const act of acts) imagine(act, world);
  const losses = new Map<string, string>();
  for (const ref of around) {
    const moves = movesAround(ref, world);
    const steps = stepsIn(moves);
    moves.forEach(({ action }, at) => {
      const isOpened = action.do === "clear-claim-ref" && action.part === "whole";
      if (action.do !== "destroy-backend" && !isOpened) return;
      losses.set(
        nameKey(action.object),
        flatten(steps[at]?.when ?? [], (data) => data),
      );
    });
  }
  return { losses, world };
}

/** A condition that does not depend on another deletion or decision. */
const comesByItself = (when: string | undefined) =>
  when === "now" || (when !== undefined && /^when (the kubelet on )?\S+ acts$/.test(when));

test("what destroys or exposes data, carried out in every scenario, is called so; and what stops a running pod is not safe", () => {
  let done = 0;
  let losing = 0;
  let stopping = 0;
  for (const each of walked) {
    for (const [object, remedy] of stepsOf(each)) {
      const acts = actsOf(remedy, each.cluster);
      if (acts.length === 0) continue;
      const around = [object, ...acts.map(({ on }) => on), ...relatedTo(object, each)];
      const before = lossesAfter([], around, each.cluster).losses;
      const { losses, world } = lossesAfter(acts, around, each.cluster);
      const about = `${each.name}: ${remedy.name} for ${object.kind} ${object.name}`;
      const caused = [...losses].filter(
        ([key, when]) => comesByItself(when) && !comesByItself(before.get(key)),
      );
      if (caused.length > 0) {
        assert.equal(remedy.safety, "loses-data", `${about}: ${JSON.stringify(caused)}`);
        losing += 1;
      }
      const stopped = acts.filter((act) => act.do === "delete" && isRunning(act.on, each.cluster));
      if (stopped.some(({ on }) => !isRunning(on, world.cluster))) {
        assert.notEqual(remedy.safety, "safe", about);
        stopping += 1;
      }
      done += 1;
    }
  }
  assert.ok(done > 30 && losing > 4 && stopping > 1, `${done} carried out, ${losing} lose, ${stopping} stop`);
});

/** Less is destroyed for its acts: of two disks that it may keep one. */
function isKept(object: ObjectRef, { fix }: MarkedRemedy, cluster: Cluster): boolean {
  if (fix === undefined) return false;
  const [before, after] = [[], fix.acts].map((acts) => lossesAfter(acts, [object], cluster).losses.size);
  return (after ?? 0) < (before ?? 0);
}

/** A step loses the disk of another claim, too, and this keeps that one before it. */
function isRetainOfOther({ name, fix }: MarkedRemedy, volume: ObjectRef | undefined): boolean {
  const changed = fix?.acts.map(({ on }) => on.name) ?? [];
  return name === "set-retain" && volume !== undefined && !changed.includes(volume.name);
}

function relatedTo({ kind, name, namespace }: ObjectRef, { report }: Walked): readonly ObjectRef[] {
  const diagnosis = report.diagnoses.find(
    ({ object }) => object.kind === kind && object.name === name && object.namespace === namespace,
  );
  return diagnosis?.fate?.volume === undefined ? [] : [diagnosis.fate.volume];
}

function isRunning(ref: ObjectRef, cluster: Cluster): boolean {
  if (ref.kind !== "Pod") return false;
  const found = cluster.get("v1/pods", ref.name, ref.namespace);
  if (found.state !== "found") return false;
  return found.object.status?.phase === "Running" && !isTerminating(found.object);
}

test("where the data of an object is destroyed as things go on, nothing but what keeps it is safe, and no loss is proposed before Retain", () => {
  let doomed = 0;
  for (const { name, cluster, report } of walked) {
    for (const { object, remedies, fate } of report.diagnoses) {
      const moves = movesAround(object, createSandbox(cluster));
      if (fate?.data !== "destroyed" || !moves.some(({ action }) => action.do === "destroy-backend"))
        continue;
      doomed += 1;
      for (const remedy of remedies) {
        const keeps =
          remedy.spares !== undefined ||
          isKept(object, remedy, cluster) ||
          isRetainOfOther(remedy, fate.volume);
        const about = `${name}: ${remedy.name} for ${object.kind} ${object.name}`;
        assert.ok(keeps || remedy.safety === "loses-data", `${about} is ${remedy.safety}`);
      }
      const retains = remedies.some((remedy) => /^(set-retain|retain)/.test(remedy.name));
      const [primary] = remedies.filter((remedy) => remedy.primary);
      if (retains) assert.notEqual(primary?.safety, "loses-data", `${name}: ${object.name}`);
    }
  }
  assert.ok(doomed > 12, `${doomed}`);
});
