import type { ObjectRef, PersistentVolume } from "../../kubernetes/index.ts";

export function claimNamed(namespace: string, name: string): ObjectRef {
  return { apiVersion: "v1", kind: "PersistentVolumeClaim", namespace, name };
}

export function volumeNamed(name: string): ObjectRef {
  return { apiVersion: "v1", kind: "PersistentVolume", name };
}

export function nodeNamed(name: string): ObjectRef {
  return { apiVersion: "v1", kind: "Node", name };
}

/** The claim that a volume is bound to or reserved for. */
export function claimOf(volume: PersistentVolume): ObjectRef | undefined {
  const claimRef = volume.spec?.claimRef;
  if (claimRef === undefined) return undefined;
  const ref = claimNamed(claimRef.namespace ?? "", claimRef.name ?? "");
  return claimRef.uid === undefined || claimRef.uid === "" ? ref : { ...ref, uid: claimRef.uid };
}
