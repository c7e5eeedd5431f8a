import { nameOf, type Phrase, type Resource, say, type Write } from "../../model/index.ts";

const storage: readonly Resource[] = [
  "v1/persistentvolumeclaims",
  "v1/persistentvolumes",
  "storage.k8s.io/v1/volumeattachments",
  "storage.k8s.io/v1/volumeattributesclasses",
  "snapshot.storage.k8s.io/v1/volumesnapshots",
  "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
];

/** What can be told to run fewer pods, and nothing else. */
const scalable: readonly Resource[] = ["apps/v1/statefulsets", "apps/v1/deployments", "apps/v1/replicasets"];
const scaling: readonly string[] = [
  "/spec/replicas",
  "/spec/persistentVolumeClaimRetentionPolicy/whenScaled",
];

/** What each kind of write may be about. Nodes, namespaces and storage classes are never written. */
const writable: Readonly<Record<Write["do"], readonly Resource[]>> = {
  replace: storage,
  patch: storage,
  delete: [...storage, "v1/pods"],
  create: storage,
};

/** Why this write is never sent, whatever the plan says. */
export function outOfBounds(write: Write): Phrase | undefined {
  const [resource, ref] =
    write.do === "create" ? [write.resource, write.ref] : [write.target.resource, write.target.ref];
  return writable[write.do].includes(resource) || isScaling(write) || isNote(write)
    ? undefined
    : say`pvguard does not change objects of the kind of ${nameOf(ref)}.`;
}

function isScaling(write: Write): boolean {
  if (write.do !== "patch" || !scalable.includes(write.target.resource)) return false;
  return write.edits.every(({ op, path }) => op === "replace" && scaling.includes(path));
}

/** An annotation of a pod changes nothing that runs. */
function isNote(write: Write): boolean {
  if (write.do !== "patch" || write.target.resource !== "v1/pods") return false;
  return write.edits.every(({ path }) => path.startsWith("/metadata/annotations/"));
}
