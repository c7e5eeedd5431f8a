/** Under --mode deny, a CSI driver provisions, expands and deletes disks as before. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Csi } from "../csi/csi.ts";
import { startCsi } from "../csi/csi.ts";
import { gone, when } from "../support/eventually.ts";
import { persistentVolumeClaim } from "../support/manifests.ts";
import type { Place } from "../support/paths.ts";
import type { Guarded } from "./guarded.ts";
import {
  allow,
  claims,
  deletion,
  guarded,
  namespaces,
  newNamespaceIn,
  refusalOf,
  volumes,
} from "./guarded.ts";

let cluster: Guarded;
let csi: Csi;
before(async () => {
  cluster = await guarded("--mode", "deny");
  csi = await startCsi(cluster.kubeconfig, ["csi-provisioner", "csi-resizer"]);
});
after(async () => {
  await csi?.stop();
  await cluster?.stop();
});

/** A claim with a disk of the driver. @returns the name of its volume, and the handle of the disk */
async function provisioned(place: Place): Promise<{ readonly name: string; readonly handle: string }> {
  await cluster.api.create(persistentVolumeClaim(place, { storageClassName: csi.driver }));
  const found = await when(
    "the claim is Bound",
    () => cluster.api.get(claims, place),
    (claim) => claim?.status?.phase === "Bound",
    60,
  );
  const name = found?.spec?.volumeName ?? "";
  const handle = (await cluster.api.get(volumes, { name }))?.spec?.csi?.volumeHandle ?? "";
  assert.ok(csi.backend.stored("volumes").includes(handle));
  return { name, handle };
}

test("a claim keeps its disk until a person allows the deletion, and the driver then deletes it", async () => {
  const { api } = cluster;
  const place = { name: "data", namespace: await newNamespaceIn(api) };
  const { name, handle } = await provisioned(place);
  const message = await refusalOf("the claim is guarded", () => deletion(api, claims, place));
  await assert.rejects(api.remove(claims, place), /pvguard-claim-data/);
  assert.ok(csi.backend.stored("volumes").includes(handle));
  await allow(api, claims, place, message);
  await api.remove(claims, place);
  await gone("the volume", () => api.get(volumes, { name }), 60);
  assert.ok(csi.backend.destroyed().has(handle));
});

test("a claim that asks for more is expanded: the resizer changes the volume and the status of the claim", async () => {
  const { api } = cluster;
  const storageClass = { name: csi.driver };
  await api.patch("storage.k8s.io/v1/storageclasses", storageClass, { allowVolumeExpansion: true });
  const place = { name: "data", namespace: await newNamespaceIn(api) };
  const { name } = await provisioned(place);
  const message = await refusalOf("the claim is guarded", () => deletion(api, claims, place));
  await api.patch(claims, place, { spec: { resources: { requests: { storage: "2Gi" } } } });
  await when(
    "the claim has its new size",
    () => api.get(claims, place),
    (claim) => claim?.status?.capacity?.storage === "2Gi",
    60,
  );
  const capacity = (await api.get(volumes, { name }))?.spec?.capacity?.storage;
  assert.equal(capacity, "2Gi");
  assert.ok(csi.backend.calls("ControllerExpandVolume").some(({ code }) => code === "OK"));
  await allow(api, claims, place, message);
  await api.remove(claims, place);
  await gone("the volume", () => api.get(volumes, { name }), 60);
});

test("the class and the driver are needed as long as there is a volume, and a namespace ends with its disks", async () => {
  const { api } = cluster;
  const namespace = await newNamespaceIn(api);
  const { name, handle } = await provisioned({ name: "data", namespace });
  for (const resource of ["storageclasses", "csidrivers"])
    await refusalOf(resource, () => deletion(api, `storage.k8s.io/v1/${resource}`, { name: csi.driver }));
  const message = await refusalOf("the namespace", () => deletion(api, namespaces, { name: namespace }));
  await allow(api, namespaces, { name: namespace }, message);
  await api.remove(namespaces, { name: namespace });
  await gone(`namespace ${namespace}`, () => api.get(namespaces, { name: namespace }), 90);
  await gone("the volume", () => api.get(volumes, { name }), 60);
  assert.ok(csi.backend.destroyed().has(handle));
  for (const resource of ["storageclasses", "csidrivers"])
    assert.equal((await deletion(api, `storage.k8s.io/v1/${resource}`, { name: csi.driver })).status, 200);
});
