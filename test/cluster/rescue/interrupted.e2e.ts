/** SIGINT and SIGTERM in the middle of a rescue: it says what stands still, and the same command then ends it. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Csi } from "../csi/csi.ts";
import { startCsi } from "../csi/csi.ts";
import { testApi, testKubeconfig } from "../support/e2e.ts";
import { when } from "../support/eventually.ts";
import { pvguard } from "../support/pvguard.ts";
import { stateFolder } from "./support/run.ts";
import { signalledAt } from "./support/signalled.ts";
import { assertRescued, claims, usedByDeployment, volumes } from "./support/situation.ts";

const api = testApi();
let csi: Csi;
before(async () => {
  csi = await startCsi(testKubeconfig(), ["csi-provisioner", "csi-attacher"]);
});
after(() => csi.stop());

for (const [signal, code, what, said, write] of [
  ["SIGTERM", 143, "when the Deployment was scaled down", "\nok  ", 2],
  ["SIGINT", 130, "while the claim is made again", '"event":"intent"', 4],
] as const) {
  test(`${signal} ${what}`, async (context) => {
    const { namespace, was, isRunning } = await usedByDeployment(context, api, csi);
    await api.remove(claims, { name: "data", namespace });
    const args = ["rescue", "pvc/data", "-n", namespace, "--backup-dir", stateFolder(context)];
    const digestOf = async () =>
      /Digest of this plan: ([0-9a-f]{64})/.exec((await pvguard(...args, "--dry-run")).out)?.[1] ?? "";
    const digest = await digestOf();
    const first = await signalledAt(signal, said, write, [...args, `--confirm=${digest}`]);
    assert.equal(first.ended, code, first.err);
    assert.match(first.err, /Interrupted\. Run the same command again to continue\./);
    assert.match(
      first.err,
      /deployment\/shop \(\S+\) may stay scaled down until the rescue is done\. It had 1 replica\./,
    );
    const deployment = { name: "shop", namespace };
    assert.equal((await api.get("apps/v1/deployments", deployment))?.spec?.replicas, 0);
    assert.equal((await api.get(volumes, was.volume))?.spec?.persistentVolumeReclaimPolicy, "Retain");

    // The user may confirm the plan that is shown now as well as the one that was shown first.
    const shown = signal === "SIGTERM" ? digest : await digestOf();
    const again = await pvguard(...args, `--confirm=${shown}`);
    assert.equal(again.code, 0, again.err);
    await assertRescued(api, csi, namespace, "data", was);
    assert.equal((await api.get("apps/v1/deployments", deployment))?.spec?.replicas, 1);
    await when("a pod is Running again", isRunning, Boolean, 60);
  });
}
