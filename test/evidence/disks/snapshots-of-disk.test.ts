import assert from "node:assert/strict";
import { test } from "node:test";
import { keptBySnapshots } from "../../../src/evidence/index.ts";
import type { VolumeSnapshotContent } from "../../../src/kubernetes/index.ts";
import { ebs, volume } from "../../support/objects.ts";
import { clusterOf, looked } from "../ask.ts";

const contents = "snapshot.storage.k8s.io/v1/volumesnapshotcontents";
const released = volume({ phase: "Released", spec: ebs });
const handle = ebs.csi.volumeHandle;

const content = (volumeHandle: string): VolumeSnapshotContent => ({
  apiVersion: "snapshot.storage.k8s.io/v1",
  kind: "VolumeSnapshotContent",
  metadata: { name: `snapcontent-${volumeHandle}`, uid: volumeHandle },
  spec: {
    driver: ebs.csi.driver,
    deletionPolicy: "Delete",
    source: { volumeHandle },
    volumeSnapshotRef: { namespace: "maps", name: "before-reindex", uid: "s1" },
  },
});

const said = `volume ${handle} has snapshots`;
const among = "must not be migrating, attached, belong to a group, have snapshots, awaiting a transfer";
const ask = (message: string, ...snapshots: readonly VolumeSnapshotContent[]) =>
  looked(keptBySnapshots(released, message, clusterOf([released, ...snapshots])));

test("for: the backend says so, and the snapshots of this disk are named", () => {
  const answer = ask(said, content(handle), content("another"));
  assert.equal(answer.is, "likely");
  assert.deepEqual(
    answer.snapshots.map(({ namespace, name }) => `${namespace}/${name}`),
    ["maps/before-reindex"],
  );
  assert.equal(ask(said).is, "likely");
});

test("snapshots that are among the possible causes count where the cluster has one of this disk", () => {
  assert.equal(ask(among, content(handle)).is, "likely");
  assert.equal(ask(among, content("another")).is, "possible");
});

test("an error about something else says nothing, whatever snapshots there are", () => {
  const answer = ask("the volume is in use", content(handle));
  assert.equal(answer.is, "possible");
  assert.deepEqual(answer.snapshots, []);
});

test("contents that were not read are not taken for none", () => {
  assert.equal(keptBySnapshots(released, among, clusterOf([released], contents)).is, "unread");
});
