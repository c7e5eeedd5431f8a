import { defineRemedy, kubectlTarget, nameOf } from "../engine/index.ts";
import {
  type Cluster,
  isTerminating,
  type ObjectRef,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Phrase,
  say,
} from "../model/index.ts";

type Owned = PersistentVolume | PersistentVolumeClaim;

export default defineRemedy({
  name: "remove-owner-references",
  summary: "Take the owners off a claim or volume, so that the garbage collector leaves it",
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
      name: "remove-owner-references",
      title: say`Take the owner references off ${nameOf(on)}`,
      safety: "safe",
      spares: "the data",
      because: whatThen(owned),
      commands: [
        { argv: ["kubectl", "patch", ...kubectlTarget(on), "--type=json", "-p", JSON.stringify(guarded)] },
      ],
      steps: [
        owned.kind === "PersistentVolume"
          ? say`If a provisioner sets them on each volume, or the volume came from a backup, change that too.`
          : say`If the claim came from a backup, take them out of it too, before it is restored again.`,
      ],
    };
  },
});

function ownedBy(on: ObjectRef, cluster: Cluster): Owned | undefined {
  const found =
    on.kind === "PersistentVolume"
      ? cluster.get("v1/persistentvolumes", on.name)
      : cluster.get("v1/persistentvolumeclaims", on.name, on.namespace);
  return found.state === "found" ? found.object : undefined;
}

/** A namespace takes its claims along, whoever owns them. */
function mayGoWithNamespace({ metadata }: Owned, cluster: Cluster): boolean {
  if (metadata.namespace === undefined) return false;
  const namespace = cluster.get("v1/namespaces", metadata.namespace);
  return namespace.state === "unread" || (namespace.state === "found" && isTerminating(namespace.object));
}

function whatThen({ kind }: Owned): Phrase {
  return kind === "PersistentVolume"
    ? say`The garbage collector then leaves the volume alone. What its reclaim policy does with the data stays as it is.`
    : say`The garbage collector then leaves the claim alone. Nothing deletes it by itself any more, also when its set is deleted.`;
}
