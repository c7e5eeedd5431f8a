/** `rescue` under --mode deny, by a person whom no guard exempts: it sets Retain first, so that no step loses data. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Csi } from "../csi/csi.ts";
import { startCsi } from "../csi/csi.ts";
import { confirmed, stateFolder } from "../rescue/support/run.ts";
import { assertRescued, usedByDeployment } from "../rescue/support/situation.ts";
import { when } from "../support/eventually.ts";
import type { Guarded } from "./guarded.ts";
import { allow, claims, deletion, guarded, refusalOf, volumes } from "./guarded.ts";

let cluster: Guarded;
let csi: Csi;
before(async () => {
  cluster = await guarded("--mode", "deny");
  csi = await startCsi(cluster.kubeconfig, ["csi-provisioner", "csi-attacher"]);
});
after(async () => {
  await csi?.stop();
  await cluster?.stop();
});

for (const deleted of ["claim", "volume"] as const)
  test(`a ${deleted} that was deleted by mistake, in spite of the guard`, async (context) => {
    const { api, kubeconfig } = cluster;
    const { namespace, was, isRunning } = await usedByDeployment(context, api, csi);
    const [resource, place] =
      deleted === "claim" ? [claims, { name: "data", namespace }] : [volumes, was.volume];
    const message = await refusalOf(`the ${deleted} is guarded`, () => deletion(api, resource, place));
    await allow(api, resource, place, message);
    await api.remove(resource, place);
    const args = ["rescue", "pvc/data", "-n", namespace, "--kubeconfig", kubeconfig];
    const ran = await confirmed(stateFolder(context), ...args);
    assert.equal(ran.code, 0, ran.out + ran.err);
    await assertRescued(api, csi, namespace, "data", was);
    await when("a pod is Running again", isRunning, Boolean, 60);
  });
