/** A tool that sets back what is changed starts the pods again in the middle of a rescue: the disk stays all the same. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Csi } from "../csi/csi.ts";
import { startCsi } from "../csi/csi.ts";
import { testApi, testKubeconfig } from "../support/e2e.ts";
import { when } from "../support/eventually.ts";
import { pvguard } from "../support/pvguard.ts";
import { confirmed, stateFolder } from "./support/run.ts";
import { assertRescued, claims, usedByDeployment, volumes } from "./support/situation.ts";

const deployments = "apps/v1/deployments";
const api = testApi();
let csi: Csi;
before(async () => {
  csi = await startCsi(testKubeconfig(), ["csi-provisioner", "csi-attacher"]);
});
after(() => csi.stop());

/** Goes on until it is told to end. */
function healing(namespace: string): () => Promise<void> {
  const place = { name: "shop", namespace };
  let isOver = false;
  const healed = (async () => {
    while (!isOver) {
      const found = await api.get(deployments, place).catch(() => undefined);
      if (found?.spec?.replicas === 0)
        await api.patch(deployments, place, { spec: { replicas: 1 } }).catch(() => undefined);
      await new Promise((settle) => setTimeout(settle, 100));
    }
  })();
  return async () => {
    isOver = true;
    await healed;
  };
}

test("self-heal: the rescue ends there, and goes on once it is stopped", async (context) => {
  const { namespace, was, isRunning } = await usedByDeployment(context, api, csi);
  const labels = { "argocd.argoproj.io/instance": "shop" };
  await api.patch(deployments, { name: "shop", namespace }, { metadata: { labels } });
  await api.remove(claims, { name: "data", namespace });
  const folder = stateFolder(context);
  const args = ["rescue", "pvc/data", "-n", namespace];
  const { out } = await pvguard(...args, "--backup-dir", folder, "--dry-run");
  assert.match(out.replaceAll(/\s+/g, " "), /Argo CD \(application shop\) may start it again/);
  const end = healing(namespace);
  const first = await confirmed(folder, ...args).finally(end);
  assert.equal(first.code, 5, first.err);
  assert.match(first.err, /undone by a tool that applies manifests/);
  const volume = await api.get(volumes, was.volume);
  assert.equal(volume?.spec?.persistentVolumeReclaimPolicy, "Retain");

  const again = await confirmed(folder, ...args);
  assert.equal(again.code, 0, again.err);
  await assertRescued(api, csi, namespace, "data", was);
  await when("a pod is Running again", isRunning, Boolean, 60);
});
