import { createHash } from "node:crypto";
import { imagine } from "../../../src/analysis/imagine.ts";
import type { Sandbox } from "../../../src/analysis/timeline/sandbox.ts";
import { createSandbox } from "../../../src/analysis/timeline/sandbox.ts";
import type { Executor } from "../../../src/changes/executor/index.ts";
import type { Rescue } from "../../../src/changes/rescue/index.ts";
import type { Reading } from "../../../src/cluster/index.ts";
import { everywhere } from "../../../src/cluster/index.ts";
import type { Work } from "../../../src/commands/rescue/carry-on.ts";
import type { Source } from "../../../src/commands/sources/source.ts";
import type { KubeObject, Resource } from "../../../src/kubernetes/index.ts";
import { kindNamed, rawObject } from "../../../src/kubernetes/index.ts";
import type { Act, Write } from "../../../src/report/index.ts";
import { actors } from "../../changes/rescue/actors.ts";
import { clusterOf } from "../../changes/rescue/situation.ts";
import { now } from "../../support/snapshot.ts";

/** The process is gone. */
export class Killed extends Error {}

/** A cluster of models, in which time passes when the rescue sleeps. */
interface ModelCluster {
  readonly world: Sandbox;
  readonly source: Source;
  readonly writes: readonly string[];
  /** @param killedAt counts the moments before and after each write, and around each state that is kept */
  work(kept: Kept, killedAt: number): Work;
}

/** What outlives a process. */
export interface Kept {
  rescue: Rescue;
}

export function modelCluster(objects: readonly KubeObject[]): ModelCluster {
  const world = createSandbox(clusterOf(objects));
  const writes: string[] = [];
  const source: Source = {
    kind: "live",
    namespace: "shop",
    start: () => ({ takenAt: now, clock: "live", source: "models", readings: [], skipped: [] }),
    select: () => Promise.reject(new Error("not asked")),
    collect: async (demands) => ({
      readings: demands.map(({ resource }) => readingOf(resource, world)),
      skipped: [],
    }),
    owners: async () => ({ found: [], missing: [] }),
    typeNamed: async () => ({ served: "no" }),
    watch: () => {
      throw new Error("not asked");
    },
    warnings: () => [],
    requests: () => 0,
    close() {},
  };
  return {
    world,
    source,
    writes,
    work(kept, killedAt) {
      let moment = 0;
      const pass = () => {
        moment += 1;
        if (moment === killedAt) throw new Killed();
      };
      return {
        connected: { source, server: "https://models" },
        executor: executorOf(world, writes, pass),
        async keep(rescue) {
          pass();
          kept.rescue = JSON.parse(JSON.stringify(rescue)) as Rescue;
          pass();
        },
        sleep: async () => passTime(world),
        patience: Number.POSITIVE_INFINITY,
        surroundings: {
          now: () => 0,
          interrupted: new AbortController().signal,
          unhurried: (doing) => doing(),
        },
        waiting() {},
        done() {},
      };
    },
  };
}

function executorOf(world: Sandbox, writes: string[], pass: () => void): Executor {
  const refused = () => Promise.reject(new Error("not asked"));
  return {
    async read(_resource, ref) {
      const object = world.find(ref);
      const raw = object === undefined ? undefined : rawObject(JSON.stringify(versioned(object)));
      return raw === undefined ? { state: "absent" } : { state: "found", raw };
    },
    preview: refused,
    ask: refused,
    whoAmI: refused,
    settle: refused,
    async *run({ plan }, { recheck }) {
      const [item] = plan.items;
      const [step] = item?.steps ?? [];
      if (item === undefined || step?.when !== "now") throw new Error("one step at a time");
      const checked = await recheck(item);
      if (checked !== "unchanged") {
        yield { item, step, status: "refused", detail: checked.message };
        return;
      }
      pass();
      const act = actOf(step.step);
      imagine(act, world);
      writes.push(`${act.do} ${act.on.kind}/${act.on.name}`);
      pass();
      yield { item, step, status: "done", detail: [] };
    },
  };
}

function actOf(step: Write): Act {
  switch (step.do) {
    case "patch":
      return { do: "edit", on: step.target.ref, edits: step.edits };
    case "delete":
      return { do: "delete", on: step.target.ref };
    case "create":
      return { do: "create", on: step.ref, manifest: step.manifest };
    case "replace":
      throw new Error("no step of a rescue");
  }
}

/** Everybody in the cluster does what there is to do. */
export function passTime(world: Sandbox): void {
  for (let round = 0; round < 40; round += 1) for (const actor of actors) actor(world, round);
}

function readingOf(resource: Resource, world: Sandbox): Reading {
  const listed = world.cluster.list(resource, everywhere);
  const items = listed.read ? listed.items.map(versioned) : [];
  return { read: true, resource, scope: everywhere, items };
}

/** Any change is another version. */
function versioned(object: KubeObject): KubeObject {
  const { resourceVersion: _old, ...metadata } = object.metadata;
  const resourceVersion = createHash("sha1")
    .update(JSON.stringify({ ...object, metadata }))
    .digest("hex")
    .slice(0, 8);
  const uid = kindNamed(object.apiVersion, object.kind) === undefined ? "" : object.metadata.uid;
  return { ...object, metadata: { ...object.metadata, uid, resourceVersion } };
}
