/** `undo` under --mode deny, by a person whom no guard exempts: it creates, and sets to Retain, so that no guard refuses it. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Csi } from "../csi/csi.ts";
import { startCsi } from "../csi/csi.ts";
import { backupBefore, confirmed, stateFolder } from "../rescue/support/run.ts";
import { assertRescued, provisioned } from "../rescue/support/situation.ts";
import { gone } from "../support/eventually.ts";
import { persistentVolumeClaim } from "../support/manifests.ts";
import type { Guarded } from "./guarded.ts";
import { allow, claims, deletion, guarded, newNamespaceIn, refusalOf, volumes } from "./guarded.ts";

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

test("what was deleted comes back without a permission, and is guarded again", async (context) => {
  const { api, kubeconfig } = cluster;
  const namespace = await newNamespaceIn(api);
  const claim = { name: "data", namespace };
  await api.create(persistentVolumeClaim(claim, { storageClassName: csi.driver }));
  const was = await provisioned(api, namespace, "data");
  const { volume } = was;
  await allow(api, volumes, volume, await refusalOf("the volume", () => deletion(api, volumes, volume)));
  await api.remove(volumes, volume);
  const folder = stateFolder(context);
  const run = (...args: readonly string[]) => confirmed(folder, ...args, "--kubeconfig", kubeconfig);
  const rescued = await run("rescue", `pv/${volume.name}`);
  assert.equal(rescued.code, 0, rescued.out + rescued.err);
  const backup = backupBefore(folder);

  // Its volume is Retain now.
  await api.remove(claims, claim);
  await gone("the claim", () => api.get(claims, claim));
  const half = await run("undo", backup);
  assert.equal(half.code, 0, half.out + half.err);
  await assertRescued(api, csi, namespace, "data", was);

  await api.remove(claims, claim);
  await gone("the claim", () => api.get(claims, claim));
  await api.remove(volumes, volume);
  await gone("the volume", () => api.get(volumes, volume));
  const whole = await run("undo", backup, "--accept", "RetainNotProven");
  assert.equal(whole.code, 0, whole.out + whole.err);
  await assertRescued(api, csi, namespace, "data", was);

  // The backup has the permission that was given to the volume before: it does not count for this one.
  const again = await api.get(volumes, volume);
  const message = await refusalOf("the new volume", () => deletion(api, volumes, volume));
  assert.match(message, /'pvguard-volume' /);
  assert.ok(message.endsWith(`pvguard.dev/allow-delete=${again?.metadata.uid}`), message);
});
