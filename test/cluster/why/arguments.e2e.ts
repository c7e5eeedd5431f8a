/** Names, selectors and namespaces, as kubectl understands them. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { newName, testApi } from "../support/e2e.ts";
import { persistentVolumeClaim } from "../support/manifests.ts";
import { answer } from "./support/answers.ts";
import type { Program } from "./support/program.ts";
import { buildProgram } from "./support/program.ts";
import type { World } from "./support/world.ts";
import { claims, newWorld, volumes } from "./support/world.ts";

const api = testApi();
let program: Program;
before(async () => {
  program = await buildProgram();
});
after(() => program.remove());

const missing = [
  ["pvc/nope"],
  ["pvc", "nope"],
  ["persistentvolumeclaims", "nope"],
  ["pv/nope"],
  ["volumeattachments.storage.k8s.io/nope"],
  ["pod/nope"],
  ["pvc/data", "-n", "no-such-namespace"],
];

for (const args of missing) {
  test(`${args.join(" ")}: not found, in kubectl's words`, async () => {
    const asked = await program.throughKubectl(undefined, "why", ...args);
    const got = await program.kubectl(undefined, "get", ...args);
    assert.match(got.stderr, /NotFound/);
    assert.deepEqual([asked.code, asked.stdout, asked.stderr], [2, "", got.stderr]);
    const ignored = await program.throughKubectl(undefined, "why", ...args, "--ignore-not-found");
    assert.deepEqual([ignored.code, ignored.stdout, ignored.stderr], [0, "", ""]);
  });
}

test("an unknown type, in kubectl's words, and then the types that there are", async () => {
  const asked = await program.throughKubectl(undefined, "why", "nonsense/x");
  const got = await program.kubectl(undefined, "get", "nonsense/x");
  const [first, types = ""] = asked.stderr.split(/(?<=\n)/);
  assert.deepEqual([asked.code, first], [2, got.stderr]);
  assert.match(types, /^why supports pvc, pv, /);
});

async function labelled(world: World, name: string, app: string): Promise<void> {
  const claim = persistentVolumeClaim(world.place(name), { storageClassName: "nope" });
  await world.create({ ...claim, metadata: { ...claim.metadata, labels: { app } } });
  await world.until(claims, world.place(name), ({ status }) => status?.phase === "Pending");
}

async function namesOf(...args: readonly string[]): Promise<readonly string[]> {
  const { said } = answer(await program.throughKubectl(undefined, "why", "pvc", ...args, "-o", "json"));
  return (said.diagnoses ?? []).map(({ object }) => `${object.namespace}/${object.name}`);
}

test("a selector and all namespaces choose what kubectl get chooses", async (context) => {
  const [one, other] = [await newWorld(context, api, ""), await newWorld(context, api, "")];
  const app = newName("app");
  await labelled(one, "data-0", app);
  await labelled(one, "logs", "something-else");
  await labelled(other, "data-1", app);
  assert.deepEqual(await namesOf("-l", `app=${app}`, "-n", one.namespace), [`${one.namespace}/data-0`]);
  assert.deepEqual(await namesOf("-n", one.namespace), [`${one.namespace}/data-0`, `${one.namespace}/logs`]);
  const both = [`${one.namespace}/data-0`, `${other.namespace}/data-1`];
  assert.deepEqual([...(await namesOf("-A", "-l", `app=${app}`))].sort(), both.sort());
  const all = await namesOf("-A");
  for (const name of both) assert.ok(all.includes(name), `${name} among all`);
});

test("none of a type is not a failure, and a claim that is gone is not found", async (context) => {
  const world = await newWorld(context, api, "");
  const asked = await program.throughKubectl(undefined, "why", "pvc", "-n", world.namespace);
  const got = await program.kubectl(undefined, "get", "pvc", "-n", world.namespace);
  assert.deepEqual([asked.code, asked.stderr], [0, got.stderr]);

  const volume = world.name("volume");
  await world.bound(volume, "data", { persistentVolumeReclaimPolicy: "Delete" });
  await world.delete(claims, "data");
  await world.untilGone(volumes, { name: volume });
  for (const name of ["pvc/data", `pv/${volume}`]) {
    const gone = await program.throughKubectl(undefined, "why", name, "-n", world.namespace);
    assert.equal(gone.code, 2, name);
  }
});
