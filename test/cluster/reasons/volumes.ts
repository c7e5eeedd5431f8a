/** Volumes that go, and what becomes of their disks. */
import assert from "node:assert/strict";
import { warned } from "../support/events.ts";
import { holdsFor, when } from "../support/eventually.ts";
import { claims, volumes } from "../why/support/world.ts";
import type { Ground } from "./ground.ts";

export async function leakedByDeletingTheVolumeFirst(ground: Ground): Promise<void> {
  const { csi, api } = ground;
  const volume = await ground.provisioned();
  // As a provisioner before 5.0 leaves it, whose gate HonorPVReclaimPolicy was off: without a finalizer of its own.
  await csi.stopProgram("csi-provisioner");
  await api.patch(volumes, { name: volume }, { metadata: { finalizers: ["kubernetes.io/pv-protection"] } });
  await ground.delete(volumes, volume);
  await csi.restartProgram("csi-provisioner");
  for (const target of [`pv/${volume}`, "pvc/data"]) {
    const warning = await ground.told(target);
    assert.match(warning, /The data: WILL BE LEFT BEHIND in the storage backend/, target);
    assert.match(warning, /the object is deleted but\s+the\s+disk\s+is\s+not,\s+and\s+remains/, target);
  }

  await ground.delete(claims, "data");
  await ground.untilGone(volumes, { name: volume });
  await ground.untilGone(claims, ground.place("data"));
  await ground.toldNotFound(`pv/${volume}`);
  const asked = csi.backend.calls("DeleteVolume").filter(({ request }) => request.volumeId === volume);
  assert.deepEqual(asked, [], "nobody asked the driver to delete the disk");
  assert.ok(ground.hasDisk(volume), "the disk is still there, and nothing records it");
}

export async function freedByRetain(ground: Ground): Promise<void> {
  const { csi } = ground;
  const volume = await ground.provisioned();
  csi.backend.script({ DeleteVolume: { code: "INTERNAL", message: "the array does not answer" } });
  await ground.delete(claims, "data");
  await warned(ground.api, "VolumeFailedDelete", volume);
  await ground.delete(volumes, volume);
  const stuck = await ground.told(`pv/${volume}`);
  assert.match(stuck, /has been Terminating/);
  assert.match(stuck, /the array does not answer/);
  assert.match(stuck, /The data: WILL BE DELETED/);

  await ground.do(/^Keep the data: set \S+ to Retain/, `pv/${volume}`);
  await ground.untilGone(volumes, { name: volume });
  await ground.toldNotFound(`pv/${volume}`);
  csi.backend.script({});
  assert.ok(ground.hasDisk(volume), "the disk was kept");
}

export async function destroyedUnderAForeignFinalizer(ground: Ground): Promise<void> {
  const { csi, api } = ground;
  const volume = await ground.provisioned();
  const foreign = "example.com/protect";
  const before = await api.get(volumes, { name: volume });
  const finalizers = [...(before?.metadata.finalizers ?? []), foreign];
  await api.patch(volumes, { name: volume }, { metadata: { finalizers } });
  csi.backend.script({ DeleteVolume: { code: "INTERNAL", message: "the array does not answer" } });
  await ground.delete(claims, "data");
  await warned(ground.api, "VolumeFailedDelete", volume);
  await ground.delete(volumes, volume);
  const warning = await ground.told(`pv/${volume}`);
  assert.match(warning, /UnknownFinalizer/);
  const fate = /The data: .*?\(policy Delete\)/s.exec(warning)?.[0] ?? "";
  assert.match(fate, /^The data: WILL BE DELETED/);
  assert.doesNotMatch(fate, /protect/, "its owner has no say in that");

  csi.backend.script({});
  await when(
    "the disk is gone",
    async () => ground.hasDisk(volume),
    (isThere) => !isThere,
  );
  const left = await api.get(volumes, { name: volume });
  assert.ok(left?.metadata.finalizers?.includes(foreign), "the object is there yet");
  const after = await ground.told(`pv/${volume}`);
  assert.doesNotMatch(after, /would be kept|The data: is kept/);
  await api.patch(volumes, { name: volume }, { metadata: { finalizers: [] } });
}

/** A volume of the driver, and a manually created copy of its object, which the driver does not know about. */
async function twoOfOneDisk(ground: Ground): Promise<{ readonly volume: string; readonly copy: string }> {
  const { csi } = ground;
  const volume = await ground.provisioned();
  const copy = ground.name("copy");
  const disk = { driver: csi.driver, volumeHandle: volume };
  await ground.bound(copy, "copy", { hostPath: null, csi: disk, persistentVolumeReclaimPolicy: "Retain" });
  for (const target of ["pvc/copy", `pv/${copy}`]) assert.match(await ground.told(target), /would be kept/);

  csi.backend.script({ DeleteVolume: { code: "INTERNAL", message: "the array does not answer" } });
  await ground.delete(claims, "data");
  await warned(ground.api, "VolumeFailedDelete", volume);
  for (const target of ["pvc/copy", `pv/${copy}`]) {
    const warning = await ground.told(target);
    assert.match(warning, /\(DiskGoesWithAnother\) ← root cause/, target);
    assert.match(warning, new RegExp(`The data: WILL BE DELETED .*${volume} uses the same disk`), target);
  }
  return { volume, copy };
}

export async function destroyedAsAnotherVolume(ground: Ground): Promise<void> {
  const { volume } = await twoOfOneDisk(ground);
  ground.csi.backend.script({});
  await ground.untilGone(volumes, { name: volume });
  assert.ok(
    !ground.hasDisk(volume),
    "the disk went, and the volume that is Retain is still Bound to its claim",
  );
}

export async function keptAsAnotherVolume(ground: Ground): Promise<void> {
  const { volume, copy } = await twoOfOneDisk(ground);
  const plan = await ground.program.throughKubectl(
    undefined,
    "fix",
    "pvc/copy",
    "-n",
    ground.namespace,
    "--dry-run",
  );
  assert.match(plan.stdout, new RegExp(`pv/${volume} to Retain`), plan.stderr);
  // The driver may be about to delete it.
  assert.match(plan.stdout, /The data: UNKNOWN/);

  await ground.do(/^Keep the data: set \S+ to Retain/, "pvc/copy");
  ground.csi.backend.script({});
  assert.match(await ground.told(`pv/${copy}`), /would be kept/);
  await holdsFor("the disk is there", 5, async () => ground.hasDisk(volume));
}
