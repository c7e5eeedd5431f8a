import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Csi } from "../csi/csi.ts";
import { startCsi } from "../csi/csi.ts";
import { newNamespace, testApi, testKubeconfig } from "../support/e2e.ts";
import { gone, when } from "../support/eventually.ts";
import { persistentVolumeClaim, podUsing } from "../support/manifests.ts";
import { newNode } from "../support/node.ts";
import { playKubelet } from "./support/kubelet.ts";
import { confirmed, stateFolder } from "./support/run.ts";
import type { Provisioned } from "./support/situation.ts";
import {
  assertRescued,
  claims,
  pods,
  provisioned,
  tidy,
  usedByDeployment,
  volumes,
} from "./support/situation.ts";
import { statefulSet } from "./support/workloads.ts";

const api = testApi();
let csi: Csi;
before(async () => {
  csi = await startCsi(testKubeconfig(), ["csi-provisioner", "csi-attacher"]);
});
after(() => csi.stop());

type Deleted = "claim" | "volume" | "claim, then volume" | "volume, then claim";

async function remove(
  deleted: Deleted,
  namespace: string,
  name: string,
  { volume }: Provisioned,
): Promise<void> {
  for (const what of deleted.split(", then ")) {
    if (what === "claim") await api.remove(claims, { name, namespace });
    else await api.remove(volumes, volume);
  }
}

const deletions: readonly Deleted[] = ["claim", "volume", "claim, then volume", "volume, then claim"];

for (const deleted of deletions) {
  for (const by of ["pvc", "pv"] as const) {
    test(`deleted: ${deleted}; used by a Deployment; rescue ${by}`, async (context) => {
      const { namespace, was, isRunning } = await usedByDeployment(context, api, csi);
      await remove(deleted, namespace, "data", was);

      const named = by === "pvc" ? ["pvc/data"] : [`pv/${was.volume.name}`];
      const ran = await confirmed(stateFolder(context), "rescue", ...named, "-n", namespace);
      assert.equal(ran.code, 0, ran.err);
      await assertRescued(api, csi, namespace, "data", was);
      const deployment = await api.get("apps/v1/deployments", { name: "shop", namespace });
      assert.equal(deployment?.spec?.replicas, 1);
      await when("a pod is Running again", isRunning, Boolean, 60);
    });
  }
}

test("deleted: volume; used by nothing", async (context) => {
  const namespace = await newNamespace(context, api);
  await api.create(persistentVolumeClaim({ name: "data", namespace }, { storageClassName: csi.driver }));
  const was = await provisioned(api, namespace, "data");
  tidy(context, api, was);
  await api.remove(volumes, was.volume);
  const ran = await confirmed(stateFolder(context), "rescue", "pvc/data", "-n", namespace);
  assert.equal(ran.code, 0, ran.err);
  await assertRescued(api, csi, namespace, "data", was);
});

test("deleted: claim; used by a pod of nobody: Retain first, then the person, then the rest", async (context) => {
  const namespace = await newNamespace(context, api);
  const nodeName = await newNode(context, api, [csi.driver]);
  playKubelet(context, api, namespace, nodeName);
  await api.create(persistentVolumeClaim({ name: "data", namespace }, { storageClassName: csi.driver }));
  const was = await provisioned(api, namespace, "data");
  tidy(context, api, was);
  await api.create(podUsing("data", { name: "alone", namespace }, { nodeName }));
  await api.remove(claims, { name: "data", namespace });
  const folder = stateFolder(context);
  const first = await confirmed(folder, "rescue", "pvc/data", "-n", namespace);
  assert.equal(first.code, 5, first.err);
  assert.match(first.err, /PodUsesClaim/);
  assert.equal((await api.get(volumes, was.volume))?.spec?.persistentVolumeReclaimPolicy, "Retain");
  await api.remove(pods, { name: "alone", namespace });
  await gone("the claim", () => api.get(claims, { name: "data", namespace }));
  const second = await confirmed(folder, "rescue", "pvc/data", "-n", namespace);
  assert.equal(second.code, 0, second.err);
  await assertRescued(api, csi, namespace, "data", was);
});

test("deleted: a claim whose disk is gone, or is going: refused", async (context) => {
  const namespace = await newNamespace(context, api);
  await api.create(persistentVolumeClaim({ name: "data", namespace }, { storageClassName: csi.driver }));
  const was = await provisioned(api, namespace, "data");
  csi.backend.script({ DeleteVolume: { code: "INTERNAL", message: "the disk is busy" } });
  await api.remove(claims, { name: "data", namespace });
  await when(
    "the volume is Released",
    () => api.get(volumes, was.volume),
    (found) => found?.status?.phase === "Released",
  );
  const ran = await confirmed(stateFolder(context), "rescue", "pvc/data", "-n", namespace);
  csi.backend.script({});
  assert.equal(ran.code, 5, ran.err);
  assert.match(ran.err, /DiskBeingDestroyed/);
  await gone("the volume", () => api.get(volumes, was.volume));
});

for (const whenScaled of ["Retain", "Delete"]) {
  test(`a StatefulSet of three, all claims and one volume deleted, whenScaled ${whenScaled}`, async (context) => {
    const namespace = await newNamespace(context, api);
    const nodeName = await newNode(context, api, [csi.driver]);
    playKubelet(context, api, namespace, nodeName);
    const policy = { persistentVolumeClaimRetentionPolicy: { whenDeleted: "Retain", whenScaled } };
    const set = { name: "shop", namespace };
    await api.create(statefulSet(set, 3, csi.driver, policy));
    const names = ["data-shop-0", "data-shop-1", "data-shop-2"];
    const running = async () =>
      (await api.list(pods, namespace)).filter((pod) => pod.status?.phase === "Running").length;
    await when("three pods are Running", running, (count) => count === 3, 60);
    const was = await Promise.all(names.map((name) => provisioned(api, namespace, name)));
    for (const each of was) tidy(context, api, each);
    for (const name of names) await api.remove(claims, { name, namespace });
    await api.remove(volumes, was[1]?.volume ?? { name: "" });

    const ran = await confirmed(stateFolder(context), "rescue", "pvc/data-shop-1", "-n", namespace);
    assert.equal(ran.code, 0, ran.err);
    for (const [at, name] of names.entries()) {
      const each = was[at];
      assert.ok(each !== undefined);
      await assertRescued(api, csi, namespace, name, each);
    }
    const after = await api.get("apps/v1/statefulsets", set);
    assert.equal(after?.spec?.replicas, 3);
    assert.equal(after?.spec?.persistentVolumeClaimRetentionPolicy?.whenScaled, whenScaled);
    await when("three pods are Running again", running, (count) => count === 3, 60);
    await api.remove("apps/v1/statefulsets", set);
  });
}

test("one claim of a StatefulSet of three: pods before it keep running, and the other claims stay", async (context) => {
  const namespace = await newNamespace(context, api);
  const nodeName = await newNode(context, api, [csi.driver]);
  playKubelet(context, api, namespace, nodeName);
  const policy = { persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete", whenScaled: "Delete" } };
  const set = { name: "shop", namespace };
  await api.create(statefulSet(set, 3, csi.driver, policy));
  const names = ["data-shop-0", "data-shop-1", "data-shop-2"];
  const running = async () =>
    (await api.list(pods, namespace)).filter((pod) => pod.status?.phase === "Running");
  await when("three pods are Running", running, (found) => found.length === 3, 60);
  const was = await Promise.all(names.map((name) => provisioned(api, namespace, name)));
  const first = (await api.get(pods, { name: "shop-0", namespace }))?.metadata.uid;
  const [, one] = was;
  assert.ok(one !== undefined);
  tidy(context, api, one);
  await api.remove(claims, { name: "data-shop-1", namespace });
  const ran = await confirmed(stateFolder(context), "rescue", "pvc/data-shop-1", "-n", namespace);
  assert.equal(ran.code, 0, ran.err);
  await assertRescued(api, csi, namespace, "data-shop-1", one);
  await when("three pods are Running again", running, (found) => found.length === 3, 60);
  assert.equal((await api.get(pods, { name: "shop-0", namespace }))?.metadata.uid, first);
  for (const at of [0, 2])
    assert.equal((await api.get(claims, { name: names[at] ?? "", namespace }))?.metadata.uid, was[at]?.uid);
});
