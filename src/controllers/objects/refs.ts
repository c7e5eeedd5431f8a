import type { PersistentVolume, RefTo } from "../../kubernetes/index.ts";

export function claimNamed(namespace: string, name: string): RefTo<"v1/persistentvolumeclaims"> {
  return { apiVersion: "v1", kind: "PersistentVolumeClaim", namespace, name };
}

export function volumeNamed(name: string): RefTo<"v1/persistentvolumes"> {
  return { apiVersion: "v1", kind: "PersistentVolume", name };
}

export function podNamed(namespace: string, name: string): RefTo<"v1/pods"> {
  return { apiVersion: "v1", kind: "Pod", namespace, name };
}

export function nodeNamed(name: string): RefTo<"v1/nodes"> {
  return { apiVersion: "v1", kind: "Node", name };
}

/** The claim that a volume is bound to or reserved for. */
export function claimOf(volume: PersistentVolume): RefTo<"v1/persistentvolumeclaims"> | undefined {
  const claimRef = volume.spec?.claimRef;
  if (claimRef === undefined) return undefined;
  const ref = claimNamed(claimRef.namespace ?? "", claimRef.name ?? "");
  return claimRef.uid === undefined || claimRef.uid === "" ? ref : { ...ref, uid: claimRef.uid };
}
