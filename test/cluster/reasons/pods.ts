/** Claims that pods hold. */
import assert from "node:assert/strict";
import { when } from "../support/eventually.ts";
import { finishPod } from "../support/node.ts";
import { attachments, claims, pods, volumes } from "../why/support/world.ts";
import type { Ground } from "./ground.ts";

export async function freedByPodDeletion(ground: Ground): Promise<void> {
  const volume = ground.name("volume");
  await ground.bound(volume);
  await ground.pod("web");
  await ground.podPhase("web", "Running");
  await ground.delete(claims, "data");
  const held = await ground.told("pvc/data");
  assert.match(held, /data \(\S+\) has been Terminating.*: blocked/);
  assert.match(held, /pod\/web \(\S+\) \(Running\) on node\/\S+ uses the claim/);
  assert.match(held, /When pod\/web \(\S+\) is deleted: pvc-protection-controller removes/);
  assert.match(held, /The data: is kept/);
  const volumeHeld = await ground.told(`pv/${volume}`);
  assert.match(
    volumeHeld,
    /(?:is|has been) Bound.*: blocked .*\(ClaimOfVolumeDeleted\).*pod\/web .*← root cause/,
  );
  assert.match(volumeHeld, /The data: is kept/);

  // kubectl waits until the pod is gone. There is no kubelet to see to that; the test does what it would do.
  const done = ground.do(/^Delete pod\/web/, "pvc/data");
  await ground.until(pods, ground.place("web"), ({ metadata }) => metadata.deletionTimestamp !== undefined);
  assert.match(await ground.told("pvc/data"), /waiting .*\(PodEnding\) ← root cause/);
  await finishPod(ground.api, { name: "web", namespace: ground.namespace });

  await done;
  await ground.untilGone(claims, ground.place("data"));
  await ground.toldNotFound("pvc/data");
  await ground.until(volumes, { name: volume }, ({ status }) => status?.phase === "Released");
  const released = await ground.told(`pv/${volume}`);
  assert.match(released, /has been Released.*\(ReleasedByDesign\)/);
  assert.match(released, /The data: is kept/);
}

export async function destroyedAfterDetach(ground: Ground): Promise<void> {
  const { backend } = ground.csi;
  const volume = await ground.provisioned();
  await ground.pod("web");
  await ground.podPhase("web", "Running");
  const isAttached = () => backend.stored("attachments").includes(`${volume}@${ground.node}`);
  await when("the driver attached it", async () => isAttached(), Boolean);
  await ground.attachmentOf(volume);
  await ground.delete(claims, "data");
  const before = await ground.told("pvc/data");
  assert.match(before, /pod\/web \(\S+\) \(Running\)/);
  assert.match(
    before,
    new RegExp(`external-provisioner has the driver ${ground.csi.driver} delete disk ${volume}`),
  );
  assert.match(before, /The data: WILL BE DELETED/);
  const behind = await ground.told(`pv/${volume}`);
  assert.match(
    behind,
    /(?:is|has been) Bound.*: blocked .*\(ClaimOfVolumeDeleted\).*pod\/web .*← root cause/,
  );
  assert.match(behind, /The data: WILL BE DELETED/);
  const attached = await ground.told(`volumeattachment/${await ground.attachmentOf(volume)}`);
  assert.match(attached, /1. \[safe\] Keep the data/);

  backend.script({ ControllerUnpublishVolume: { code: "INTERNAL", message: "the hypervisor is busy" } });
  await finishPod(ground.api, { name: "web", namespace: ground.namespace });
  await ground.until(volumes, { name: volume }, ({ status }) => status?.phase === "Released");
  const attachment = await ground.attachmentOf(volume);
  await ground.until(attachments, { name: attachment }, ({ status }) => status?.detachError !== undefined);
  const between = await ground.told(`pv/${volume}`);
  assert.match(between, /the hypervisor is busy/);
  assert.match(between, /The data: WILL BE DELETED/);
  assert.ok(ground.hasDisk(volume), "an attached disk is not destroyed");

  backend.script({});
  await ground.untilGone(volumes, { name: volume });
  const done = backend.calls().filter(({ request, code }) => request.volumeId === volume && code === "OK");
  const order = done.map(({ method }) => method).filter((method) => /Unpublish|Delete/.test(method));
  assert.deepEqual([...new Set(order)], ["ControllerUnpublishVolume", "DeleteVolume"]);
  assert.ok(!ground.hasDisk(volume));
  await ground.toldNotFound(`pv/${volume}`);
}
