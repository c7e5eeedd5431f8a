import assert from "node:assert/strict";
import { test } from "node:test";
import { remadeClaim, remadeVolume, withManifests } from "../../../src/changes/rescue/index.ts";
import { nameKey, refOf } from "../../../src/kubernetes/index.ts";
import { begun, ofVolume, pair } from "./situation.ts";

const server = {
  uid: "u",
  resourceVersion: "9",
  generation: 2,
  creationTimestamp: "2026-01-01T00:00:00Z",
  deletionTimestamp: "2026-11-20T08:00:00Z",
  deletionGracePeriodSeconds: 0,
  managedFields: [{ manager: "kube-controller-manager" }],
  ownerReferences: [{ apiVersion: "apps/v1", kind: "StatefulSet", name: "db", uid: "gone" }],
  finalizers: ["kubernetes.io/pv-protection", "example.com/mine"],
};

test("a volume comes back with its source, labels and provisioner, for one claim, with Retain", () => {
  const text = JSON.stringify({
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: {
      ...server,
      name: "pv",
      labels: { zone: "a" },
      annotations: {
        "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com",
        "pv.kubernetes.io/bound-by-controller": "yes",
        "volume.kubernetes.io/provisioner-deletion-secret-name": "secret",
      },
    },
    spec: {
      capacity: { storage: "1Gi" },
      persistentVolumeReclaimPolicy: "Delete",
      claimRef: {
        kind: "PersistentVolumeClaim",
        namespace: "shop",
        name: "data",
        uid: "old",
        resourceVersion: "3",
      },
      csi: { driver: "ebs.csi.aws.com", volumeHandle: "vol-1", volumeAttributes: { unknownToUs: "kept" } },
      aFieldOfTomorrow: { kept: true },
    },
    status: { phase: "Bound" },
  });
  assert.deepEqual(JSON.parse(remadeVolume(text, { namespace: "shop", name: "data" })), {
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: {
      name: "pv",
      labels: { zone: "a" },
      annotations: {
        "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com",
        "volume.kubernetes.io/provisioner-deletion-secret-name": "secret",
      },
    },
    spec: {
      capacity: { storage: "1Gi" },
      persistentVolumeReclaimPolicy: "Retain",
      claimRef: { apiVersion: "v1", kind: "PersistentVolumeClaim", namespace: "shop", name: "data" },
      csi: { driver: "ebs.csi.aws.com", volumeHandle: "vol-1", volumeAttributes: { unknownToUs: "kept" } },
      aFieldOfTomorrow: { kept: true },
    },
  });
});

test("a claim comes back as it was asked for, bound to one volume, and owned by nobody", () => {
  const text = JSON.stringify({
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: {
      ...server,
      name: "data",
      namespace: "shop",
      labels: { app: "db" },
      annotations: {
        "pv.kubernetes.io/bind-completed": "yes",
        "pv.kubernetes.io/bound-by-controller": "yes",
        "volume.kubernetes.io/selected-node": "n1",
        "volume.kubernetes.io/storage-provisioner": "ebs.csi.aws.com",
        "volume.beta.kubernetes.io/storage-provisioner": "ebs.csi.aws.com",
        "meta.helm.sh/release-name": "db",
      },
    },
    spec: {
      accessModes: ["ReadWriteOnce"],
      storageClassName: "fast",
      resources: { requests: { storage: "1Gi" } },
    },
    status: { phase: "Bound", capacity: { storage: "1Gi" } },
  });
  assert.deepEqual(JSON.parse(remadeClaim(text, "pv")), {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: {
      name: "data",
      namespace: "shop",
      labels: { app: "db" },
      annotations: { "meta.helm.sh/release-name": "db" },
    },
    spec: {
      accessModes: ["ReadWriteOnce"],
      storageClassName: "fast",
      resources: { requests: { storage: "1Gi" } },
      volumeName: "pv",
    },
  });
});

test("a claim that nobody saved is told by its volume", () => {
  const [, volume] = pair({ policy: "Retain", phase: "Released" });
  const rescue = begun(ofVolume(), [volume]);
  assert.ok("pairs" in rescue);
  const whole = withManifests(rescue, new Map([[nameKey(refOf(volume)), JSON.stringify(volume)]]), undefined);
  assert.ok("pairs" in whole);
  assert.deepEqual(JSON.parse(whole.pairs[0]?.claim.manifest ?? ""), {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name: "data", namespace: "shop" },
    spec: {
      accessModes: ["ReadWriteOnce"],
      resources: { requests: { storage: "1Gi" } },
      storageClassName: "fast",
    },
  });
});
