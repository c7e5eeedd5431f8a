/** Who holds what is deleted. */
import assert from "node:assert/strict";
import { persistentVolumeClaim, podUsing } from "../support/manifests.ts";
import { finishPod } from "../support/node.ts";
import { claims, pods } from "../why/support/world.ts";
import type { Ground } from "./ground.ts";

const foreign = "backup.example.com/keep";

/** A plain deletion after which the kubelet ends the pod; only a finalizer of its own keeps it. */
export async function notByForce(ground: Ground): Promise<void> {
  const disk = await ground.disk();
  const pod = podUsing("data", ground.place("web"), { nodeName: ground.node });
  await ground.create({ ...pod, metadata: { ...pod.metadata, finalizers: [foreign] } });
  await ground.podPhase("web", "Running");
  await ground.delete(pods, "web");
  await ground.delete(claims, "data");
  await finishPod(ground.api, { name: "web", namespace: ground.namespace });
  const { text } = await ground.why("pvc/data");
  assert.doesNotMatch(text, /was deleted by force/);
  assert.match(text, new RegExp(foreign));
  await ground.api.patch(pods, ground.place("web"), { metadata: { finalizers: null } });
  await ground.destroyed(disk);
}

/** A ConfigMap blocks the foreground deletion of the claim: its kind is not read. */
export async function dependentOfAnotherKind(ground: Ground): Promise<void> {
  await ground.create(persistentVolumeClaim(ground.place("data")));
  const claim = await ground.until(claims, ground.place("data"), () => true);
  const owner = {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    name: "data",
    uid: claim.metadata.uid,
    blockOwnerDeletion: true,
  };
  const place = ground.place("settings");
  await ground.create({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { ...place, ownerReferences: [owner], finalizers: [foreign] },
  });
  // The garbage collector has to have seen it.
  await new Promise((settle) => setTimeout(settle, 2000));
  await ground.delete(claims, "data", { propagationPolicy: "Foreground" });
  await new Promise((settle) => setTimeout(settle, 3000));
  const { text } = await ground.why("pvc/data");
  assert.doesNotMatch(text, /no longer needed|nothing needs foregroundDeletion/, text);
  assert.match(text, /unless an object of another kind, such as a ConfigMap, must be deleted first/, text);
  const path = `/api/v1/namespaces/${ground.namespace}/configmaps/settings`;
  const change = { metadata: { finalizers: null } };
  await ground.api.send("PATCH", path, change, "application/merge-patch+json");
  await ground.untilGone(claims, ground.place("data"));
}

/** Both are being deleted in the foreground before they own each other: no worker of the garbage collector can break that. */
export async function deletionsInCircle(ground: Ground): Promise<void> {
  const names = ["data", "index"];
  const disks = [await ground.disk("data"), await ground.disk("index")];
  const [data, index] = await Promise.all(names.map((name) => asOwner(ground, name)));
  for (const [name, owner] of [["data", data] as const, ["index", index] as const]) {
    const metadata = { ...ground.place(name), ownerReferences: [owner], finalizers: [foreign] };
    await ground.create({ apiVersion: "v1", kind: "ConfigMap", metadata });
  }
  // The garbage collector has to have seen them.
  await new Promise((settle) => setTimeout(settle, 5000));
  for (const name of names) await ground.delete(claims, name, { propagationPolicy: "Foreground" });
  await ground.api.patch(claims, ground.place("data"), { metadata: { ownerReferences: [index] } });
  await ground.api.patch(claims, ground.place("index"), { metadata: { ownerReferences: [data] } });
  // It may hear of the ConfigMaps before it hears of the claims.
  await new Promise((settle) => setTimeout(settle, 5000));
  for (const name of names) {
    const path = `/api/v1/namespaces/${ground.namespace}/configmaps/${name}`;
    const change = { metadata: { finalizers: null } };
    await ground.api.send("PATCH", path, change, "application/merge-patch+json");
  }
  await new Promise((settle) => setTimeout(settle, 10_000));
  const told = await ground.why("pvc/data");
  assert.equal(told.reason, "DeletionsWaitInCircle");
  assert.equal(told.category, "blocked");
  assert.equal(told.fate, "destroyed");
  assert.match(told.text, /\[loses data\] Remove the finalizer foregroundDeletion from pvc\/data/);
  assert.deepEqual(
    disks.map((disk) => disk.isThere()),
    [true, true],
  );
  await ground.api.patch(claims, ground.place("data"), { metadata: { finalizers: null } });
  for (const disk of disks) await ground.destroyed(disk);
}

async function asOwner(ground: Ground, name: string): Promise<object> {
  const { metadata } = await ground.until(claims, ground.place(name), () => true);
  const { uid } = metadata;
  return { apiVersion: "v1", kind: "PersistentVolumeClaim", name, uid, blockOwnerDeletion: true };
}

/** Only a finalizer of a third party holds the claim: that is what blocks. */
export async function finalizerBlocks(ground: Ground): Promise<void> {
  const disk = await ground.disk();
  await ground.addFinalizer(claims, ground.place("data"), foreign);
  await ground.delete(claims, "data");
  const { stdout } = await ground.run("blockers", "pvc/data");
  assert.match(stdout, new RegExp(foreign), stdout);
  const told = await ground.why("pvc/data");
  assert.equal(told.reason, "UnknownFinalizer");
  assert.equal(told.fate, "destroyed");
  await ground.api.patch(claims, ground.place("data"), { metadata: { finalizers: null } });
  await ground.destroyed(disk);
}

/** A rescue waits a minute, not ten, for what its own plan says that nothing ends. */
export async function rescueDoesNotWait(ground: Ground): Promise<void> {
  const disk = await ground.disk();
  await ground.addFinalizer(claims, ground.place("data"), foreign);
  await ground.delete(claims, "data");
  const folder = ground.program.folder;
  const flags = ["pvc/data", "--backup-dir", `${folder}/${ground.namespace}`];
  const plan = (await ground.run("rescue", ...flags, "--dry-run")).stdout;
  const digest = /Digest of this plan: ([0-9a-f]{64})/.exec(plan)?.[1] ?? "";
  assert.notEqual(digest, "", plan);
  const start = performance.now();
  const { stdout, stderr, code } = await ground.run("rescue", ...flags, `--confirm=${digest}`);
  const seconds = (performance.now() - start) / 1000;
  assert.ok(seconds < 120, `${seconds} s, ${code}: ${stdout}${stderr}`);
  assert.match(stdout + stderr, new RegExp(foreign));
  await ground.api.patch(claims, ground.place("data"), { metadata: { finalizers: null } });
  await ground.untilGone(claims, ground.place("data"));
  assert.ok(disk.isThere(), "it was kept first");
}
