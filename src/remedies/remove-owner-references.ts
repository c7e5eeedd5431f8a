import type { Cluster } from "../cluster/index.ts";
import { objectOf } from "../cluster/index.ts";
import { defineRemedy, kubectl } from "../define/index.ts";
import type { ObjectRef, PersistentVolume, PersistentVolumeClaim } from "../kubernetes/index.ts";
import { isTerminating, nameOf, say } from "../kubernetes/index.ts";

type Owned = PersistentVolume | PersistentVolumeClaim;

export const removeOwnerReferences = defineRemedy({
  name: "remove-owner-references",
  summary: "Remove the owners from a claim or volume, so that the garbage collector keeps it",
  on: ["v1/persistentvolumeclaims", "v1/persistentvolumes"],
  needs: ["v1/persistentvolumeclaims", "v1/persistentvolumes", "v1/namespaces"],
  make(on, _using, cluster) {
    const owned = ownedBy(on, cluster);
    if (owned === undefined || isTerminating(owned)) return undefined;
    const owners = owned.metadata.ownerReferences ?? [];
    if (owners.length === 0 || mayGoWithNamespace(owned, cluster)) return undefined;
    const guarded = [
      { op: "test", path: "/metadata/uid", value: owned.metadata.uid },
      ...owners.map(({ uid }, position) => ({
        op: "test",
        path: `/metadata/ownerReferences/${position}/uid`,
        value: uid,
      })),
      { op: "remove", path: "/metadata/ownerReferences" },
    ];
    return {
      title: say`Remove the owner references from ${nameOf(on)}`,
      spares: "the data",
      because:
        owned.kind === "PersistentVolume"
          ? say`The garbage collector then does not delete the volume. What its reclaim policy does with the data does not change.`
          : say`The garbage collector then does not delete the claim. No controller deletes it automatically, not even when its set is deleted.`,
      commands: [kubectl`patch ${on} --type=json -p ${JSON.stringify(guarded)}`],
      steps: [
        owned.kind === "PersistentVolume"
          ? say`If a provisioner sets them on every volume, or the volume came from a backup, change that too.`
          : say`If the claim came from a backup, remove them there too before you restore it again.`,
      ],
    };
  },
});

function ownedBy(on: ObjectRef, cluster: Cluster): Owned | undefined {
  const found =
    on.kind === "PersistentVolume"
      ? cluster.get("v1/persistentvolumes", on.name)
      : cluster.get("v1/persistentvolumeclaims", on.name, on.namespace);
  return objectOf<Owned>(found);
}

/** A namespace's deletion deletes its claims, whatever owns them. */
function mayGoWithNamespace({ metadata }: Owned, cluster: Cluster): boolean {
  if (metadata.namespace === undefined) return false;
  const namespace = cluster.get("v1/namespaces", metadata.namespace);
  return namespace.state === "unread" || (namespace.state === "found" && isTerminating(namespace.object));
}
