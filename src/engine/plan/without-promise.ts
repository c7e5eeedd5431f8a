import { contentDeletion, reclaimPolicyOf } from "../../controllers/index.ts";
import {
  type Act,
  type AnyController,
  type Cluster,
  type Fate,
  type KubeObject,
  nameOf,
  type ObjectRef,
  type PersistentVolume,
  type Phrase,
  refOf,
  say,
  type VolumeSnapshotContent,
} from "../../model/index.ts";
import type { Knowledge } from "../define.ts";
import { fateAhead } from "../fate.ts";

/** The deletion of what is behind it may be under way when the plan is made: no write to the object stops that. */
export function withoutPromise(
  fate: Fate,
  acts: readonly Act[],
  cluster: Cluster,
  knowledge: Knowledge,
  controllers: readonly AnyController[],
): Fate {
  if (fate.data !== "kept") return fate;
  const [begun] = [fate.volume, ...acts.map(({ on }) => on)].flatMap((ref) => {
    const found = ref === undefined ? undefined : beginning(ref, cluster);
    if (found === undefined) return [];
    const before = fateAhead(found.object, cluster, knowledge, controllers);
    return before?.data === "destroyed" ? [found] : [];
  });
  if (begun === undefined) return fate;
  const because = say`${nameOf(refOf(begun.object))} is ${begun.how}: if the deletion of the ${begun.what} has already begun, this does not stop it, so check in the storage backend whether the ${begun.what} still exists`;
  return { ...fate, data: "unknown", because };
}

interface Beginning {
  readonly object: KubeObject;
  readonly how: Phrase;
  readonly what: Phrase;
}

/** Such that the driver may have been asked to delete what is behind it. */
function beginning(ref: ObjectRef, cluster: Cluster): Beginning | undefined {
  if (ref.kind === "PersistentVolume") {
    const found = cluster.get("v1/persistentvolumes", ref.name);
    return found.state === "found" ? volumeBeginning(found.object) : undefined;
  }
  if (ref.kind !== "VolumeSnapshotContent") return undefined;
  const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshotcontents", ref.name);
  return found.state === "found" ? contentBeginning(found.object) : undefined;
}

function volumeBeginning(object: PersistentVolume): Beginning | undefined {
  const { phase } = object.status ?? {};
  const policy = reclaimPolicyOf(object);
  if ((phase !== "Released" && phase !== "Failed") || policy === "Retain") return undefined;
  return { object, how: say`${phase} with policy ${policy}`, what: say`disk` };
}

/** kubernetes-csi/external-snapshotter pkg/sidecar-controller/snapshot_controller.go syncContent, v8.6. */
function contentBeginning(object: VolumeSnapshotContent): Beginning | undefined {
  if (contentDeletion(object) !== "delete") return undefined;
  return { object, how: say`Terminating with policy Delete`, what: say`snapshot` };
}
