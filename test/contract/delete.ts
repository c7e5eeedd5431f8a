/** DELETE. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { claim, pod, storageClass, volume } from "./manifests.ts";
import type { Subject } from "./subject.ts";
import { mergePatch, newName, volumes } from "./subject.ts";

const classes = "/apis/storage.k8s.io/v1/storageclasses";

export function deleteTests(subject: Subject): void {
  async function newVolume(): Promise<string> {
    const name = newName("volume");
    await subject.made(volumes, volume(name));
    return `${volumes}/${name}`;
  }

  async function newPod(spec: object): Promise<string> {
    const name = newName("pod");
    await subject.made(subject.inside("pods"), pod(name, spec));
    return `${subject.inside("pods")}/${name}`;
  }

  test("delete: a finalizer leaves the object with a deletionTimestamp and nothing else", async () => {
    const path = await newVolume();
    const before = (await subject.get(path)).object;
    const { deletionTimestamp, deletionGracePeriodSeconds, ...metadata } = (await subject.deleted(path))
      .metadata;
    assert.match(deletionTimestamp ?? "", /Z$/);
    assert.equal(deletionGracePeriodSeconds, 0);
    assert.notEqual(metadata.resourceVersion, before.metadata.resourceVersion);
    const { managedFields: _, ...was } = before.metadata;
    const { managedFields: __, ...is } = metadata;
    assert.deepEqual({ ...is, resourceVersion: "" }, { ...was, resourceVersion: "" });
  });

  test("delete: deleting again changes nothing", async () => {
    const path = await newVolume();
    assert.deepEqual((await subject.deleted(path)).metadata, (await subject.deleted(path)).metadata);
  });

  test("delete: without finalizers the object is gone at once", async () => {
    const { metadata } = await subject.made(classes, storageClass(newName("class")));
    const last = await subject.deleted(`${classes}/${metadata.name}`);
    assert.equal(last.metadata.uid, metadata.uid);
    const { code, status } = await subject.get(`${classes}/${metadata.name}`);
    assert.equal(code, 404);
    assert.equal(status.message, `storageclasses.storage.k8s.io "${metadata.name}" not found`);
  });

  test("delete: another uid in the preconditions is a conflict", async () => {
    const path = await newVolume();
    const body = { preconditions: { uid: "another" } };
    const { code, status } = await subject.ask("DELETE", path, { body });
    assert.deepEqual([code, status.reason], [409, "Conflict"]);
    assert.match(
      status.message ?? "",
      /^Operation cannot be fulfilled on PersistentVolume "volume-[0-9a-f]+": the UID in the precondition \(another\) does not match the UID in record \([0-9a-f-]+\)\. The object might have been deleted and then recreated$/,
    );
    assert.equal((await subject.get(path)).object.metadata.deletionTimestamp, undefined);
  });

  test("delete: another version in the preconditions is a conflict", async () => {
    const path = await newVolume();
    const body = { preconditions: { resourceVersion: "1" } };
    const { code, status } = await subject.ask("DELETE", path, { body });
    assert.equal(code, 409);
    assert.match(
      status.message ?? "",
      /the ResourceVersion in the precondition \(1\) does not match the ResourceVersion in record \(\d+\)\. The object might have been modified$/,
    );
  });

  test("delete: the right preconditions are met", async () => {
    const path = await newVolume();
    const { uid, resourceVersion } = (await subject.get(path)).object.metadata;
    const body = { preconditions: { uid, resourceVersion } };
    assert.equal((await subject.ask("DELETE", path, { body })).code, 200);
  });

  test("delete: a dry run stores nothing, asked for in the query or in the body", async () => {
    const path = await newVolume();
    const before = (await subject.get(path)).json();
    const byQuery = await subject.ask("DELETE", `${path}?dryRun=All`);
    const byBody = await subject.ask("DELETE", path, { body: { dryRun: ["All"] } });
    assert.deepEqual([byQuery.code, byBody.code], [200, 200]);
    assert.deepEqual((await subject.get(path)).json(), before);
  });

  for (const [policy, finalizer] of [
    ["Foreground", "foregroundDeletion"],
    ["Orphan", "orphan"],
  ] as const) {
    test(`delete: propagation policy ${policy} is a finalizer`, async () => {
      const name = newName("claim");
      const path = `${subject.inside("persistentvolumeclaims")}/${name}`;
      await subject.made(subject.inside("persistentvolumeclaims"), claim(name));
      const { object } = await subject.ask("DELETE", path, { body: { propagationPolicy: policy } });
      assert.deepEqual(object.metadata.finalizers, ["kubernetes.io/pvc-protection", finalizer]);
    });
  }

  test("delete: an unknown propagation policy is refused", async () => {
    const path = await newVolume();
    const { code, status } = await subject.ask("DELETE", path, { body: { propagationPolicy: "Nope" } });
    assert.equal(code, 422);
    assert.match(status.message ?? "", /propagationPolicy: Unsupported value: "Nope"/);
  });

  test("delete: a pod on a node is given time, and none when asked so", async () => {
    const path = await newPod({ nodeName: "gone" });
    const dying = await subject.deleted(path);
    assert.equal(dying.metadata.deletionGracePeriodSeconds, 30);
    await subject.ask("DELETE", path, { body: { gracePeriodSeconds: 0 } });
    assert.equal((await subject.get(path)).code, 404);
  });

  test("delete: a pod without a node, and one that has ended, are gone at once", async () => {
    const waiting = await newPod({});
    await subject.deleted(waiting);
    assert.equal((await subject.get(waiting)).code, 404);
    const ended = await newPod({ nodeName: "gone" });
    await subject.patch(`${ended}/status`, mergePatch, { status: { phase: "Succeeded" } });
    await subject.deleted(ended);
    assert.equal((await subject.get(ended)).code, 404);
  });

  test("what is gone is not found, whatever is asked", async () => {
    const path = `${volumes}/${newName("never")}`;
    const body = { ...volume(path.slice(volumes.length + 1)) };
    const answers = [
      await subject.get(path),
      await subject.ask("DELETE", path),
      await subject.patch(path, mergePatch, { metadata: { finalizers: null } }),
      await subject.ask("PUT", path, { body }),
    ];
    for (const { code, status } of answers) assert.deepEqual([code, status.reason], [404, "NotFound"]);
  });
}
