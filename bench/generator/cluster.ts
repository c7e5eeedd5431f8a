import type { App } from "./app.ts";
import { appOf } from "./app.ts";
import { diskOf } from "./disk.ts";
import type { Expected, Item } from "./item.ts";
import type { Machine } from "./node.ts";
import { imagesOf, machines, nodeItems } from "./node.ts";
import type { Field, Planting } from "./plants.ts";
import { plantedAt } from "./plants.ts";
import { podOf } from "./pod.ts";
import type { Random } from "./random.ts";
import { random } from "./random.ts";
import type { Site } from "./site.ts";
import { classes, namespace, systemItems } from "./system.ts";
import type { Owner } from "./workload.ts";
import { cronJob, deployment, job, ownerOf, replicaSet, statefulSet } from "./workload.ts";

const seed = 20_261_120;
export interface Wishes {
  readonly pods: number;
  /** One claim in so many has something wrong with it. */
  readonly distance?: number;
  readonly planting?: Planting;
  readonly podsANamespace?: number;
}

const podsANode = 30;
const sets = ["cache", "events", "ledger", "orders", "search", "sessions"];
const services = ["api", "gateway", "web", "worker"];

interface Generated {
  /** Namespaced objects come namespace by namespace, in the order of their names. */
  readonly items: Iterable<Item>;
  /** Whole only when all items have come. */
  readonly expected: readonly Expected[];
}

/**
 * A cluster of so many pods: half of them of StatefulSets with a claim each, 40 % of Deployments, and 10 % of Jobs that
 * have run. Everything in it is healthy except what `plants.ts` plants.
 */
export function generate({ pods, distance = 40, planting = "all", podsANamespace = 60 }: Wishes): Generated {
  const expected: Expected[] = [];
  return { items: itemsOf({ pods, distance, planting, podsANamespace }, expected), expected };
}

interface Town {
  readonly machines: readonly Machine[];
  readonly random: Random;
  readonly expected: Expected[];
  /** From one thing planted to the next, in places for claims. */
  readonly field: Field;
  /** Of places for claims, over all namespaces. */
  places: number;
}

function* itemsOf(wishes: Required<Wishes>, expected: Expected[]): Generator<Item> {
  const { pods, distance, planting, podsANamespace } = wishes;
  const numbers = random(seed);
  const count = Math.max(3, Math.ceil(pods / podsANode));
  const town: Town = {
    machines: machines(count),
    random: numbers,
    expected,
    field: { distance, planting },
    places: 0,
  };
  yield* systemItems(count, numbers);
  let left = pods;
  for (let number = 0; left > 0; number++) {
    const name = `team-${String(number).padStart(5, "0")}`;
    yield namespace(name, numbers);
    yield* ofNamespace(name, Math.min(left, podsANamespace), town);
    left -= podsANamespace;
  }
  const images = imagesOf(numbers);
  for (const machine of town.machines) yield* nodeItems(machine, images, numbers);
}

function* ofNamespace(name: string, pods: number, town: Town): Generator<Item> {
  const claimed = Math.ceil(pods / 2);
  const jobs = Math.floor(pods / 10);
  yield* split(claimed, sets, (set, replicas, position) =>
    ofSet(set, name, replicas, classes[position % classes.length] ?? classes[0], town),
  );
  yield* split(pods - claimed - jobs, services, (service, replicas) =>
    ofService(service, name, replicas, town),
  );
  yield* ofJobs(name, jobs, town);
}

/** Shares pods out to workloads with these names. */
function* split(
  pods: number,
  names: readonly string[],
  make: (name: string, pods: number, position: number) => Iterable<Item>,
): Generator<Item> {
  const each = Math.ceil(pods / names.length);
  for (const [position, name] of names.entries()) {
    const some = Math.min(each, pods - position * each);
    if (some > 0) yield* make(name, some, position);
  }
}

function machineIn({ machines: all, random: numbers }: Town): Machine {
  const found = all[numbers.below(all.length)] ?? all[0];
  if (found === undefined) throw new Error("a cluster without nodes");
  return found;
}

function* ofSet(
  name: string,
  space: string,
  replicas: number,
  of: (typeof classes)[number],
  town: Town,
): Generator<Item> {
  const numbers = town.random;
  const app = appOf("set", name, space, numbers);
  const set = ownerOf("apps/v1", "StatefulSet", name, numbers);
  const labels = { "app.kubernetes.io/instance": name, "app.kubernetes.io/name": name };
  let ready = 0;
  for (let ordinal = 0; ordinal < replicas; ordinal++) {
    const node = machineIn(town);
    const other = town.machines[(town.machines.indexOf(node) + 1) % town.machines.length] ?? node;
    const place = { namespace: space, claim: `data-${name}-${ordinal}`, class: of, zone: node.zone };
    const disk = diskOf({ ...place, nodeName: node.name, labels }, numbers);
    const site: Site = { app, set, ordinal, replicas, disk, node, otherNode: other.name, random: numbers };
    const { items, findings } = plantedAt(town.places++, town.field, site);
    town.expected.push(...findings);
    if (items.some(({ resource }) => resource.endsWith("/volumeattachments"))) node.handles.push(disk.handle);
    if (items.length > 0) ready++;
    yield* items;
  }
  yield { resource: "apps/v1/statefulsets", object: statefulSet(app, set.uid, replicas, ready, of.name) };
}

function* ofService(name: string, space: string, replicas: number, town: Town): Generator<Item> {
  const numbers = town.random;
  const app = appOf("deployment", name, space, numbers);
  const owner = ownerOf("apps/v1", "Deployment", name, numbers);
  yield { resource: "apps/v1/deployments", object: deployment(app, owner.uid, replicas) };
  for (const some of [replicas, 0]) {
    const hash = numbers.suffix(10);
    const self = ownerOf("apps/v1", "ReplicaSet", `${name}-${hash}`, numbers);
    yield { resource: "apps/v1/replicasets", object: replicaSet(app, self, some, owner) };
    for (let number = 0; number < some; number++)
      yield podOfOwner(app, self, { "pod-template-hash": hash }, "running", town);
  }
}

function* ofJobs(space: string, count: number, town: Town): Generator<Item> {
  const numbers = town.random;
  const app = appOf("job", "report", space, numbers);
  const cron = ownerOf("batch/v1", "CronJob", "report", numbers);
  yield { resource: "batch/v1/cronjobs", object: cronJob(app, cron) };
  for (let number = 0; number < count; number++) {
    const isCron = number % 2 === 0;
    const self = ownerOf(
      "batch/v1",
      "Job",
      isCron ? `report-${29_400_000 + number * 60}` : `migrate-${number}`,
      numbers,
    );
    yield { resource: "batch/v1/jobs", object: job(app, self, isCron ? cron : undefined) };
    yield podOfOwner(app, self, { "batch.kubernetes.io/job-name": self.name }, "succeeded", town);
  }
}

function podOfOwner(
  app: App,
  owner: Owner,
  labels: { readonly [name: string]: string },
  state: "running" | "succeeded",
  town: Town,
): Item {
  const name = `${owner.name}-${town.random.suffix(5)}`;
  const facts = { name, owner, labels, state, nodeName: machineIn(town).name };
  return { resource: "v1/pods", object: podOf(app, facts, town.random) };
}
