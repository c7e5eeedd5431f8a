/** Watches. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { briefly, watched } from "./events.ts";
import { claim } from "./manifests.ts";
import type { Subject } from "./subject.ts";
import { mergePatch, newName } from "./subject.ts";

const without = { metadata: { finalizers: null } };

export function watchTests(subject: Subject): void {
  let path = "";
  let start = "";
  before(async () => {
    const name = newName("watch");
    await subject.made("/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name } });
    path = `/api/v1/namespaces/${name}/persistentvolumeclaims`;
    start = (await subject.get(path)).list.metadata.resourceVersion;
    await subject.made(path, claim("a"));
    await subject.made(path, claim("b", { labels: { tier: "db" } }));
    await subject.patch(`${path}/a`, mergePatch, { metadata: { labels: { tier: "db" } } });
    await subject.deleted(`${path}/a`);
    await subject.patch(`${path}/a`, mergePatch, without);
    await subject.patch(`${path}/b`, mergePatch, { metadata: { labels: { tier: "web" } } });
  });

  test("watch: every change since a version, in order", async () => {
    const events = await watched(subject, `${path}?watch=1&resourceVersion=${start}`, 6);
    const all = ["ADDED a", "ADDED b", "MODIFIED a", "MODIFIED a", "DELETED a", "MODIFIED b"];
    assert.deepEqual(briefly(events), all);
    const versions = events.map(({ object }) => Number(object.metadata.resourceVersion));
    assert.deepEqual(
      versions,
      [...versions].sort((a, b) => a - b),
    );
    assert.equal(events[0]?.object.kind, "PersistentVolumeClaim");
  });

  test("watch: what comes to match a selector is added, and what no longer does is deleted", async () => {
    const query = `watch=1&resourceVersion=${start}&labelSelector=tier%3Ddb`;
    const events = await watched(subject, `${path}?${query}`, 5);
    assert.deepEqual(briefly(events), ["ADDED b", "ADDED a", "MODIFIED a", "DELETED a", "DELETED b"]);
  });

  test("watch: one object", async () => {
    const query = `watch=1&resourceVersion=${start}&fieldSelector=metadata.name%3Da`;
    const events = await watched(subject, `${path}?${query}`, 4);
    assert.deepEqual(briefly(events), ["ADDED a", "MODIFIED a", "MODIFIED a", "DELETED a"]);
  });

  test("watch: without a version it begins with what there is, and goes on", async () => {
    const events = await watched(subject, `${path}?watch=1`, 2, () => subject.made(path, claim("c")));
    assert.deepEqual(briefly(events), ["ADDED b", "ADDED c"]);
  });

  test("watch: a streamed list ends with a bookmark, from which a watch goes on", async () => {
    const options = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
    const expected = (await subject.get(path)).list.items.map(({ metadata }) => `ADDED ${metadata.name}`);
    const events = await watched(subject, `${path}?watch=1&${options}`, expected.length + 1);
    assert.deepEqual(briefly(events), [...expected, "BOOKMARK"]);
    const metadata = events.at(-1)?.object.metadata;
    assert.deepEqual(metadata?.annotations, { "k8s.io/initial-events-end": "true" });
    const from = `${path}?watch=1&resourceVersion=${metadata?.resourceVersion}`;
    const more = await watched(subject, from, 1, () => subject.made(path, claim("d")));
    assert.deepEqual(briefly(more), ["ADDED d"]);
  });

  test("watch: it ends when its time is over", async () => {
    const events = await watched(subject, `${path}?watch=1&timeoutSeconds=1&labelSelector=none`, 1);
    assert.deepEqual(events, []);
  });
}
