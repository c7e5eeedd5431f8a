/** kill -9 at each write of a rescue, before it is sent and after it was done: the same command then ends it. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { after, before, test } from "node:test";
import type { Csi } from "../csi/csi.ts";
import { startCsi } from "../csi/csi.ts";
import { newNamespace, testApi, testKubeconfig } from "../support/e2e.ts";
import { persistentVolumeClaim } from "../support/manifests.ts";
import { pvguard } from "../support/pvguard.ts";
import { stateFolder } from "./support/run.ts";
import { signalledAt } from "./support/signalled.ts";
import { assertRescued, provisioned, tidy, usedByDeployment, volumes } from "./support/situation.ts";

const api = testApi();
let csi: Csi;
before(async () => {
  csi = await startCsi(testKubeconfig(), ["csi-provisioner", "csi-attacher"]);
});
after(() => csi.stop());

const moments = [
  { what: "before it was sent", said: '"event":"intent"' },
  { what: "after it was done", said: "\nok  " },
] as const;

async function killedAndAgain(
  context: TestContext,
  namespace: string,
  said: string,
  write: number,
): Promise<void> {
  const folder = stateFolder(context);
  const args = ["rescue", "pvc/data", "-n", namespace, "--backup-dir", folder];
  const planned = await pvguard(...args, "--dry-run");
  const digest = /Digest of this plan: ([0-9a-f]{64})/.exec(planned.out)?.[1] ?? "";
  const first = await signalledAt("SIGKILL", said, write, [...args, `--confirm=${digest}`]);
  assert.equal(first.ended, "SIGKILL");
  const again = await pvguard(...args, `--confirm=${digest}`);
  assert.equal(again.code, 0, again.err);
}

for (const { what, said } of moments) {
  for (const [at, stage] of ["retain", "delete-claim", "create-volume", "create-claim"].entries()) {
    test(`killed at ${stage} of a volume that nothing uses, ${what}`, async (context) => {
      const namespace = await newNamespace(context, api);
      await api.create(persistentVolumeClaim({ name: "data", namespace }, { storageClassName: csi.driver }));
      const was = await provisioned(api, namespace, "data");
      tidy(context, api, was);
      await api.remove(volumes, was.volume);
      await killedAndAgain(context, namespace, said, at + 1);
      await assertRescued(api, csi, namespace, "data", was);
    });
  }
  for (const [write, stage] of [
    [2, "stop"],
    [6, "start"],
  ] as const) {
    test(`killed at ${stage} of a Deployment, ${what}`, async (context) => {
      const { namespace, was } = await usedByDeployment(context, api, csi);
      await api.remove(volumes, was.volume);
      await killedAndAgain(context, namespace, said, write);
      await assertRescued(api, csi, namespace, "data", was);
      const deployment = await api.get("apps/v1/deployments", { name: "shop", namespace });
      assert.equal(deployment?.spec?.replicas, 1);
    });
  }
}
