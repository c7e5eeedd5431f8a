/** A namespace that is deleted while a policy keeps its pods, and then its claims too: who is named, and what comes true. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { hasUser, newName, testApi } from "../support/e2e.ts";
import { newNode } from "../support/node.ts";
import { pvguard, why } from "../support/pvguard.ts";
import { goesAsForetold, namespaceInUse, untilContentFails } from "./support/namespace.ts";
import type { Kept, Refuser } from "./support/refusal.ts";
import { policyThatKeeps, untilKept } from "./support/refusal.ts";
import { claims, pods, World } from "./support/world.ts";

const api = testApi();
const skip = hasUser("view-only") ? false : "the data would be deleted on another machine";
const nameOf = { pods: "web", persistentvolumeclaims: "data" };

/** Deleted, with policies that keep some of what is in it. */
async function refused(world: World, kept: readonly Kept[]): Promise<readonly Refuser[]> {
  const policies: Refuser[] = [];
  for (const plural of kept) policies.push(await policyThatKeeps(plural, world));
  for (const plural of kept) await untilKept(plural, nameOf[plural], world);
  await api.remove("v1/namespaces", { name: world.namespace });
  await untilContentFails(world);
  return policies;
}

for (const kept of [["pods"], ["pods", "persistentvolumeclaims"]] as const)
  test(`${kept.join(" and ")} may not be deleted`, { skip }, async (context) => {
    const world = new World(context, api, newName("pvguard-test"), await newNode(context, api));
    const disk = await namespaceInUse(world);
    const { volume } = disk;
    const refusers = await refused(world, kept);
    context.after(() => Promise.allSettled(refusers.map((each) => each.letPass())));
    const policies = refusers.map(({ name }) => name);
    const { namespace } = world;
    const claim = await api.get(claims, world.place("data"));
    const pod = await api.get(pods, world.place("web"));
    assert.equal(pod?.metadata.deletionTimestamp, undefined);
    const isClaimDeleted = claim?.metadata.deletionTimestamp !== undefined;
    assert.equal(isClaimDeleted, kept.length === 1);

    const ofNamespace = await why(`ns/${namespace}`);
    assert.deepEqual([ofNamespace.verdict.category, ofNamespace.fate?.data], ["blocked", "destroyed"]);
    for (const policy of policies)
      assert.ok(
        ofNamespace.roots.some(({ object }) => object?.name === policy),
        policy,
      );
    const ofVolume = await why(`pv/${volume}`);
    assert.deepEqual([ofVolume.verdict.category, ofVolume.fate?.data], ["blocked", "destroyed"]);
    const keepers = kept.length === 1 ? policies : policies.slice(1);
    for (const object of ["pvc/data", "pod/web"]) {
      const { verdict, roots } = await why(object, "-n", namespace);
      assert.deepEqual([verdict.category, verdict.reason], ["blocked", "UndeletableInNamespace"]);
      const named = object === "pod/web" ? policies.slice(0, 1) : keepers;
      assert.deepEqual(
        roots.map((root) => root.object?.name),
        named,
      );
    }
    const ofClaim = await pvguard("why", "pvc/data", "-n", namespace, "-o", "wide");
    const told = ofClaim.out.replaceAll(/\s+/g, " ");
    for (const policy of keepers) assert.match(told, new RegExp(policy), policy);
    assert.doesNotMatch(told, /kubectl delete pod/);
    const asked = await pvguard("why", `ns/${namespace}`, "-o", "wide");
    assert.doesNotMatch(asked.out, /Now: namespace-controller/);
    for (const object of [`ns/${namespace}`, "pvc/data"]) {
      const blockers = await pvguard("blockers", object, "-n", namespace);
      for (const policy of policies) assert.ok(blockers.out.includes(policy), `${object}: ${policy}`);
    }

    for (const each of refusers) await each.letPass();
    await goesAsForetold(world, disk);
  });
