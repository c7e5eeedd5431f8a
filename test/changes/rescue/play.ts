import assert from "node:assert/strict";
import { imagine } from "../../../src/analysis/imagine.ts";
import type { Sandbox } from "../../../src/analysis/timeline/sandbox.ts";
import { createSandbox } from "../../../src/analysis/timeline/sandbox.ts";
import type { Next, Rescue } from "../../../src/changes/rescue/index.ts";
import { afterActStep, nextOfRescue, withProvenRetain } from "../../../src/changes/rescue/index.ts";
import { everywhere } from "../../../src/cluster/index.ts";
import { reclaimPolicyOf } from "../../../src/controllers/index.ts";
import type { KubeObject, PersistentVolume } from "../../../src/kubernetes/index.ts";
import { actors, isDestroyable } from "./actors.ts";
import { clusterOf } from "./situation.ts";

/** How a rescue ended when the cluster did things in between, and what became of each disk. */
interface Played {
  readonly world: Sandbox;
  readonly end: Next;
  readonly stages: readonly string[];
  /** Volumes that had, at some moment, a version by which a controller could have destroyed the disk. */
  readonly exposed: ReadonlySet<string>;
  /** Volumes for which Retain was written. */
  readonly retained: ReadonlySet<string>;
}

/**
 * Plays a rescue. Between a decision and its write, and between two steps, the cluster acts: as `choices` say at first,
 * then every actor in turn, so that whatever can end does. A write lands only on the version that was seen.
 */
export function play(begun: Rescue, objects: readonly KubeObject[], choices: readonly number[]): Played {
  let rescue = begun;
  const world = createSandbox(clusterOf(objects));
  const exposed = new Set<string>();
  const retained = new Set<string>();
  const stages: string[] = [];
  const queue = [...choices];
  watch();

  function watch(): void {
    const names = rescue.pairs.map(({ volume }) => volume.name);
    const listed = world.cluster.list("v1/persistentvolumes", everywhere);
    for (const volume of listed.read ? listed.items.filter(isDestroyable) : []) {
      const { name } = volume.metadata;
      assert.ok(names.includes(name), `${name} can be destroyed, and the rescue does not know it`);
      assert.ok(!retained.has(name), `${name} is Retain no more`);
      exposed.add(name);
    }
  }

  function act(choice: number): boolean {
    const did = actors[choice % actors.length]?.(world, Math.floor(choice / actors.length)) ?? false;
    if (did) watch();
    return did;
  }

  /** @param most moments */
  function someTime(most = 5): void {
    const count = (queue.shift() ?? 0) % (most + 1);
    for (let moment = 0; moment < count; moment += 1) act(queue.shift() ?? moment);
  }

  /** Every actor, often: at least one of them does something as long as something can be done. */
  function longTime(): void {
    for (let round = 0; round < 60; round += 1)
      for (let actor = 0; actor < actors.length; actor += 1) act(actor + actors.length * round);
  }

  // Before the first step everything can be over already.
  someTime(30);
  for (let turn = 0; turn < 200; turn += 1) {
    someTime();
    rescue = withProvenRetain(rescue, world.cluster);
    const next = nextOfRescue(rescue, world.cluster);
    if ("by" in next && next.by === "cluster") {
      longTime();
      continue;
    }
    if ("end" in next || next.by === "person") return { world, end: next, stages, exposed, retained };
    const before = JSON.stringify(world.find(next.act.on));
    someTime();
    if (JSON.stringify(world.find(next.act.on)) !== before) continue;
    if (next.stage !== "retain") assertSafe(rescue, world, next.stage);
    if (next.stage === "create-volume" && next.act.do === "create")
      assert.match(next.act.manifest, /"persistentVolumeReclaimPolicy":"Retain"/);
    imagine(next.act, world);
    rescue = afterActStep(rescue, next);
    stages.push(`${next.stage} ${next.act.on.name}`);
    if (next.stage === "retain") retained.add(next.act.on.name);
    watch();
  }
  const open = nextOfRescue(rescue, world.cluster);
  assert.fail(`no end: ${JSON.stringify(open)} after ${stages.join(", ")}`);
}

/** Nothing else is done as long as a disk of the rescue could still be destroyed. */
function assertSafe({ pairs }: Rescue, world: Sandbox, stage: string): void {
  for (const { volume } of pairs) {
    const now = volumeNow(world, volume.name);
    const policy = now === undefined ? "Retain" : reclaimPolicyOf(now);
    assert.equal(policy, "Retain", `${stage} comes before ${volume.name} is safe`);
  }
}

export function volumeNow(world: Sandbox, name: string): PersistentVolume | undefined {
  const found = world.cluster.get("v1/persistentvolumes", name);
  return found.state === "found" ? found.object : undefined;
}
