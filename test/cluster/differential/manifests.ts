import { createHash } from "node:crypto";
import { persistentVolume } from "../support/manifests.ts";
import type { ObjectManifest, Place } from "../support/paths.ts";
import type { Ground } from "./ground.ts";
import type { AttachmentSituation, ClaimSituation, VolumeSituation } from "./situation.ts";

const missingVolume = "volume-that-does-not-exist";

export function rivalOf(volume: string): string {
  return `${volume}-rival`;
}

const values: { readonly [annotation: string]: string } = {
  "pv.kubernetes.io/bind-completed": "yes",
  "pv.kubernetes.io/bound-by-controller": "yes",
};

const sources = {
  hostPath: (name: string) => ({ hostPath: { path: `/tmp/pvguard-test/${name}` } }),
  local: () => ({ hostPath: undefined, local: { path: "/mnt/disk" }, nodeAffinity: onNode("away") }),
  nfs: () => ({ hostPath: undefined, nfs: { server: "192.0.2.1", path: "/export" } }),
  csi: (name: string, driver: string) => ({ hostPath: undefined, csi: { driver, volumeHandle: name } }),
};

const provisioners = {
  hostPath: () => "kubernetes.io/host-path",
  local: () => "local-volume-provisioner-away",
  nfs: () => "example.com/nfs",
  csi: (driver: string) => driver,
};

/** The claim's uid is known, since the claim was made first. */
export function volumeIn(
  situation: VolumeSituation,
  name: string,
  claim: Required<Place>,
  uid: string | undefined,
  driver: string,
): ObjectManifest {
  const claimRef = claimRefIn(situation, claim, uid);
  const provisioner = provisioners[situation.source](driver);
  const annotations = Object.fromEntries(
    situation.annotations.map((annotation) => [annotation, values[annotation] ?? provisioner]),
  );
  const made = persistentVolume(name, {
    storageClassName: claim.namespace,
    persistentVolumeReclaimPolicy: situation.policy,
    capacity: { storage: name === claim.namespace ? "1Gi" : "2Gi" },
    ...sources[situation.source](name, driver),
    ...(claimRef === undefined ? {} : { claimRef }),
  });
  return { ...made, metadata: { name, annotations, finalizers: situation.finalizers } };
}

function claimRefIn(
  { claimRef }: VolumeSituation,
  claim: Required<Place>,
  uid: string | undefined,
): object | undefined {
  const named = { apiVersion: "v1", kind: "PersistentVolumeClaim", ...claim };
  const earlier = "00000000-0000-4000-8000-000000000000";
  switch (claimRef) {
    case "none":
      return undefined;
    case "without uid":
      return named;
    case "the claim":
      return { ...named, uid: uid ?? earlier };
    case "an earlier claim":
      return { ...named, uid: earlier };
    case "a claim that never was":
      return { ...named, name: "never-was", uid: earlier };
  }
}

export function claimIn(situation: ClaimSituation, place: Required<Place>, volume: string): ObjectManifest {
  const names = {
    none: undefined,
    "the volume": volume,
    "the rival": rivalOf(volume),
    "a missing volume": missingVolume,
  };
  const volumeName = names[situation.volumeName];
  const annotations = Object.fromEntries(
    situation.annotations.map((annotation) => [annotation, values[annotation]]),
  );
  return {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { ...place, annotations, finalizers: situation.finalizers },
    spec: {
      accessModes: ["ReadWriteOnce"],
      resources: { requests: { storage: "1Gi" } },
      storageClassName: place.namespace,
      ...(volumeName === undefined ? {} : { volumeName }),
    },
  };
}

/**
 * The attach-detach controller knows an attachment by this name, and by nothing else.
 * kubernetes/kubernetes pkg/volume/csi/csi_attacher.go getAttachmentName, 1.36.
 */
function attachmentName(handle: string, driver: string, node: string): string {
  return `csi-${createHash("sha256").update(`${handle}${driver}${node}`).digest("hex")}`;
}

export function attachmentIn(
  situation: AttachmentSituation,
  volume: string,
  { driver, nodes }: Ground,
): ObjectManifest {
  const nodeName = nodes[situation.node];
  return {
    apiVersion: "storage.k8s.io/v1",
    kind: "VolumeAttachment",
    metadata: {
      name: attachmentName(volume, driver, nodeName),
      annotations: Object.fromEntries(situation.annotations.map((annotation) => [annotation, nodeName])),
      finalizers: situation.finalizers,
    },
    spec: { attacher: driver, nodeName, source: { persistentVolumeName: volume } },
  };
}

function onNode(name: string): object {
  const matchExpressions = [{ key: "kubernetes.io/hostname", operator: "In", values: [name] }];
  return { required: { nodeSelectorTerms: [{ matchExpressions }] } };
}
