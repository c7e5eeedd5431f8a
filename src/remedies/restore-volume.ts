import { attachmentsNaming } from "../controllers/index.ts";
import { defineRemedy, savingManifest } from "../define/index.ts";
import { nameOf, say } from "../kubernetes/index.ts";

/**
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncBoundClaim: the uid decides; an
 * empty one leaves the claim Lost.
 */
export const restoreVolume = defineRemedy({
  name: "restore-volume",
  summary: "Recreate the object of a missing volume, so that its Lost claim becomes Bound again",
  on: ["v1/persistentvolumeclaims"],
  needs: ["v1/persistentvolumeclaims", "storage.k8s.io/v1/volumeattachments"],
  make(on, _using, cluster) {
    const found = cluster.get("v1/persistentvolumeclaims", on.name, on.namespace);
    if (found.state !== "found") return undefined;
    const { metadata, spec, status } = found.object;
    const isLost = status?.phase === "Lost";
    const name = spec?.volumeName ?? "";
    if (name === "" || cluster.get("v1/persistentvolumes", name).state !== "absent") return undefined;
    const attachments = attachmentsNaming(name, cluster);
    const places = attachments.read ? attachments.items.map(({ spec: at }) => at?.nodeName ?? "") : [];
    const where = places.length === 0 ? [] : say` It is still attached to ${places.join(", ")}.`;
    return {
      title: say`Recreate pv/${name} for ${nameOf(on)}`,
      dangers: ["WrongData"],
      spares: "the data",
      because: say`The claim becomes Bound as soon as a volume of that name exists with the claim's uid. Name the right disk: with a wrong one, the application gets data that is not its own.`,
      commands: [savingManifest(on)],
      steps: [
        say`Find the disk in a backup of the manifest, or in the storage backend by the name ${name}.${where}`,
        say`Write a manifest of kind PersistentVolume named ${name} with that disk, persistentVolumeReclaimPolicy: Retain, storageClassName: ${spec?.storageClassName ?? '""'}, and spec.claimRef with namespace ${on.namespace ?? ""}, name ${on.name} and uid ${metadata.uid}.${isLost ? say` Without the uid, the claim remains Lost.` : []}`,
        say`Create it with kubectl create -f, and check that the claim becomes Bound.`,
      ],
    };
  },
});
