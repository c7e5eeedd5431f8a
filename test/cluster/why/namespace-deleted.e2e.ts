/** A namespace that is deleted with a claim in use: what is said of it at each moment, and what then becomes of the data. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { hasUser, newName, testApi } from "../support/e2e.ts";
import { finishPod, newNode } from "../support/node.ts";
import { pvguard, why } from "../support/pvguard.ts";
import { namespaceInUse, untilContentFails } from "./support/namespace.ts";
import { pods, volumes, World } from "./support/world.ts";

const namespaces = "v1/namespaces";
const api = testApi();
/** The controllers of a cluster that a person named may run on another machine. */
const skip = hasUser("view-only") ? false : "the data would be deleted on another machine";

test("pods first, then claims, then the disk", { skip }, async (context) => {
  const namespace = newName("pvguard-test");
  const world = new World(context, api, namespace, await newNode(context, api));
  const { volume, path } = await namespaceInUse(world);

  const told = async (...target: readonly string[]) => {
    const { verdict, fate } = await why(...target);
    return [verdict.category, verdict.reason, fate?.data];
  };
  const claim = ["pvc/data", "-n", namespace];
  const goes = ["waiting", "NamespaceDeletesClaim", "destroyed"];
  await api.remove(namespaces, { name: namespace });
  // The namespace controller waits for five seconds: it has not deleted the pod yet.
  const first = await told(...claim);
  const pod = await api.get(pods, world.place("web"));
  assert.deepEqual(first, goes);
  assert.deepEqual(await told(`pv/${volume}`), ["waiting", "ClaimOfVolumeGoes", "destroyed"]);
  context.diagnostic(
    `the pod was ${pod?.metadata.deletionTimestamp === undefined ? "not deleted yet" : "deleted"}`,
  );

  // Once the pod has outlived its grace period, the namespace controller calls that a failure.
  await untilContentFails(world);
  assert.deepEqual(await told(`ns/${namespace}`), ["waiting", "PodEnding", "destroyed"]);
  assert.deepEqual(await told(...claim), goes);

  await finishPod(api, { name: "web", namespace });
  // From here on until it has gone nothing is in the way.
  for (let answer = await pvguard("why", `ns/${namespace}`, "-o", "wide"); answer.code !== 2; ) {
    assert.match(answer.out, /: waiting/);
    answer = await pvguard("why", `ns/${namespace}`, "-o", "wide");
  }
  await world.untilGone(volumes, { name: volume });
  assert.ok(!existsSync(path), "the deleter has removed what was behind the volume");
});
