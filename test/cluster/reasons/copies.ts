/** Claims that snapshots and clones hold. */
import assert from "node:assert/strict";
import { holdsFor } from "../support/eventually.ts";
import { persistentVolumeClaim } from "../support/manifests.ts";
import { volumeSnapshot } from "../support/snapshot-manifests.ts";
import { claims, volumes } from "../why/support/world.ts";
import type { Ground } from "./ground.ts";

const snapshots = "snapshot.storage.k8s.io/v1/volumesnapshots";
const contents = "snapshot.storage.k8s.io/v1/volumesnapshotcontents";
const snapshotFinalizer = "snapshot.storage.kubernetes.io/pvc-as-source-protection";
const cloneFinalizer = "provisioner.storage.kubernetes.io/cloning-protection";

const restoreFinalizer = "snapshot.storage.kubernetes.io/volumesnapshot-as-source-protection";

/** The snapshot controllers look again at what failed after up to a minute. */
const patience = 90;

export async function snapshotFinalizerOrphaned(ground: Ground): Promise<void> {
  const { csi } = ground;
  const volume = await ground.provisioned();
  csi.backend.script({ CreateSnapshot: { code: "UNAVAILABLE", message: "the backend is busy" } });
  await ground.create(volumeSnapshot("data", ground.place("backup"), csi.driver));
  await isHeldBy(ground, snapshotFinalizer);
  await csi.stopProgram("snapshot-controller");
  await ground.delete(claims, "data");
  assert.match(await ground.told("pvc/data"), /volumesnapshot\/backup .*\(SnapshotNotReady\)/);

  // A user removes the snapshot's finalizers while its controller is stopped. After its restart, the snapshot is gone.
  await ground.delete(snapshots, "backup");
  await ground.api.patch(snapshots, ground.place("backup"), { metadata: { finalizers: null } });
  for (const { metadata, spec } of await ground.api.list(contents)) {
    if (spec?.volumeSnapshotRef?.namespace === ground.namespace)
      ground.goesAtTheEnd(contents, { name: metadata.name });
  }
  await ground.untilGone(snapshots, ground.place("backup"));
  await csi.restartProgram("snapshot-controller");
  const orphaned = await ground.told("pvc/data");
  assert.match(orphaned, /has been Terminating.*: stuck/);
  assert.match(orphaned, /\(NoSnapshotLeft\) ← root cause/);
  assert.match(orphaned, /Restart the snapshot-controller: /);
  await holdsFor("the claim is held", 5, async () => isHeld(ground, snapshotFinalizer));

  // The file that the proposed step has a person write.
  assert.match(orphaned, /Take a snapshot of \S+data .* ← proposed .*kubectl create -f data-last.yaml/);
  csi.backend.script({});
  await ground.create(volumeSnapshot("data", ground.place("data-last"), csi.driver));
  await ground.untilGone(claims, ground.place("data"), patience);
  await ground.toldNotFound("pvc/data");
  await ground.untilGone(volumes, { name: volume });
  await ground.delete(snapshots, "data-last");
  await ground.untilGone(snapshots, ground.place("data-last"), patience);
}

/** A snapshot that is being deleted, and that a restore which fails keeps: its content is no better off. */
export async function contentGoesWithItsSnapshot(ground: Ground): Promise<void> {
  const { backend, driver } = ground.csi;
  await ground.provisioned();
  await ground.create(volumeSnapshot("data", ground.place("backup"), driver));
  const ready = await ground.until(
    snapshots,
    ground.place("backup"),
    ({ status }) => status?.readyToUse === true,
  );
  const content = ready.status?.boundVolumeSnapshotContentName ?? "";
  ground.goesAtTheEnd(contents, { name: content });
  backend.script({ CreateVolume: { code: "RESOURCE_EXHAUSTED", message: "the pool is full" } });
  const dataSource = { apiGroup: "snapshot.storage.k8s.io", kind: "VolumeSnapshot", name: "backup" };
  await ground.create(persistentVolumeClaim(ground.place("copy"), { storageClassName: driver, dataSource }));
  await ground.until(
    snapshots,
    ground.place("backup"),
    ({ metadata }) => metadata.finalizers?.includes(restoreFinalizer) === true,
  );
  await ground.delete(snapshots, "backup");
  const told = await ground.told(`volumesnapshotcontent/${content}`);
  assert.match(told, /\(SnapshotOfContentDeleted\).*copy .*← root cause/);
  assert.match(told, /The data: WILL BE DELETED/);

  await ground.delete(claims, "copy");
  await ground.untilGone(contents, { name: content }, patience);
  await ground.toldNotFound(`volumesnapshotcontent/${content}`);
  backend.script({});
}

export async function clonePending(ground: Ground): Promise<void> {
  const { backend, driver } = ground.csi;
  const volume = await ground.provisioned();
  backend.script({ CreateVolume: { code: "RESOURCE_EXHAUSTED", message: "the pool is full" } });
  const dataSource = { kind: "PersistentVolumeClaim", name: "data" };
  await ground.create(persistentVolumeClaim(ground.place("copy"), { storageClassName: driver, dataSource }));
  await isHeldBy(ground, cloneFinalizer);
  await ground.delete(claims, "data");
  const held = await ground.told("pvc/data");
  assert.match(held, /copy \(ClonePending\) ← root cause.*the provisioner starts no new attempt/);
  assert.match(held, /When pvc\/copy .* no longer exists: external-provisioner removes the finalizer/);
  assert.match(held, /The data: WILL BE DELETED/);
  assert.match(await ground.told("pvc/copy"), /has been Pending.*is a clone of \S+data.* being deleted/);

  backend.script({});
  await holdsFor("no clone is made, although the driver is well", 5, async () =>
    isHeld(ground, cloneFinalizer),
  );
  await ground.do(/^Delete \S+copy .*which is Pending/, "pvc/data");
  await ground.untilGone(claims, ground.place("data"));
  await ground.untilGone(volumes, { name: volume });
  assert.ok(!ground.hasDisk(volume));
  await ground.toldNotFound("pvc/data");
}

async function isHeldBy(ground: Ground, finalizer: string): Promise<void> {
  await ground.until(claims, ground.place("data"), ({ metadata }) =>
    (metadata.finalizers ?? []).includes(finalizer),
  );
}

async function isHeld(ground: Ground, finalizer: string): Promise<boolean> {
  const found = await ground.api.get(claims, ground.place("data"));
  return found?.metadata.finalizers?.includes(finalizer) === true;
}
