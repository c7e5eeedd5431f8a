import type { Cluster } from "../cluster/index.ts";
import { applierOf } from "../controllers/index.ts";
import { defineRemedy, retaining } from "../define/index.ts";
import type { PersistentVolume, Phrase } from "../kubernetes/index.ts";
import { isTerminating, say, words } from "../kubernetes/index.ts";
import type { RemedyFix } from "../report/index.ts";
import { effectOnDeleted, hasNothingToKeep, retainForGood } from "./shared/retain.ts";

export const setRetain = defineRemedy({
  name: "set-retain",
  summary: "Set the reclaim policy of a volume to Retain, so that its disk is not deleted",
  on: ["v1/persistentvolumes"],
  needs: ["v1/persistentvolumes"],
  fixDoes: "Sets spec.persistentVolumeReclaimPolicy to Retain",
  asked: { on: ["v1/persistentvolumes"], using: [{ asked: "by name" }] },
  make(on, using: { readonly asked?: "by name" }, cluster) {
    const found = cluster.get("v1/persistentvolumes", on.name);
    if (found.state !== "found" || found.object.spec?.persistentVolumeReclaimPolicy === "Retain")
      return undefined;
    if (using.asked === undefined && hasNothingToKeep(found.object, cluster)) return undefined;
    return {
      title: say`Keep the data: set pv/${on.name} to Retain first`,
      because: effectOn(found.object, cluster),
      // What is being deleted disappears with its record of the disk.
      saves: isTerminating(found.object) ? [on] : [],
      steps: againstApplier(found.object),
      ...fixOf(found.object, cluster),
    };
  },
  already(on, cluster) {
    const found = cluster.get("v1/persistentvolumes", on.name);
    return found.state === "found" && found.object.spec?.persistentVolumeReclaimPolicy === "Retain"
      ? say`the policy of pv/${on.name} is already Retain`
      : undefined;
  },
  // Whatever is predicted: a prediction can change with what could be read, and this one is right in each case. Only data that
  // is gone cannot be kept.
  // The volume with which the disk is deleted comes first: to keep the other one alone keeps nothing.
  volunteer: ({ data, volume, through }) => [
    ...(through === undefined ? [] : [through]),
    ...(data !== "already-gone" && volume?.kind === "PersistentVolume" ? [volume] : []),
  ],
});

/** What applies the manifest of a volume applies its policy too. */
function againstApplier(volume: PersistentVolume): readonly Phrase[] {
  const applier = applierOf(volume);
  return applier === undefined
    ? []
    : [
        say`${applier} manages the volume and may set the policy back. Set it in the manifest in Git too, or suspend the tool first.`,
      ];
}

function fixOf(volume: PersistentVolume, cluster: Cluster): { readonly fix?: RemedyFix } {
  const [act] = retaining(volume);
  return act === undefined
    ? {}
    : { fix: { acts: [act], cannotUndo: retainForGood(volume, cluster), accept: [] } };
}

function effectOn(volume: PersistentVolume, cluster: Cluster): Phrase {
  if (isTerminating(volume)) return effectOnDeleted(volume, cluster);
  if (volume.status?.phase === "Failed")
    return words(
      "With Retain, no controller tries to delete the disk. A deletion that has already started is not stopped. The volume stays Failed until its claimRef is changed or its object is deleted. If you set the policy back, the attempts begin again.",
    );
  return volume.status?.phase === "Released"
    ? words(
        "With Retain, no controller starts to delete the disk. A deletion that has already started is not stopped. If you set the policy back, the old policy takes effect at once.",
      )
    : words(
        "With Retain, the disk is not deleted when the claim is deleted. If you set the policy back after that, the old policy takes effect at once.",
      );
}
