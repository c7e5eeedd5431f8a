const size = { storage: "1Gi" };

export function volume(name: string, metadata: object = {}): object {
  return {
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: { name, ...metadata },
    spec: {
      capacity: size,
      accessModes: ["ReadWriteOnce"],
      persistentVolumeReclaimPolicy: "Retain",
      hostPath: { path: "/tmp/contract" },
    },
  };
}

export function claim(name: string, metadata: object = {}): object {
  return {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name, ...metadata },
    spec: { accessModes: ["ReadWriteOnce"], storageClassName: "", resources: { requests: size } },
  };
}

export function pod(name: string, spec: object = {}): object {
  const containers = [{ name: "main", image: "example.invalid/none" }];
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name },
    spec: { automountServiceAccountToken: false, containers, ...spec },
  };
}

export function storageClass(name: string): object {
  const metadata = { name };
  return { apiVersion: "storage.k8s.io/v1", kind: "StorageClass", metadata, provisioner: "csi.example.com" };
}

export function configMap(name: string, metadata: object = {}): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, ...metadata } };
}
