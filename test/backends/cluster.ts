/** A cluster whose volumes are of one backend, for `found.test.ts`. */

/** How the cluster finds its disks in a backend. */
export interface Backing {
  readonly driver: string;
  /** The handle of a volume by its number. */
  readonly handle: (number: number) => string;
  /** The handle of volume 5, which is in another place. */
  readonly other?: string;
  /** The source of a volume that has another one. */
  readonly sources?: Readonly<Record<number, object>>;
  /** The `providerID` of a node by its number. */
  readonly machine?: (number: number) => string;
  /** The label of nodes that tells places apart, with that of all volumes, and that of volume 5. */
  readonly topology?: readonly [label: string, place: string, other: string];
  /** That of all volumes; 10Gi. */
  readonly capacity?: string;
}

/** The uid of a claim. */
export function uidOf(number: number): string {
  return `5d2c1b60-000${number}-4a2b-8c3d-00000000000${number}`;
}

/** Claims 1 to 5 are bound, and 6 is pending. Volumes 1 and 2 are attached to node-1. */
export function clusterWith(backing: Backing): object {
  const volumes = [1, 2, 3, 4, 5];
  const nodes = backing.machine === undefined ? [] : [1, 2];
  const items = [
    ...volumes.flatMap((number) => [claim(number, "Bound"), volume(number, backing)]),
    claim(6, "Pending"),
    ...nodes.flatMap((number) => [node(number, backing), csiNode(number, backing)]),
    ...(nodes.length === 0 ? [] : [attachment(1, backing), attachment(2, backing)]),
  ];
  return {
    apiVersion: "v1",
    kind: "List",
    items: [
      { apiVersion: "pvguard.dev/v1alpha1", kind: "Snapshot", takenAt: "2026-11-20T12:00:00Z", reads: "all" },
      ...items,
    ],
  };
}

const creationTimestamp = "2026-06-01T08:00:00Z";
const names = ["", "orders", "stock", "old", "lost", "far", "pending"];

function claim(number: number, phase: "Bound" | "Pending"): object {
  const isBound = phase === "Bound";
  return {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name: names[number], namespace: "shop", uid: uidOf(number), creationTimestamp },
    spec: {
      accessModes: ["ReadWriteOnce"],
      storageClassName: "disks",
      ...(isBound ? { volumeName: `pvc-${uidOf(number)}` } : {}),
    },
    status: { phase },
  };
}

function volume(
  number: number,
  { driver, handle, other, sources, topology, capacity = "10Gi" }: Backing,
): object {
  const volumeHandle = number === 5 && other !== undefined ? other : handle(number);
  const [key, place, elsewhere] = topology ?? [];
  const values = [number === 5 ? elsewhere : place];
  return {
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: {
      name: `pvc-${uidOf(number)}`,
      creationTimestamp,
      annotations: { "pv.kubernetes.io/provisioned-by": driver },
    },
    spec: {
      capacity: { storage: capacity },
      accessModes: ["ReadWriteOnce"],
      persistentVolumeReclaimPolicy: "Delete",
      storageClassName: "disks",
      claimRef: {
        apiVersion: "v1",
        kind: "PersistentVolumeClaim",
        namespace: "shop",
        name: names[number],
        uid: uidOf(number),
      },
      ...(sources?.[number] ?? { csi: { driver, volumeHandle } }),
      ...(key === undefined
        ? {}
        : {
            nodeAffinity: {
              required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: "In", values }] }] },
            },
          }),
    },
    status: { phase: "Bound" },
  };
}

function node(number: number, { machine }: Backing): object {
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name: `node-${number}`, uid: `node-${number}`, creationTimestamp },
    spec: { providerID: machine?.(number) },
    status: { conditions: [{ type: "Ready", status: "True" }] },
  };
}

function csiNode(number: number, { driver }: Backing): object {
  return {
    apiVersion: "storage.k8s.io/v1",
    kind: "CSINode",
    metadata: { name: `node-${number}`, creationTimestamp },
    spec: { drivers: [{ name: driver, nodeID: `node-${number}` }] },
  };
}

function attachment(number: number, { driver }: Backing): object {
  return {
    apiVersion: "storage.k8s.io/v1",
    kind: "VolumeAttachment",
    metadata: { name: `csi-${number}`, creationTimestamp },
    spec: {
      attacher: driver,
      nodeName: "node-1",
      source: { persistentVolumeName: `pvc-${uidOf(number)}` },
    },
    status: { attached: true },
  };
}
