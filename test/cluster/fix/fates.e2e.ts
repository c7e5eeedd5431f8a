/** What becomes of snapshots, volumes and what the driver has made, as `fix` foretells it. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { after, before, test } from "node:test";
import type { Csi } from "../csi/csi.ts";
import { startCsi } from "../csi/csi.ts";
import { confirmed, stateFolder } from "../rescue/support/run.ts";
import { claims, provisioned, volumes } from "../rescue/support/situation.ts";
import { newNamespace, testApi, testKubeconfig } from "../support/e2e.ts";
import { gone, when } from "../support/eventually.ts";
import { persistentVolumeClaim } from "../support/manifests.ts";
import { pvguard, why } from "../support/pvguard.ts";
import { volumeSnapshot } from "../support/snapshot-manifests.ts";

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

interface Taken {
  readonly snapshot: { readonly name: string; readonly namespace: string };
  readonly content: { readonly name: string };
  /** What the driver calls it, once it has made it. */
  readonly handle: string;
}

/** A snapshot of a claim on a disk of the driver, which has made it, or fails to. */
async function taken(context: TestContext, driver: "well" | "failing"): Promise<Taken> {
  const namespace = await newNamespace(context, api);
  await api.create(persistentVolumeClaim({ name: "data", namespace }, { storageClassName: csi.driver }));
  await provisioned(api, namespace, "data");
  if (driver === "failing") {
    csi.backend.script({ CreateSnapshot: { code: "UNAVAILABLE", message: "the backend is busy" } });
    context.after(() => csi.backend.script({}));
  }
  const snapshot = { name: "backup", namespace };
  await api.create(volumeSnapshot("data", snapshot, csi.driver));
  const found = await when(
    "the snapshot is made, or failed",
    () => api.get(snapshots, snapshot),
    (each) => each?.status?.readyToUse === true || each?.status?.error !== undefined,
  );
  const { uid = "" } = found?.metadata ?? {};
  const content = { name: `snapcontent-${uid}` };
  context.after(() => api.send("DELETE", `/apis/${contents}/${content.name}`));
  return { snapshot, content, handle: `snapshot-${uid}` };
}

const hasSnapshot = (handle: string) => csi.backend.stored("snapshots").includes(handle);

test("delete-snapshot while the driver fails to take it: what it makes later is deleted", async (context) => {
  const { snapshot, content, handle } = await taken(context, "failing");
  const line = ["fix", "volumesnapshot/backup", "-n", snapshot.namespace, "--remedy", "delete-snapshot"];
  const folder = stateFolder(context);
  const refused = await confirmed(folder, ...line, "--accept", "SnapshotDiscarded");
  assert.equal(refused.code, 5, refused.err);
  assert.match(refused.err, /--accept SnapshotDestroyed/);
  assert.match(refused.out, /The snapshot: WILL BE DELETED/);
  const ran = await confirmed(folder, ...line, "--accept", "SnapshotDestroyed");
  assert.equal(ran.code, 0, ran.err);

  const waiting = await why(`volumesnapshotcontent/${content.name}`);
  assert.deepEqual([waiting.verdict.reason, waiting.fate?.data], ["SnapshotBeingCreated", "destroyed"]);
  csi.backend.script({});
  await gone("the content", () => api.get(contents, content), patience);
  await gone("the snapshot", () => api.get(snapshots, snapshot), patience);
  assert.ok(csi.backend.destroyed().has(handle));
  assert.ok(!hasSnapshot(handle));
  // Its source is free, and stays.
  assert.equal((await api.get(claims, { ...snapshot, name: "data" }))?.status?.phase, "Bound");
});

test("the same with retain-snapshot before: what the driver makes later stays", async (context) => {
  const { snapshot, content, handle } = await taken(context, "failing");
  const folder = stateFolder(context);
  const kept = ["fix", `volumesnapshotcontent/${content.name}`, "--remedy", "retain-snapshot"];
  assert.equal((await confirmed(folder, ...kept)).code, 0);
  const line = ["fix", "volumesnapshot/backup", "-n", snapshot.namespace, "--remedy", "delete-snapshot"];
  const planned = await pvguard(...line, "--dry-run");
  assert.match(planned.out, /The snapshot: is kept/);
  assert.doesNotMatch(planned.out, /--accept/);
  const ran = await confirmed(folder, ...line);
  assert.equal(ran.code, 0, ran.err);
  await gone("the snapshot", () => api.get(snapshots, snapshot), patience);
  csi.backend.script({});
  await when("the driver has made it", async () => hasSnapshot(handle), Boolean, patience);
  assert.equal((await api.get(contents, content))?.spec?.deletionPolicy, "Retain");
});

test("retain-snapshot on a content that was deleted under its snapshot", async (context) => {
  const { snapshot, content, handle } = await taken(context, "well");
  await api.remove(contents, content);
  const target = `volumesnapshotcontent/${content.name}`;
  assert.equal((await why(target)).fate?.data, "destroyed");
  const ran = await confirmed(stateFolder(context), "fix", target, "--remedy", "retain-snapshot");
  assert.equal(ran.code, 0, ran.err);
  assert.match(ran.out, /The snapshot: is kept/);
  const retained = await pvguard("why", target, "-o", "wide");
  assert.match(retained.out, /Save the manifest/);
  assert.doesNotMatch(retained.out, /to\s+Retain\s+(first|before)/);
  await api.remove(snapshots, snapshot);
  await gone("the content", () => api.get(contents, content), patience);
  assert.ok(hasSnapshot(handle) && !csi.backend.destroyed().has(handle));
});

test("release-claim-ref: a new claim of that name takes the volume, with its disk", async (context) => {
  const namespace = await newNamespace(context, api);
  const claim = persistentVolumeClaim({ name: "data", namespace }, { storageClassName: csi.driver });
  await api.create(claim);
  const { volume, handle, uid } = await provisioned(api, namespace, "data");
  context.after(() => api.send("DELETE", `/api/v1/persistentvolumes/${volume.name}`));
  csi.backend.script({ DeleteVolume: { code: "INTERNAL", message: "the disk is busy" } });
  context.after(() => csi.backend.script({}));
  await api.remove(claims, { name: "data", namespace });
  const phaseOf = async () => (await api.get(volumes, volume))?.status?.phase;
  await when("the volume is Released", phaseOf, (phase) => phase === "Released");

  const line = ["fix", `pv/${volume.name}`, "--remedy", "release-claim-ref", "--accept", "OldDataReadable"];
  const ran = await confirmed(stateFolder(context), ...line);
  assert.equal(ran.code, 0, ran.err);
  assert.match(ran.out, /to phase\s+Available/);
  csi.backend.script({});
  await when("the volume is Available", phaseOf, (phase) => phase === "Available");
  await api.create(claim);
  const again = await when(
    "the new claim is Bound",
    () => api.get(claims, { name: "data", namespace }),
    (found) => found?.status?.phase === "Bound",
    60,
  );
  assert.notEqual(again?.metadata.uid, uid);
  assert.equal(again?.spec?.volumeName, volume.name);
  assert.ok(csi.backend.stored("volumes").includes(handle) && !csi.backend.destroyed().has(handle));
});
