import type { Cluster } from "../cluster/index.ts";
import { claimOf, finalizerNames, goesUnderRetain, volumeHandleOf } from "../controllers/index.ts";
import { defineRemedy, manifestFile, savingManifest } from "../define/index.ts";
import { dropsUnderRetain } from "../evidence/index.ts";
import type { PersistentVolume, Phrase } from "../kubernetes/index.ts";
import { isTerminating, nameOf, refOf, say } from "../kubernetes/index.ts";

/**
 * A deletion cannot be undone: the object must be deleted and created again. Only for a volume whose claim still exists.
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncBoundClaim: a claim that became Lost
 * is Bound again when a volume of that name comes back with the claim's uid.
 */
export const recreateVolume = defineRemedy({
  name: "recreate-volume",
  summary: "Recreate a deleted volume object with its data, for the same claim",
  on: ["v1/persistentvolumes"],
  needs: ["v1/persistentvolumes", "v1/persistentvolumeclaims"],
  make(on, _using, cluster) {
    const found = cluster.get("v1/persistentvolumes", on.name);
    if (found.state !== "found" || !isTerminating(found.object)) return undefined;
    const volume = found.object;
    // The disk would go with the object, before it is created again.
    if (goesUnderRetain(volume)) return undefined;
    const claim = claimOf(volume);
    if (claim === undefined) return undefined;
    const live = cluster.get("v1/persistentvolumeclaims", claim.name, claim.namespace);
    if (live.state !== "found" || live.object.metadata.uid !== claim.uid) return undefined;
    return {
      title: say`Recreate ${nameOf(on)} for the same claim`,
      dangers: ["PodsStop"],
      spares: "the data",
      because: say`A deletion cannot be undone, so the object must be deleted and created again. The disk is not touched, but the workload stops in the meantime.`,
      commands: [savingManifest(on), savingManifest(refOf(live.object))],
      deeds: [{ do: "drop-finalizer", on, finalizer: finalizerNames.pvProtection }],
      steps: plan(volume, nameOf(live.object), live.object.metadata.uid, cluster),
    };
  },
});

function plan(volume: PersistentVolume, claim: Phrase, uid: string, cluster: Cluster): readonly Phrase[] {
  const { name } = volume.metadata;
  const handle = volumeHandleOf(volume);
  const isRetain = volume.spec?.persistentVolumeReclaimPolicy === "Retain";
  return [
    ...(isRetain ? [] : [say`Set pv/${name} to Retain, as described above, and check that it took effect.`]),
    say`Check the saved manifest, especially the disk that it names${handle === undefined ? [] : say` (${handle})`}.`,
    say`Stop the workload that uses ${claim}: kubectl scale \u2026 --replicas=0. Wait until no VolumeAttachment names ${name}.`,
    say`Remove the finalizer ${finalizerNames.pvProtection} from pv/${name}. ${others(volume, cluster)}`,
    say`In the saved manifest, delete metadata.uid, resourceVersion, creationTimestamp, deletionTimestamp, deletionGracePeriodSeconds and status. Keep the name, the spec, and spec.claimRef with the uid ${uid}. Then run: kubectl create -f ${manifestFile(refOf(volume))}`,
    say`${claim} becomes Bound again. Start the workload again.`,
  ];
}

function others(volume: PersistentVolume, cluster: Cluster): Phrase {
  const kept = dropsUnderRetain(volume, cluster).filter(
    ({ by }) => by.who === "absent" || by.who === "nobody",
  );
  return kept.length === 0
    ? say`With Retain, the other finalizers are removed without further action.`
    : say`No controller in this cluster removes ${kept.map(({ finalizer }) => finalizer).join(", ")}: remove that too.`;
}
