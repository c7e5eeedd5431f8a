import assert from "node:assert/strict";
import { test } from "node:test";
import { readFiles, readingsOf, refusal } from "./reading.ts";

const header = `apiVersion: pvguard.dev/v1alpha1
kind: Snapshot
takenAt: "2026-11-20T10:00:00Z"
reads: all
`;

const shop = `---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data-0, namespace: shop}
---
apiVersion: v1
kind: Pod
metadata: {name: web-0}
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: pv-1}
`;

test("`reads: all` makes what is not in the file absent", async () => {
  const snapshot = await readFiles({ "cluster.yaml": header + shop });
  assert.deepEqual(readingsOf(snapshot, "v1/pods"), ["all: web-0"]);
  assert.deepEqual(readingsOf(snapshot, "v1/nodes"), ["all: "]);
  assert.ok(snapshot.readings.every((reading) => reading.read));
  assert.equal(snapshot.takenAt, "2026-11-20T10:00:00Z");
  assert.equal(snapshot.clock, "snapshot");
});

test("a hand-made object gets a uid that others can name, and the default namespace", async () => {
  const snapshot = await readFiles({ "cluster.yaml": header + shop });
  const uids = snapshot.readings
    .flatMap((reading) => (reading.read ? [...reading.items] : []))
    .map((item) => item.metadata);
  assert.deepEqual(uids, [
    { name: "web-0", namespace: "default", uid: "pod-default-web-0" },
    { name: "data-0", namespace: "shop", uid: "persistentvolumeclaim-shop-data-0" },
    { name: "pv-1", uid: "persistentvolume-pv-1" },
  ]);
});

test("`notRead` hides a kind, or a kind in one namespace", async () => {
  const hidden = `notRead:
- {resource: v1/persistentvolumes}
- {resource: v1/persistentvolumeclaims, namespace: shop, reason: Forbidden}
- {resource: snapshot.storage.k8s.io/v1/volumesnapshots, reason: NotServed}
`;
  const blog = "---\napiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: posts, namespace: blog}\n";
  const snapshot = await readFiles({ "cluster.yaml": header + hidden + shop + blog });
  assert.deepEqual(readingsOf(snapshot, "v1/persistentvolumes"), ["all: NotCollected"]);
  assert.deepEqual(readingsOf(snapshot, "v1/persistentvolumeclaims"), [
    "all: Forbidden",
    "shop: Forbidden",
    "default: ",
    "blog: posts",
  ]);
  assert.deepEqual(readingsOf(snapshot, "snapshot.storage.k8s.io/v1/volumesnapshots"), ["all: NotServed"]);
});

test("--at wins over the header", async () => {
  const snapshot = await readFiles({ "cluster.yaml": header + shop }, { at: "2026-11-21T00:00:00Z" });
  assert.equal(snapshot.takenAt, "2026-11-21T00:00:00Z");
  assert.equal(snapshot.clock, "flag");
});

test("recorded readings are taken as they are, and counted", async () => {
  const recorded = (count: number) => `apiVersion: pvguard.dev/v1alpha1
kind: Snapshot
takenAt: "2026-11-20T10:00:00Z"
readings:
- {resource: v1/pods, scope: {of: namespace, namespace: shop}, read: true, count: ${count}}
- {resource: v1/nodes, scope: {of: cluster}, read: false, reason: Forbidden, detail: no}
---
apiVersion: v1
kind: Pod
metadata: {name: web-0, namespace: shop, uid: u}
`;
  const snapshot = await readFiles({ "s.yaml": recorded(1) });
  assert.deepEqual(readingsOf(snapshot, "v1/pods"), ["shop: web-0", "all: NotCollected"]);
  assert.deepEqual(readingsOf(snapshot, "v1/nodes"), ["all: Forbidden"]);
  assert.match(
    await refusal({ "s.yaml": recorded(2) }),
    /should contain 2 objects of v1\/pods, but contains 1/,
  );
});

test("a header that is wrong says what is wrong", async () => {
  const with_ = (line: string) => ({ "c.yaml": `${header}${line}\n` });
  assert.match(await refusal(with_("notread: []")), /notread is not a field here/);
  assert.match(await refusal(with_("notRead: [{resource: pods}]")), /resource must be one such as v1\/pods/);
  assert.match(await refusal(with_("notRead: [{resource: v1/pods, reason: No}]")), /reason must be/);
  assert.match(
    await refusal(with_("notRead: [{resource: v1/pods, name: x}]")),
    /notRead\[0\]\.name is not a field here; there are resource, namespace, reason/,
  );
  assert.match(
    await refusal(with_('notRead: [{resource: v1/pods, namespace: ""}]')),
    /namespace must be text/,
  );
  assert.match(await refusal(with_("skipped: x")), /skipped must be a list, not a string/);
  assert.match(await refusal({ "c.yaml": header.replace("all", "some") }), /either `reads: all` or/);
  assert.match(await refusal({ "c.yaml": header.replace("2026-", "x") }), /takenAt must be a time/);
  assert.match(await refusal({ "c.yaml": header.replace("v1alpha1", "v9") }), /apiVersion must be/);
  assert.match(await refusal({ "c.yaml": `${shop}---\n${header}` }), /must be the first document/);
  assert.match(await refusal({ "a.yaml": header, "b.yaml": header }), /only one of the files/);
});

test("an object that cannot be read makes its kind unread even where all was read", async () => {
  const broken = "---\napiVersion: v1\nkind: Pod\nmetadata: {name: x, namespace: shop, finalizers: y}\n";
  const snapshot = await readFiles({ "cluster.yaml": header + shop + broken });
  assert.deepEqual(readingsOf(snapshot, "v1/pods"), [
    "all: Unavailable",
    "shop: Unavailable",
    "default: web-0",
  ]);
});
