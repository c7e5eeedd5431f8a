import {
  type Cluster,
  type KubeObject,
  kindNamed,
  type ObjectIn,
  type Resource,
  type VolumeAttachment,
} from "../../model/index.ts";

/**
 * Does an object have to do with a namespace? It lies in it, or it stands behind a claim or a snapshot of it. Where that
 * cannot be told, it counts.
 */
export function concernsNamespace(object: KubeObject, namespace: string, cluster: Cluster): boolean {
  if (object.metadata.namespace !== undefined) return object.metadata.namespace === namespace;
  const resource = kindNamed(object.apiVersion, object.kind)?.resource;
  const rule = resource === undefined ? undefined : rules.get(resource);
  return rule?.(object, namespace, cluster) ?? false;
}

type Rule = (object: KubeObject, namespace: string, cluster: Cluster) => boolean;

const rules: ReadonlyMap<Resource, Rule> = new Map([
  rule("v1/namespaces", ({ metadata }, namespace) => metadata.name === namespace),
  rule("v1/persistentvolumes", ({ spec }, namespace) => spec?.claimRef?.namespace === namespace),
  rule(
    "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
    ({ spec }, namespace) => spec?.volumeSnapshotRef?.namespace === namespace,
  ),
  rule("storage.k8s.io/v1/volumeattachments", attachmentConcerns),
]);

function rule<R extends Resource>(
  resource: R,
  concerns: (object: ObjectIn<R>, namespace: string, cluster: Cluster) => boolean,
): readonly [Resource, Rule] {
  // A rule is found by the kind of the object that it is given.
  return [resource, (object, namespace, cluster) => concerns(object as ObjectIn<R>, namespace, cluster)];
}

function attachmentConcerns({ spec }: VolumeAttachment, namespace: string, cluster: Cluster): boolean {
  const name = spec?.source?.persistentVolumeName;
  if (name === undefined) return false;
  const volume = cluster.get("v1/persistentvolumes", name);
  return (
    volume.state === "unread" ||
    (volume.state === "found" && volume.object.spec?.claimRef?.namespace === namespace)
  );
}
