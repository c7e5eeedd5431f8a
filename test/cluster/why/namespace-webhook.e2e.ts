/** A webhook keeps the pods of a namespace that is deleted, and keeps `fix` from deleting one: who is named, what comes true. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { denyingWebhook } from "../../contract/webhook-server.ts";
import { stateFolder } from "../rescue/support/run.ts";
import { hasUser, newName, testApi } from "../support/e2e.ts";
import { eventually, holdsFor } from "../support/eventually.ts";
import { newNode } from "../support/node.ts";
import { pvguard, why } from "../support/pvguard.ts";
import { heldByFinishedPod } from "./support/finished-pod.ts";
import { goesAsForetold, namespaceInUse, untilContentFails } from "./support/namespace.ts";
import { untilKept, untilUnchanged, webhookThatKeeps } from "./support/refusal.ts";
import { claims, newWorld, pods, World } from "./support/world.ts";

const api = testApi();
const skip = hasUser("view-only") ? false : "the webhook is on this machine, and the data would be deleted";

const servers = {
  "that denies": {
    async server(context: TestContext) {
      const { url, authority } = await denyingWebhook(context, { message: "as agreed", code: 403 });
      return { url, caBundle: authority };
    },
    says: (name: string) => `the admission webhook ${name} denied it`,
    refuses: (name: string) => `The admission webhook ${name} refused the request: as agreed`,
  },
  "that is down": {
    server: async () => ({ url: "https://127.0.0.1:1/validate" }),
    says: (name: string) =>
      `the API server could not call the admission webhook ${name} when the namespace controller last reported`,
    refuses: (name: string) => `The server could not call the admission webhook ${name}`,
  },
};

const flat = (text: string) => text.replaceAll(/[\s│└├─]+/g, " ");

for (const [what, { server, says, refuses }] of Object.entries(servers)) {
  test(`a webhook ${what} keeps the pods of a namespace`, { skip }, async (context) => {
    const world = new World(context, api, newName("pvguard-test"), await newNode(context, api));
    const { namespace } = world;
    const disk = await namespaceInUse(world);
    const { volume } = disk;
    const keeper = await webhookThatKeeps("pods", world, await server(context));
    context.after(() => keeper.letPass().catch(() => undefined));
    const { name } = keeper;
    await untilKept("pods", "web", world);
    await api.remove("v1/namespaces", { name: namespace });
    await untilContentFails(world);
    assert.notEqual((await api.get(claims, world.place("data")))?.metadata.deletionTimestamp, undefined);

    for (const object of [`ns/${namespace}`, "pvc/data", `pv/${volume}`, "pod/web"]) {
      const { verdict, roots, fate } = await why(object, "-n", namespace);
      assert.deepEqual(
        [verdict.category, verdict.reason, fate?.data],
        ["blocked", "UndeletableInNamespace", "destroyed"],
        object,
      );
      assert.ok(
        roots.some((root) => root.object?.name === name),
        object,
      );
      const { out } = await pvguard("why", object, "-n", namespace, "-o", "wide");
      assert.ok(flat(out).includes(says(`${name}.example.com`)), out);
      assert.doesNotMatch(flat(out), /kubectl delete pod|Now: namespace-controller/);
    }
    for (const object of [`ns/${namespace}`, "pvc/data"]) {
      const { out } = await pvguard("blockers", object, "-n", namespace, "-o", "name");
      assert.ok(out.includes(`validatingwebhookconfiguration.admissionregistration.k8s.io/${name}`), out);
      assert.ok(out.includes("pod/web"), out);
    }

    await keeper.letPass();
    await goesAsForetold(world, disk);
  });

  test(`a webhook ${what} keeps fix from deleting a pod, and is named`, { skip }, async (context) => {
    const { world } = await heldByFinishedPod(context, api);
    const keeper = await webhookThatKeeps("pods", world, await server(context));
    context.after(() => keeper.letPass().catch(() => undefined));
    await untilKept("pods", "import", world);
    const line = ["fix", "pvc/data", "-n", world.namespace, "--backup-dir", stateFolder(context), "--yes"];
    const refused = await pvguard(...line);
    assert.equal(refused.code, 5, refused.err);
    const words = flat(`${refused.out} ${refused.err}`);
    assert.ok(words.includes(refuses(`${keeper.name}.example.com`)), words);
    assert.equal((await api.get(pods, world.place("import")))?.metadata.deletionTimestamp, undefined);

    await keeper.letPass();
    await eventually("nobody refuses any more", async () => {
      const path = `/api/v1/namespaces/${world.namespace}/pods/import`;
      return (await api.send("DELETE", path, { dryRun: ["All"] })).status < 400 ? true : undefined;
    });
    const done = await pvguard(...line);
    assert.equal(done.code, 0, `${done.out}\n${done.err}`);
    await world.untilGone(claims, world.place("data"));
  });

  test(`a webhook ${what} keeps a claim from being let go, and is named`, { skip }, async (context) => {
    const world = await newWorld(context, api, await newNode(context, api));
    await world.bound(world.name("volume"));
    const keeper = await webhookThatKeeps("persistentvolumeclaims", world, await server(context), "UPDATE");
    context.after(() => keeper.letPass().catch(() => undefined));
    await untilUnchanged("persistentvolumeclaims", "data", world);
    await world.delete(claims, "data");
    await holdsFor(
      "the claim is there",
      3,
      async () => (await api.get(claims, world.place("data"))) !== undefined,
    );
    const { roots } = await why("pvc/data", "-n", world.namespace);
    assert.deepEqual(
      roots.map(({ reason }) => reason),
      ["ControllerAboutToAct"],
    );
    const folder = stateFolder(context);
    const line = [
      "fix",
      "pvc/data",
      "-n",
      world.namespace,
      "--remedy",
      "nudge",
      "--backup-dir",
      folder,
      "--yes",
    ];
    const refused = await pvguard(...line);
    assert.equal(refused.code, 5, refused.out);
    const words = flat(`${refused.out} ${refused.err}`);
    assert.ok(words.includes(refuses(`${keeper.name}.example.com`)), words);

    await keeper.letPass();
    await world.untilGone(claims, world.place("data"), 120);
  });
}
