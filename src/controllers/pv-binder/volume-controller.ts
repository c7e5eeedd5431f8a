import {
  type Action,
  annotationOf,
  type Cluster,
  type Decision,
  defineController,
  type Found,
  nothing,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Phrase,
  refOf,
  words,
} from "../../model/index.ts";
import { migratedTo } from "../annotation-names.ts";
import { act, actOnAll, unknown, wait } from "../decision.ts";
import { reclaim } from "../in-tree-reclaim/index.ts";
import { modifyDeletionFinalizers } from "../pv-finalizers.ts";
import { reclaimPolicyOf } from "../reclaim-policy.ts";
import { claimOf } from "../refs.ts";
import { migrationDriver } from "../volume-source.ts";
import { type ClaimSeen, syncVolume, type VolumeSync } from "./volume.ts";

export const volumeBinder = defineController({
  name: "persistentvolume-controller",
  on: "v1/persistentvolumes",
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncVolume, 1.36",
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller_base.go updateVolumeMigrationAnnotationsAndFinalizers, 1.36",
  ],
  decide(volume, cluster) {
    const seen = claimSeen(volume, cluster);
    if (seen.state === "unread") return unknown(seen);
    const claim = seen.state === "found" ? seen.object : "absent";
    const sync = syncVolume(volume, claim);
    const [first, ...more] = metadataChanges(volume);
    if (first !== undefined && sync.result !== "aborted") {
      return actOnAll(words("The finalizers and annotations are brought up to date first."), [
        first,
        ...more,
      ]);
    }
    return carryOut(volume, sync, claim, cluster);
  },
});

/** The claim with the name that the claimRef has, whatever its uid; not asked for without a uid in the claimRef. */
export function claimSeen(volume: PersistentVolume, cluster: Cluster): Found<PersistentVolumeClaim> {
  const claim = claimOf(volume);
  if (claim?.uid === undefined) return { state: "absent" };
  return cluster.get("v1/persistentvolumeclaims", claim.name, claim.namespace);
}

function metadataChanges(volume: PersistentVolume): readonly Action[] {
  const object = refOf(volume);
  const given = volume.metadata.finalizers ?? [];
  const wanted = modifyDeletionFinalizers(volume);
  const driver = migrationDriver(volume);
  const annotate =
    driver === undefined || annotationOf(volume, migratedTo) === driver
      ? []
      : [{ do: "annotate", object, key: migratedTo, value: driver } as const];
  const add = wanted.filter((finalizer) => !given.includes(finalizer));
  const remove = given.filter((finalizer) => !wanted.includes(finalizer));
  return [
    ...annotate,
    ...add.map((finalizer) => ({ do: "add-finalizer", object, finalizer }) as const),
    ...remove.map((finalizer) => ({ do: "remove-finalizer", object, finalizer }) as const),
  ];
}

function carryOut(volume: PersistentVolume, sync: VolumeSync, claim: ClaimSeen, cluster: Cluster): Decision {
  const named = claimOf(volume);
  const others = named === undefined ? [] : [named];
  const phase = volume.status?.phase;
  switch (sync.result) {
    case "aborted":
      return wait(
        words("Each sync fails: a finalizer is to be added to a deleted volume, and that is refused."),
      );
    case "Available":
      return enter(volume, "Available", words("No claim is bound to the volume."));
    case "Bound":
      return enter(
        volume,
        "Bound",
        words("The claim names the volume, and the volume names the claim's uid."),
      );
    case "Released":
      if (phase === "Released" || phase === "Failed") return reclaim(volume, claim, cluster);
      return release(volume, claim, cluster);
    case "unbind":
      return act(
        words("The claim is bound to another volume."),
        { do: "clear-claim-ref", object: refOf(volume), part: sync.part },
        { do: "set-phase", object: refOf(volume), phase: "Available" },
      );
    case "unchanged":
      return sync.because === "VolumeMismatch"
        ? wait(words("The volume modes of the claim and the volume differ."), ...others)
        : wait(words("The claim does not name the volume yet."), ...others);
  }
}

/** One sync does both: nothing that keeps a deleted volume only while it is Bound ends before its disk is deleted. */
function release(volume: PersistentVolume, claim: ClaimSeen, cluster: Cluster): Decision {
  const because = words("The claim that the volume was bound to is gone.");
  const entered = { do: "set-phase", object: refOf(volume), phase: "Released" } as const;
  // To recycle, pods are asked for.
  if (reclaimPolicyOf(volume) !== "Delete") return act(because, entered);
  const released = { ...volume, status: { ...volume.status, phase: "Released" } };
  const next = reclaim(released, claim, cluster);
  return next.decides === "act" ? act(because, entered, ...next.actions) : act(because, entered);
}

function enter(volume: PersistentVolume, phase: string, because: Phrase): Decision {
  if (volume.status?.phase === phase) return nothing;
  return act(because, { do: "set-phase", object: refOf(volume), phase });
}
