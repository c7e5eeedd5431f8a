import type { JsonObject } from "../memory-server/index.ts";

const long = "2026-11-20T09:00:00Z";

interface Meta {
  readonly finalizers?: readonly string[];
  readonly deleted?: "yes";
  readonly annotations?: Readonly<Record<string, string>>;
}

function metadata(
  name: string,
  namespace: string | undefined,
  { finalizers, deleted, annotations }: Meta,
): JsonObject {
  return {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    uid: `uid-${name}`,
    creationTimestamp: "2026-11-01T00:00:00Z",
    ...(finalizers === undefined ? {} : { finalizers: [...finalizers] }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(deleted === undefined ? {} : { deletionTimestamp: long, deletionGracePeriodSeconds: 0 }),
  };
}

/** A claim of namespace `app`, bound to `pv`. */
export function apiClaim(name: string, meta: Meta = {}): JsonObject {
  return {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: metadata(name, "app", { annotations: { "pv.kubernetes.io/bind-completed": "yes" }, ...meta }),
    spec: { accessModes: ["ReadWriteOnce"], volumeName: "pv", resources: { requests: { storage: "1Gi" } } },
    status: { phase: "Bound" },
  };
}

export function apiVolume(
  name: string,
  meta: Meta = {},
  {
    policy = "Delete",
    phase = "Bound",
    claim = "data",
  }: { policy?: string; phase?: string; claim?: string } = {},
): JsonObject {
  return {
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: metadata(name, undefined, {
      annotations: { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" },
      ...meta,
    }),
    spec: {
      accessModes: ["ReadWriteOnce"],
      capacity: { storage: "1Gi" },
      persistentVolumeReclaimPolicy: policy,
      claimRef: {
        apiVersion: "v1",
        kind: "PersistentVolumeClaim",
        namespace: "app",
        name: claim,
        uid: `uid-${claim}`,
      },
      csi: { driver: "ebs.csi.aws.com", volumeHandle: "vol-0abc" },
    },
    status: { phase },
  };
}

export function apiPod(name: string, phase: string): JsonObject {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: metadata(name, "app", {}),
    spec: {
      nodeName: "n1",
      volumes: [{ name: "v", persistentVolumeClaim: { claimName: "data" } }],
      containers: [{ name: "c", image: "i" }],
    },
    status: { phase },
  };
}

export function apiLease(name: string, renewTime: string): JsonObject {
  return {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: { name, namespace: "kube-system", uid: `uid-${name}` },
    spec: { holderIdentity: "one", renewTime, leaseDurationSeconds: 15 },
  };
}

/** A claim that is being deleted, that no pod uses, and whose volume is kept. */
export const idleClaim: readonly JsonObject[] = [
  apiClaim("data", { deleted: "yes", finalizers: ["kubernetes.io/pvc-protection"] }),
  apiVolume("pv", { finalizers: ["kubernetes.io/pv-protection"] }, { policy: "Retain" }),
];

/** A claim that is being deleted and is held by a finished pod; its volume is kept. */
export const heldClaim: readonly JsonObject[] = [...idleClaim, apiPod("import", "Succeeded")];
