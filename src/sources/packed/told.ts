/** What is noted of an item while it is written, so that it can be told from others without being read. */
export const name = 1;
export const uid = 2;
export const namespace = 4;
export const claims = 8;

/** By the path of the field that says it. */
export const told: Readonly<Record<string, number>> = {
  ".metadata.name": name,
  ".metadata.uid": uid,
  ".metadata.namespace": namespace,
  ".spec.volumes.persistentVolumeClaim": claims,
  ".spec.volumes.ephemeral": claims,
};
