/** What the API server serves, or no longer serves, and who stands in the way of writes: a question reads only. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { after, before, test } from "node:test";
import { denyingWebhook, silentWebhook } from "../../contract/webhook-server.ts";
import type { Cluster } from "../cluster.ts";
import { startCluster } from "../cluster.ts";
import { defineSnapshots } from "../csi/snapshot-kinds.ts";
import { when } from "../support/eventually.ts";
import { persistentVolumeClaim } from "../support/manifests.ts";
import { newNode } from "../support/node.ts";
import { answer, reasonOf, why } from "../why/support/answers.ts";
import type { Program } from "../why/support/program.ts";
import { buildProgram } from "../why/support/program.ts";
import type { World } from "../why/support/world.ts";
import { claims, newWorld } from "../why/support/world.ts";

let cluster: Cluster;
let program: Program;
before(async () => {
  cluster = await startCluster();
  program = await buildProgram(cluster.kubeconfigPath);
});
after(async () => {
  program?.remove();
  await cluster?.stop();
});

/** An aggregated API whose service does not exist. */
async function deadApi(group: string): Promise<string> {
  const name = `v1.${group}`;
  const service = { name: "gone", namespace: "default" };
  const spec = { group, version: "v1", groupPriorityMinimum: 1000, versionPriority: 15, service };
  await cluster.api().create({
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { name },
    spec: { ...spec, insecureSkipTLSVerify: true },
  });
  await when(
    "the API is known to be down",
    () => cluster.api().send("GET", `/apis/${group}/v1`),
    ({ status }) => status === 503,
  );
  return name;
}

test("snapshot kinds that are not served, that are down, and that are served", async (context) => {
  const world = await newWorld(context, cluster.api(), "");
  const claim = persistentVolumeClaim(world.place("data"));
  const finalizers = ["snapshot.storage.kubernetes.io/pvc-as-source-protection"];
  await world.create({ ...claim, metadata: { ...claim.metadata, finalizers } });
  await world.delete(claims, "data");
  const ask = async () => {
    const asked = await why(program, undefined, "pvc/data", "-n", world.namespace);
    const steps = asked.said.diagnoses?.flatMap(({ remedies }) => remedies.map(({ title }) => title)) ?? [];
    return { code: asked.code, reason: reasonOf(asked), steps };
  };
  const absent = await ask();
  assert.deepEqual([absent.code, absent.reason], [0, "SnapshotApiGone"]);
  const service = await deadApi("snapshot.storage.k8s.io");
  assert.deepEqual(await ask(), { code: 3, reason: "CouldNotRead", steps: [] });
  await cluster.api().remove("apiregistration.k8s.io/v1/apiservices", { name: service });
  await defineSnapshots(cluster.api());
  await when("snapshots are asked for again", ask, ({ reason }) => reason === "NoSnapshotLeft");
});

/** A claim in use, and what the reading commands say of it. */
async function inUse(context: TestContext): Promise<{ readonly world: World; ask(): Promise<object> }> {
  const world = await newWorld(context, cluster.api(), await newNode(context, cluster.api()));
  await world.bound(world.name("volume"));
  await world.pod("web");
  await world.podPhase("web", "Running");
  await world.delete(claims, "data");
  const commands = {
    why: ["pvc/data"],
    blockers: ["pvc/data"],
    audit: ["--older-than=0s", "--fail-on=never"],
  };
  return {
    world,
    async ask() {
      const said = Object.entries(commands).map(async ([command, args]) => {
        const flags = ["-n", world.namespace, "-o", "json"];
        const asked = answer(await program.throughKubectl(undefined, command, ...args, ...flags));
        return [command, asked.code, ...objectsIn(asked.said)];
      });
      return await Promise.all(said);
    },
  };
}

function objectsIn(said: object): readonly string[] {
  return JSON.stringify(said).match(/"(?:reason|code|name)":"[^"]*"/g) ?? [];
}

test("an aggregated API of somebody else's that is down changes no answer", async (context) => {
  const { ask } = await inUse(context);
  const before = await ask();
  const service = await deadApi("metrics.example.com");
  context.after(() => cluster.api().remove("apiregistration.k8s.io/v1/apiservices", { name: service }));
  assert.deepEqual(await ask(), before);
});

const webhooks = {
  "that denies": (context: TestContext) => denyingWebhook(context, { message: "not now", code: 403 }),
  "that does not answer": silentWebhook,
  "that is gone": async () => ({ url: "https://127.0.0.1:1/validate", authority: "" }),
};

for (const [which, start] of Object.entries(webhooks)) {
  test(`a webhook ${which} refuses writes and changes no answer`, async (context) => {
    const { world, ask } = await inUse(context);
    const before = await ask();
    const { url, authority } = await start(context);
    const clientConfig = authority === "" ? { url } : { url, caBundle: authority };
    await world.create(validating(world.name("webhook"), clientConfig, world.namespace));
    const patch = () =>
      cluster
        .api()
        .send(
          "PATCH",
          `/api/v1/namespaces/${world.namespace}/persistentvolumeclaims/data?dryRun=All`,
          { metadata: { finalizers: null } },
          "application/merge-patch+json",
        );
    const refused = await when("writes are refused", patch, ({ status }) => status >= 400);
    assert.equal(refused.status, which === "that denies" ? 403 : 500, refused.body);
    assert.deepEqual(await ask(), before);
  });
}

/** Asked about every write of claims, pods and volumes; of those in a namespace only in this one. */
function validating(name: string, clientConfig: object, namespace: string) {
  const rule = {
    apiGroups: [""],
    apiVersions: ["v1"],
    operations: ["*"],
    resources: ["persistentvolumeclaims", "persistentvolumes", "pods"],
  };
  const namespaceSelector = { matchLabels: { "kubernetes.io/metadata.name": namespace } };
  const how = { sideEffects: "None", admissionReviewVersions: ["v1"], timeoutSeconds: 1 };
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name },
    webhooks: [{ name: "guard.example.com", clientConfig, rules: [rule], namespaceSelector, ...how }],
  };
}
