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
  refOf,
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
    if (first !== undefined && sync.result !== "aborted") return actOnAll([first, ...more]);
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
      return wait();
    case "Available":
      return enter(volume, "Available");
    case "Bound":
      return enter(volume, "Bound");
    case "Released":
      if (phase === "Released" || phase === "Failed") return reclaim(volume, claim, cluster);
      return release(volume, claim, cluster);
    case "unbind":
      return act(
        { do: "clear-claim-ref", object: refOf(volume), part: sync.part },
        { do: "set-phase", object: refOf(volume), phase: "Available" },
      );
    case "unchanged":
      return wait(...others);
  }
}

/** One sync does both: nothing that keeps a deleted volume only while it is Bound ends before its disk is deleted. */
function release(volume: PersistentVolume, claim: ClaimSeen, cluster: Cluster): Decision {
  const entered = { do: "set-phase", object: refOf(volume), phase: "Released" } as const;
  // To recycle, pods are asked for.
  if (reclaimPolicyOf(volume) !== "Delete") return act(entered);
  const released = { ...volume, status: { ...volume.status, phase: "Released" } };
  const next = reclaim(released, claim, cluster);
  return next.decides === "act" ? act(entered, ...next.actions) : act(entered);
}

function enter(volume: PersistentVolume, phase: string): Decision {
  if (volume.status?.phase === phase) return nothing;
  return act({ do: "set-phase", object: refOf(volume), phase });
}
