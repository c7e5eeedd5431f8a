import { persistentVolume, persistentVolumeClaim } from "../../support/manifests.ts";
import type { ObjectManifest, Place } from "../../support/paths.ts";
import type {
  ClaimSituation,
  ContentSituation,
  CopySituation,
  SnapshotSituation,
  VolumeSituation,
} from "./situation.ts";

const group = "snapshot.storage.k8s.io";
const earlier = "00000000-0000-4000-8000-000000000000";

/** Each situation has a namespace. Its volume, its content and the disk behind it have that name, too. */
export interface Scene {
  readonly namespace: string;
  readonly driver: string;
}

export const copyVolume = ({ namespace }: Scene) => `${namespace}-copy`;
export const handleOf = ({ namespace }: Scene) => `snapshot-${namespace}`;

export function claimOf({ phase, finalizers }: ClaimSituation, { namespace }: Scene): ObjectManifest {
  const place = { name: "data", namespace };
  const spec = { storageClassName: namespace, ...(phase === "Bound" ? { volumeName: namespace } : {}) };
  return held(persistentVolumeClaim(place, spec), finalizers, phase);
}

function held(object: ObjectManifest, finalizers: readonly string[], phase?: string): ObjectManifest {
  const annotations = phase === "Bound" ? { "pv.kubernetes.io/bind-completed": "yes" } : {};
  return { ...object, metadata: { ...object.metadata, finalizers, annotations } };
}

export function volumeOf(
  { policy, claimRef, finalizers }: VolumeSituation,
  { namespace, driver }: Scene,
  uid: string | undefined,
): ObjectManifest {
  const owner = claimRef === "the claim" ? uid : undefined;
  return held(csiVolume(namespace, "data", owner, policy, { namespace, driver }), finalizers);
}

function csiVolume(
  name: string,
  claim: string,
  uid: string | undefined,
  policy: string,
  { namespace, driver }: Scene,
): ObjectManifest {
  return persistentVolume(name, {
    storageClassName: namespace,
    persistentVolumeReclaimPolicy: policy,
    hostPath: undefined,
    csi: { driver, volumeHandle: name },
    claimRef: {
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      name: claim,
      namespace,
      uid: uid ?? earlier,
    },
  });
}

export function copyOf({ from, phase }: CopySituation, scene: Scene): ObjectManifest {
  const { namespace } = scene;
  const dataSource =
    from === "the claim"
      ? { kind: "PersistentVolumeClaim", name: "data" }
      : { apiGroup: group, kind: "VolumeSnapshot", name: "backup" };
  const volumeName = phase === "Bound" ? { volumeName: copyVolume(scene) } : {};
  const spec = { storageClassName: namespace, dataSource, ...volumeName };
  return held(
    persistentVolumeClaim({ name: "copy", namespace }, spec),
    ["kubernetes.io/pvc-protection"],
    phase,
  );
}

export function volumeOfCopy(scene: Scene, uid: string | undefined): ObjectManifest {
  return held(csiVolume(copyVolume(scene), "copy", uid, "Retain", scene), ["kubernetes.io/pv-protection"]);
}

export function snapshotOf(
  { source, className, finalizers }: SnapshotSituation,
  place: Required<Place>,
  { namespace, driver }: Scene,
): ObjectManifest {
  const names = { "of the driver": driver, missing: "missing", none: undefined };
  return {
    apiVersion: `${group}/v1`,
    kind: "VolumeSnapshot",
    metadata: { ...place, finalizers },
    spec: {
      volumeSnapshotClassName: names[className],
      source:
        source === "the claim"
          ? { persistentVolumeClaimName: "data" }
          : { volumeSnapshotContentName: namespace },
    },
  };
}

/** Where the snapshot controller looks for the content of a snapshot. */
export function contentNameOf(
  snapshot: SnapshotSituation | undefined,
  { namespace }: Scene,
  uid: string | undefined,
): string {
  return snapshot?.source === "the claim" ? `snapcontent-${uid}` : namespace;
}

export function contentOf(
  { source, ref, policy, annotations, finalizers }: ContentSituation,
  name: string,
  scene: Scene,
  uid: string | undefined,
): ObjectManifest {
  const uids = { "the snapshot": uid ?? earlier, "without uid": undefined, "an earlier snapshot": earlier };
  return {
    apiVersion: `${group}/v1`,
    kind: "VolumeSnapshotContent",
    metadata: {
      name,
      annotations: Object.fromEntries(annotations.map((annotation) => [annotation, "yes"])),
      finalizers,
    },
    spec: {
      deletionPolicy: policy,
      driver: scene.driver,
      volumeSnapshotClassName: scene.driver,
      source: source === "volume" ? { volumeHandle: scene.namespace } : { snapshotHandle: handleOf(scene) },
      volumeSnapshotRef: {
        apiVersion: `${group}/v1`,
        kind: "VolumeSnapshot",
        name: "backup",
        namespace: scene.namespace,
        uid: uids[ref],
      },
    },
  };
}
