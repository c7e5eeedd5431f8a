import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Csi } from "../csi/csi.ts";
import { startCsi } from "../csi/csi.ts";
import { newNamespace, testApi, testKubeconfig } from "../support/e2e.ts";
import { warned } from "../support/events.ts";
import { gone, holdsFor, when } from "../support/eventually.ts";
import { persistentVolumeClaim } from "../support/manifests.ts";
import { volumeSnapshot } from "../support/snapshot-manifests.ts";

const claims = "v1/persistentvolumeclaims";
const snapshots = "snapshot.storage.k8s.io/v1/volumesnapshots";
const contents = "snapshot.storage.k8s.io/v1/volumesnapshotcontents";

/** The snapshot controllers look again at what failed after up to a minute. */
const patience = 90;

const api = testApi();
let csi: Csi;
before(async () => {
  csi = await startCsi(testKubeconfig(), ["csi-provisioner", "csi-snapshotter", "snapshot-controller"]);
});
after(() => csi.stop());

const boundClaim = (place: { readonly name: string; readonly namespace: string }) =>
  when(
    "the claim is Bound",
    () => api.get(claims, place),
    (found) => found?.status?.phase === "Bound",
  );

test("a claim stays while a snapshot of it is being taken", async (context) => {
  const namespace = await newNamespace(context, api);
  const claim = { name: "data", namespace };
  const snapshot = { name: "backup", namespace };
  await api.create(persistentVolumeClaim(claim, { storageClassName: csi.driver }));
  await boundClaim(claim);
  csi.backend.script({ CreateSnapshot: { code: "UNAVAILABLE", message: "the backend is busy" } });
  await api.create(volumeSnapshot(claim.name, snapshot, csi.driver));
  await when(
    "the driver refused",
    async () => csi.backend.calls("CreateSnapshot").length,
    (calls) => calls > 0,
  );

  await api.remove(claims, claim);
  await holdsFor("the claim is held by its snapshot alone", 3, async () => {
    const finalizers = (await api.get(claims, claim))?.metadata.finalizers ?? [];
    return finalizers.includes("snapshot.storage.kubernetes.io/pvc-as-source-protection");
  });

  csi.backend.script({});
  await gone("the claim", () => api.get(claims, claim), patience);
  const ready = await api.get(snapshots, snapshot);
  assert.equal(ready?.status?.readyToUse, true);
  await api.remove(snapshots, snapshot);
  await gone("the snapshot", () => api.get(snapshots, snapshot));
});

test("a snapshot whose deletion fails keeps its content until the driver is well", async (context) => {
  const namespace = await newNamespace(context, api);
  const claim = { name: "data", namespace };
  const snapshot = { name: "backup", namespace };
  await api.create(persistentVolumeClaim(claim, { storageClassName: csi.driver }));
  await boundClaim(claim);
  await api.create(volumeSnapshot(claim.name, snapshot, csi.driver));
  const ready = await when(
    "the snapshot is ready",
    () => api.get(snapshots, snapshot),
    (found) => found?.status?.readyToUse === true,
  );
  const content = { name: ready?.status?.boundVolumeSnapshotContentName ?? "" };
  const handle = (await api.get(contents, content))?.status?.snapshotHandle ?? "";
  assert.ok(csi.backend.stored("snapshots").includes(handle));

  csi.backend.script({ DeleteSnapshot: { code: "INTERNAL", message: "a clone depends on it" } });
  await api.remove(snapshots, snapshot);
  await warned(api, "SnapshotDeleteError", content.name);
  assert.ok((await api.get(snapshots, snapshot))?.metadata.deletionTimestamp);

  csi.backend.script({});
  await gone("the content", () => api.get(contents, content), patience);
  await gone("the snapshot", () => api.get(snapshots, snapshot));
  assert.ok(!csi.backend.stored("snapshots").includes(handle));
});
