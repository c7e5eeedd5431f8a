/** What `before delete` says is what happens: "data" and the disk is destroyed, "nothing" and it is still there. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Csi } from "../csi/csi.ts";
import { startCsi } from "../csi/csi.ts";
import { newNamespace, testApi, testKubeconfig } from "../support/e2e.ts";
import { gone, when } from "../support/eventually.ts";
import { persistentVolumeClaim } from "../support/manifests.ts";
import { pvguard } from "../support/pvguard.ts";

const claims = "v1/persistentvolumeclaims";
const volumes = "v1/persistentvolumes";
const api = testApi();
let csi: Csi;
before(async () => {
  csi = await startCsi(testKubeconfig(), ["csi-provisioner", "csi-attacher"]);
});
after(() => csi.stop());

/** A claim with a disk of its own. */
async function provisioned(namespace: string, name: string) {
  await api.create(persistentVolumeClaim({ name, namespace }, { storageClassName: csi.driver }));
  const bound = await when(
    "the claim is Bound",
    () => api.get(claims, { name, namespace }),
    (claim) => claim?.status?.phase === "Bound",
  );
  const volume = { name: bound?.spec?.volumeName ?? "" };
  const handle = (await api.get(volumes, volume))?.spec?.csi?.volumeHandle ?? "";
  return { volume, handle, isThere: () => csi.backend.stored("volumes").includes(handle) };
}

async function judged(...argv: readonly string[]) {
  const { code, out } = await pvguard("before", "delete", ...argv, "-o", "json");
  const { loses, complete } = JSON.parse(out) as { readonly loses: string; readonly complete: boolean };
  assert.equal(complete, true);
  return { code, loses };
}

async function retain({ name }: { readonly name: string }): Promise<void> {
  await api.patch(volumes, { name }, { spec: { persistentVolumeReclaimPolicy: "Retain" } });
}

/** Long enough for the provisioner to delete what it wants to delete. */
const aWhile = 4000;

test("a claim: what is said to be lost is destroyed, and what is said to be kept is kept", async (context) => {
  const namespace = await newNamespace(context, api);
  const lost = await provisioned(namespace, "lost");
  const kept = await provisioned(namespace, "kept");
  assert.deepEqual(await judged("pvc/kept", "-n", namespace), { code: 1, loses: "data" });
  await retain(kept.volume);
  assert.deepEqual(await judged("pvc/lost", "-n", namespace), { code: 1, loses: "data" });
  assert.deepEqual(await judged("pvc/kept", "-n", namespace), { code: 0, loses: "nothing" });
  assert.deepEqual(await judged("pvc", "--all", "-n", namespace), { code: 1, loses: "data" });

  await api.remove(claims, { name: "kept", namespace });
  await gone("the claim", () => api.get(claims, { name: "kept", namespace }));
  await when(
    "the volume is Released",
    () => api.get(volumes, kept.volume),
    (volume) => volume?.status?.phase === "Released",
  );
  await api.remove(claims, { name: "lost", namespace });
  await gone("the volume", () => api.get(volumes, lost.volume));
  assert.equal(lost.isThere(), false);
  await sleep(aWhile);
  assert.equal(kept.isThere(), true);
});

test("a namespace: with a claim that loses its data it is judged so, and with what is kept it is not", async (context) => {
  const namespace = await newNamespace(context, api);
  const disk = await provisioned(namespace, "data");
  assert.deepEqual(await judged(`ns/${namespace}`), { code: 1, loses: "data" });
  await retain(disk.volume);
  assert.deepEqual(await judged(`ns/${namespace}`), { code: 0, loses: "nothing" });
  await api.remove("v1/namespaces", { name: namespace });
  await gone("the namespace", () => api.get("v1/namespaces", { name: namespace }));
  await sleep(aWhile);
  assert.equal(disk.isThere(), true);
});
