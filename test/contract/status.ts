/** The subresource `/status`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { claim, storageClass } from "./manifests.ts";
import type { Subject } from "./subject.ts";
import { mergePatch, newName } from "./subject.ts";

export function statusTests(subject: Subject): void {
  test("a new claim's status is the server's", async () => {
    const object = { ...claim(newName("claim")), status: { phase: "Bound" } };
    const made = await subject.made(subject.inside("persistentvolumeclaims"), object);
    assert.equal(made.status?.phase, "Pending");
  });

  test("the status is written through /status only, and nothing else through it", async () => {
    const name = newName("claim");
    const path = `${subject.inside("persistentvolumeclaims")}/${name}`;
    await subject.made(subject.inside("persistentvolumeclaims"), claim(name));
    const body = {
      status: { phase: "Lost" },
      spec: { volumeName: "disk" },
      metadata: { labels: { tier: "db" } },
    };

    const byStatus = (await subject.patch(`${path}/status`, mergePatch, body)).object;
    assert.equal(byStatus.status?.phase, "Lost");
    assert.equal((byStatus.spec as { readonly volumeName?: string }).volumeName, undefined);
    assert.deepEqual(byStatus.metadata.labels, { tier: "db" });

    const byMain = (await subject.patch(path, mergePatch, { status: { phase: "Bound" } })).object;
    assert.equal(byMain.status?.phase, "Lost");
    assert.equal(byMain.metadata.resourceVersion, byStatus.metadata.resourceVersion);
    assert.deepEqual((await subject.get(`${path}/status`)).object.status, byMain.status);
  });

  test("a kind without status has no /status", async () => {
    const classes = "/apis/storage.k8s.io/v1/storageclasses";
    const { metadata } = await subject.made(classes, storageClass(newName("class")));
    assert.equal((await subject.get(`${classes}/${metadata.name}/status`)).code, 404);
  });
}
