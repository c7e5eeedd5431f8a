/** The webhook before a real API server: the accident is refused, what a person allows passes, and controllers go on working. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync } from "node:fs";
import type { TestContext } from "node:test";
import { after, before, test } from "node:test";
import { hasUser, newName, testApi } from "../support/e2e.ts";
import { eventually, gone, holdsFor } from "../support/eventually.ts";
import { pathOf } from "../support/paths.ts";
import { claims, volumes, World } from "../why/support/world.ts";
import { register, startGuard } from "./guarding.ts";

const namespaces = "v1/namespaces";
const api = testApi();
/** The controllers and the API server of a cluster that a person named may run on another machine. */
const skip = hasUser("view-only") ? false : "the API server may not reach this machine";
const label = newName("guard");
let guarding: Awaited<ReturnType<typeof startGuard>>;
let unregister: (() => Promise<void>) | undefined;

before(async () => {
  if (skip !== false) return;
  guarding = await startGuard("--mode=deny", "--timeout=18s");
  unregister = await register(api, guarding, label);
});
after(async () => {
  await unregister?.();
  await guarding?.end();
});

/** A namespace whose deletions are asked about, until the test ends. */
async function guardedWorld(context: TestContext): Promise<World> {
  const name = newName("pvguard-test");
  await api.create({ apiVersion: "v1", kind: "Namespace", metadata: { name, labels: { guarded: label } } });
  context.after(async () => {
    const place = { name };
    await api.patch(namespaces, place, { metadata: { labels: { guarded: null } } }).catch(() => undefined);
    await api.send("DELETE", pathOf(namespaces, place));
  });
  return new World(context, api, name, "");
}

async function diskOf(world: World, claim: string, persistentVolumeReclaimPolicy: "Delete" | "Retain") {
  const volume = world.name("volume");
  const path = `/tmp/pvguard-test/${volume}`;
  mkdirSync(path, { recursive: true });
  await world.bound(volume, claim, { persistentVolumeReclaimPolicy });
  await api.patch(volumes, { name: volume }, { metadata: { labels: { guarded: label } } });
  return { volume, isThere: () => existsSync(path) };
}

async function deletion(
  resource: string,
  place: { readonly name: string; readonly namespace?: string },
  query = "",
) {
  const answer = await api.send("DELETE", `${pathOf(resource, place)}${query}`);
  const { message = "" } = JSON.parse(answer.body) as { readonly message?: string };
  return { status: answer.status, message };
}

/** The server learns of the webhook a little later: until then it is only tried. */
async function refused(resource: string, place: { readonly name: string; readonly namespace?: string }) {
  return await eventually("the deletion is refused", async () => {
    const tried = await deletion(resource, place, "?dryRun=All");
    return tried.status === 403 ? tried.message : undefined;
  });
}

async function allow(resource: string, place: { readonly name: string; readonly namespace?: string }) {
  const found = await api.get(resource as typeof claims, place);
  const annotations = { "pvguard.dev/allow-delete": found?.metadata.uid ?? "" };
  await api.patch(resource, place, { metadata: { annotations } });
}

test("a claim that loses its data is refused, with the step that keeps it, and passes after that step", {
  skip,
}, async (context) => {
  const world = await guardedWorld(context);
  const { volume, isThere } = await diskOf(world, "data", "Delete");
  const message = await refused(claims, world.place("data"));
  assert.match(
    message,
    /^admission webhook "namespaced\.pvguard\.dev" denied the request: pvguard: deleting pvc\/data /,
  );
  assert.match(message, new RegExp(`To keep the data, do this first: kubectl patch pv ${volume} -p `));
  assert.match(
    message,
    /kubectl annotate persistentvolumeclaims data -n \S+ pvguard\.dev\/allow-delete=\S+$/,
  );
  assert.equal((await deletion(claims, world.place("data"))).status, 403);
  assert.ok((await api.get(claims, world.place("data")))?.metadata.deletionTimestamp === undefined);

  await api.patch(volumes, { name: volume }, { spec: { persistentVolumeReclaimPolicy: "Retain" } });
  assert.ok((await deletion(claims, world.place("data"))).status < 300, "at once, whatever was read before");
  await world.untilGone(claims, world.place("data"));
  await holdsFor("the disk is kept", 2, async () => isThere());
});

test("the annotation with the object's uid lets it pass, and that of another does not", {
  skip,
}, async (context) => {
  const world = await guardedWorld(context);
  const { volume, isThere } = await diskOf(world, "data", "Delete");
  const place = world.place("data");
  await api.patch(claims, place, { metadata: { annotations: { "pvguard.dev/allow-delete": "yes" } } });
  await refused(claims, place);
  await allow(claims, place);
  assert.ok((await deletion(claims, place)).status < 300);
  // The volume controller deletes the volume: that is its work.
  await world.untilGone(volumes, { name: volume });
  assert.equal(isThere(), false);
});

test("a namespace with such a claim is refused, and ends with all that is in it once it is allowed", {
  skip,
}, async (context) => {
  const world = await guardedWorld(context);
  const { volume } = await diskOf(world, "data", "Delete");
  const place = { name: world.namespace };
  assert.match(await refused(namespaces, place), /the data of its only claim, pvc\/data/);
  await allow(namespaces, place);
  assert.ok((await deletion(namespaces, place)).status < 300);
  // The namespace controller deletes the claim, which was not allowed by itself.
  await gone("the namespace", () => api.get(namespaces, place), 90);
  await world.untilGone(volumes, { name: volume });
});

test("what is kept is deleted without a question", { skip }, async (context) => {
  const world = await guardedWorld(context);
  await diskOf(world, "data", "Retain");
  assert.ok((await deletion(claims, world.place("data"))).status < 300);
  await gone("the claim", () => api.get(claims, world.place("data")));
  assert.ok((await deletion(namespaces, { name: world.namespace })).status < 300);
});

test("a bound volume is refused; one that is Released is lost anyway, and its controller's deletion passes", {
  skip,
}, async (context) => {
  const world = await guardedWorld(context);
  const { volume } = await diskOf(world, "data", "Delete");
  const claim = world.place("data");
  const message = await refused(volumes, { name: volume });
  assert.match(message, /pvguard: deleting pv\//);
  await allow(claims, claim);
  await deletion(claims, claim);
  await world.untilGone(volumes, { name: volume });
});

test("all claims of a namespace at once: the one that loses data is refused, by its own name", {
  skip,
}, async (context) => {
  const world = await guardedWorld(context);
  await diskOf(world, "data", "Delete");
  await refused(claims, world.place("data"));
  const answer = await api.send("DELETE", `/api/v1/namespaces/${world.namespace}/persistentvolumeclaims`);
  assert.equal(answer.status, 403);
  assert.match(answer.body, /deleting pvc\/data/);
  assert.ok((await api.get(claims, world.place("data")))?.metadata.deletionTimestamp === undefined);
});

test("a set that deletes its claims is refused; once it is allowed, the garbage collector deletes them", {
  skip,
}, async (context) => {
  const world = await guardedWorld(context);
  const { volume } = await diskOf(world, "data-db-0", "Delete");
  const labels = { app: "db" };
  const place = world.place("db");
  await world.create({
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: { ...place },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete", whenScaled: "Retain" },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: "main", image: "example.invalid/main" }] },
      },
      volumeClaimTemplates: [
        {
          metadata: { name: "data" },
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
        },
      ],
    },
  });
  await world.until(
    claims,
    world.place("data-db-0"),
    ({ metadata }) => metadata.ownerReferences !== undefined,
  );
  assert.match(await refused("apps/v1/statefulsets", place), /deleting statefulset\/db/);
  await allow("apps/v1/statefulsets", place);
  assert.ok((await deletion("apps/v1/statefulsets", place)).status < 300);
  await world.untilGone(claims, world.place("data-db-0"), 60);
  await world.untilGone(volumes, { name: volume });
});

test("Prometheus sees what was answered, and how old what it rests on was", { skip }, async (context) => {
  const world = await guardedWorld(context);
  await diskOf(world, "data", "Delete");
  await refused(claims, world.place("data"));
  const text = await guarding.metrics();
  const value = (sample: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${sample} `))
        ?.split(" ")[1],
    );
  const answered = (answer: string, judgement: string) =>
    value(`pvguard_guard_answers_total{answer="${answer}",judgement="${judgement}"}`);
  assert.ok(answered("refused", "loss") > 0, text);
  assert.equal(answered("warned", "loss"), 0, "the mode is deny");
  assert.equal(answered("warned", "late"), 0, text);
  assert.ok(value("pvguard_guard_answer_seconds_count") >= value("pvguard_guard_read_age_seconds_count"));
  assert.ok(value("pvguard_guard_read_age_seconds_count") > 0, text);
});

test("without the webhook the deletion passes: it fails open", { skip }, async (context) => {
  const world = await guardedWorld(context);
  await diskOf(world, "data", "Delete");
  await refused(claims, world.place("data"));
  assert.equal(await guarding.end(), 0);
  const tried = await deletion(claims, world.place("data"), "?dryRun=All");
  assert.ok(tried.status < 300, tried.message);
});
