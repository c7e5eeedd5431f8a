/** What `why` foresees, `rescue` does not call well. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { beginning, foreseen } from "../../../src/commands/rescue/start.ts";
import { claimNamed, volumeNamed } from "../../../src/controllers/index.ts";
import type { Resource } from "../../../src/kubernetes/index.ts";
import { flatten } from "../../../src/kubernetes/index.ts";
import { snapshotOf } from "../../support/snapshot.ts";

const metadata = { creationTimestamp: "2026-06-01T10:00:00Z" };

interface Situation {
  readonly terminating: boolean;
  readonly policy: string;
}

function cluster({ terminating, policy }: Situation, hidden: readonly Resource[] = []) {
  const deleted = terminating ? { deletionTimestamp: "2026-11-20T11:59:59Z" } : {};
  const uid = "uid-data";
  return snapshotOf(
    [
      {
        apiVersion: "v1",
        kind: "Namespace",
        metadata: { ...metadata, name: "shop", uid: "ns", ...deleted },
        spec: { finalizers: ["kubernetes"] },
        status: { phase: terminating ? "Terminating" : "Active" },
      },
      {
        apiVersion: "v1",
        kind: "PersistentVolumeClaim",
        metadata: {
          ...metadata,
          name: "data",
          namespace: "shop",
          uid,
          finalizers: ["kubernetes.io/pvc-protection"],
        },
        spec: { volumeName: "pv1", storageClassName: "fast" },
        status: { phase: "Bound" },
      },
      {
        apiVersion: "v1",
        kind: "PersistentVolume",
        metadata: {
          ...metadata,
          name: "pv1",
          uid: "uid-pv",
          annotations: { "pv.kubernetes.io/provisioned-by": "disks.example.com" },
          finalizers: ["kubernetes.io/pv-protection", "external-provisioner.volume.kubernetes.io/finalizer"],
        },
        spec: {
          claimRef: { name: "data", namespace: "shop", uid },
          persistentVolumeReclaimPolicy: policy,
          storageClassName: "fast",
          csi: { driver: "disks.example.com", volumeHandle: "disk-1" },
        },
        status: { phase: "Bound" },
      },
    ],
    hidden,
  );
}

const named = claimNamed("shop", "data");

test("a claim that goes with its namespace is not well, and how to keep its data is said", () => {
  const { refusal } = foreseen(named, cluster({ terminating: true, policy: "Delete" }));
  assert.equal(refusal?.reason, "NotDeletedYet");
  assert.match(
    flatten(refusal.message, String),
    /is not being deleted yet.*Its disk will then be deleted\./s,
  );
  assert.match(flatten(refusal.instead ?? [], String), /fix pv\/pv1 --remedy set-retain/);
});

test("a volume of such a claim is not well either", () => {
  const { refusal } = foreseen(volumeNamed("pv1"), cluster({ terminating: true, policy: "Delete" }));
  assert.equal(refusal?.reason, "NotDeletedYet");
});

test("where nothing takes the data or the claim, nothing is foreseen", () => {
  for (const policy of ["Delete", "Retain"])
    assert.equal(foreseen(named, cluster({ terminating: false, policy })).refusal, undefined, policy);
});

test("a claim that goes with its namespace is not well with Retain either: it is to be brought back", () => {
  for (const each of [named, volumeNamed("pv1")]) {
    const { refusal } = foreseen(each, cluster({ terminating: true, policy: "Retain" }));
    assert.equal(refusal?.reason, "NotDeletedYet");
    assert.match(flatten(refusal.message, String), /nothing to rescue yet.*Its disk will then be kept/s);
    assert.match(flatten(refusal.instead ?? [], String), /kubectl pvguard rescue pv\/pv1/);
  }
});

test("where it could not be read whether the namespace is being deleted, it is not said that there is nothing to rescue", () => {
  for (const terminating of [true, false]) {
    const snapshot = cluster({ terminating, policy: "Delete" }, ["v1/namespaces"]);
    assert.equal(foreseen(named, snapshot).isUnknown, true);
    assert.equal(beginning(named, [], undefined)(snapshot).start, "unknown");
  }
});

test("what is not read and could not take the data does not matter", () => {
  const snapshot = cluster({ terminating: false, policy: "Delete" }, ["coordination.k8s.io/v1/leases"]);
  assert.equal(beginning(named, [], undefined)(snapshot).start, "nothing-to-do");
});
