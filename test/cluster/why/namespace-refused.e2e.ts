/** A namespace that is deleted while a policy keeps its pods, and then its claims too: who is named, and what comes true. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { hasUser, newName, testApi } from "../support/e2e.ts";
import { eventually } from "../support/eventually.ts";
import { finishPod, newNode } from "../support/node.ts";
import { pvguard, why } from "../support/pvguard.ts";
import { namespaceInUse, untilContentFails } from "./support/namespace.ts";
import { claims, pods, volumes, World } from "./support/world.ts";

const api = testApi();
const skip = hasUser("view-only") ? false : "the data would be deleted on another machine";
const group = "admissionregistration.k8s.io/v1";

type Kept = "pods" | "persistentvolumeclaims";

/** Nobody may delete objects of this kind in the namespace. */
async function keep(plural: Kept, { namespace }: World): Promise<string> {
  const name = newName(`keep-${plural}`);
  const metadata = { name };
  const rule = { apiGroups: [""], apiVersions: ["v1"], operations: ["DELETE"], resources: [plural] };
  const binding = {
    apiVersion: group,
    kind: "ValidatingAdmissionPolicyBinding",
    metadata,
    spec: { policyName: name, validationActions: ["Deny"] },
  };
  const policy = {
    apiVersion: group,
    kind: "ValidatingAdmissionPolicy",
    metadata,
    spec: {
      failurePolicy: "Fail",
      matchConstraints: {
        resourceRules: [rule],
        namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
      },
      validations: [{ expression: "false", message: `${plural} are kept, as agreed` }],
    },
  };
  await post("validatingadmissionpolicies", policy);
  await post("validatingadmissionpolicybindings", binding);
  return name;
}

async function post(plural: string, object: object): Promise<void> {
  const { status, body } = await api.send("POST", `/apis/${group}/${plural}`, object);
  assert.equal(status, 201, body);
}

async function letPass(policy: string): Promise<void> {
  await api.remove(`${group}/validatingadmissionpolicybindings`, { name: policy });
  await api.remove(`${group}/validatingadmissionpolicies`, { name: policy });
}

/** An API server takes a moment to hear of a new policy. */
async function untilKept(plural: Kept, { namespace }: World): Promise<void> {
  const name = plural === "pods" ? "web" : "data";
  const path = `/api/v1/namespaces/${namespace}/${plural}/${name}`;
  await eventually(`${plural} are kept`, async () => {
    const { status } = await api.send("DELETE", path, { dryRun: ["All"] });
    return status >= 400 ? true : undefined;
  });
}

/** Deleted, with policies that keep some of what is in it. */
async function refused(world: World, kept: readonly Kept[]): Promise<readonly string[]> {
  const policies: string[] = [];
  for (const plural of kept) policies.push(await keep(plural, world));
  for (const plural of kept) await untilKept(plural, world);
  await api.remove("v1/namespaces", { name: world.namespace });
  await untilContentFails(world);
  return policies;
}

for (const kept of [["pods"], ["pods", "persistentvolumeclaims"]] as const)
  test(`${kept.join(" and ")} may not be deleted`, { skip }, async (context) => {
    const world = new World(context, api, newName("pvguard-test"), await newNode(context, api));
    const { volume, path } = await namespaceInUse(world);
    const policies = await refused(world, kept);
    context.after(() => Promise.allSettled(policies.map(letPass)));
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
    const ofClaim = await pvguard("why", "pvc/data", "-n", namespace);
    const told = ofClaim.out.replaceAll(/\s+/g, " ");
    for (const policy of policies) assert.match(told, new RegExp(policy), policy);
    assert.doesNotMatch(told, /kubectl delete pod/);
    const asked = await pvguard("why", `ns/${namespace}`);
    assert.doesNotMatch(asked.out, /Now: namespace-controller/);
    const blockers = await pvguard("blockers", `ns/${namespace}`);
    for (const policy of policies) assert.ok(blockers.out.includes(policy), policy);

    // Nobody refuses any more: what was foretold comes true, without anybody else.
    for (const policy of policies) await letPass(policy);
    await eventually(
      "the pod is being deleted",
      async () => (await api.get(pods, world.place("web")))?.metadata.deletionTimestamp,
      120,
    );
    await finishPod(api, { name: "web", namespace });
    await world.untilGone(volumes, { name: volume }, 120);
    assert.ok(!existsSync(path), "the deleter has removed what was behind the volume");
    await world.untilGone("v1/namespaces", { name: namespace }, 120);
  });
