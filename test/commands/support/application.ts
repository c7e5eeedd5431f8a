/** A claim that a pod uses, with all that is behind it. */
import { loadAll } from "js-yaml";
import type { JsonObject } from "../../support/memory-server/index.ts";

const yaml = `
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data
  namespace: app
  uid: c1
  creationTimestamp: "2026-11-01T00:00:00Z"
  finalizers: [kubernetes.io/pvc-protection]
  annotations: { pv.kubernetes.io/bind-completed: "yes" }
spec: { accessModes: [ReadWriteOnce], storageClassName: gp3, volumeName: pv1, resources: { requests: { storage: 1Gi } } }
status: { phase: Bound, capacity: { storage: 1Gi }, accessModes: [ReadWriteOnce] }
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: pv1
  uid: v1
  creationTimestamp: "2026-11-01T00:00:00Z"
  finalizers:
    - external-provisioner.volume.kubernetes.io/finalizer
    - kubernetes.io/pv-protection
    - external-attacher/ebs-csi-aws-com
  annotations: { pv.kubernetes.io/provisioned-by: ebs.csi.aws.com }
spec:
  persistentVolumeReclaimPolicy: Delete
  accessModes: [ReadWriteOnce]
  capacity: { storage: 1Gi }
  storageClassName: gp3
  claimRef: { kind: PersistentVolumeClaim, namespace: app, name: data, uid: c1 }
  csi: { driver: ebs.csi.aws.com, volumeHandle: vol-1 }
status: { phase: Bound }
---
apiVersion: v1
kind: Pod
metadata: { name: db-0, namespace: app, uid: p1 }
spec: { nodeName: n1, volumes: [{ name: d, persistentVolumeClaim: { claimName: data } }] }
status: { phase: Running }
---
apiVersion: storage.k8s.io/v1
kind: VolumeAttachment
metadata: { name: csi-1, uid: a1, finalizers: [external-attacher/ebs-csi-aws-com] }
spec: { attacher: ebs.csi.aws.com, nodeName: n1, source: { persistentVolumeName: pv1 } }
status: { attached: true }
---
apiVersion: v1
kind: Node
metadata: { name: n1 }
status: { conditions: [{ type: Ready, status: "True" }] }
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: gp3 }
provisioner: ebs.csi.aws.com
`;

export type Change = (object: Record<string, Record<string, unknown>>) => void;

/** The same application, each object changed as its kind says; `gone` leaves it out. */
export function application(changes: Readonly<Record<string, Change | "gone">> = {}): readonly JsonObject[] {
  return (loadAll(yaml) as JsonObject[]).filter((object) => {
    const change = changes[String(object.kind)];
    if (typeof change === "function") change(object as Record<string, Record<string, unknown>>);
    return change !== "gone";
  });
}
