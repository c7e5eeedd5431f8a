import type { Cluster } from "../../cluster/index.ts";
import { annotationNames, isPodFinished, reclaimPolicyOf } from "../../controllers/index.ts";
import type { Danger } from "../../define/index.ts";
import type { KubeObject } from "../../kubernetes/index.ts";
import { isRecord, nameOf, own, pointerPart, refOf, say } from "../../kubernetes/index.ts";
import type { Act, Edit } from "../../report/index.ts";
import { permitEdit } from "./edit.ts";
import type { Permission } from "./permission.ts";
import { allowed, denial, incomplete } from "./permission.ts";

/** The name of the danger that a person accepts, so that pods without a workload to scale are deleted. */
export const deletesPods = "DeletesPods" satisfies Danger;

const scalable: readonly string[] = ["StatefulSet", "Deployment", "ReplicaSet"];
const scaling: readonly string[] = [
  "/spec/replicas",
  "/spec/persistentVolumeClaimRetentionPolicy/whenScaled",
];
const boundByController = `/metadata/annotations/${pointerPart(annotationNames.boundByController)}`;

/** May a rescue make this object? Only a claim, and a volume whose disk no controller deletes. */
export function permitCreation({ on, manifest }: Extract<Act, { readonly do: "create" }>): Permission {
  if (on.kind === "PersistentVolumeClaim") return allowed;
  if (on.kind !== "PersistentVolume")
    return denial("KindNotRescued", on, say`A rescue does not create ${nameOf(on)}.`);
  const made: unknown = JSON.parse(manifest);
  const spec = isRecord(made) ? own(made, "spec") : undefined;
  return isRecord(spec) && own(spec, "persistentVolumeReclaimPolicy") === "Retain"
    ? allowed
    : denial("NotRetained", on, say`A rescue creates ${nameOf(on)} only with the policy Retain.`);
}

/** What a rescue may change beside what `fix` may: how many pods run, and what marks a volume as bound. */
export function permitEditInRescue(
  { on, edits }: Extract<Act, { readonly do: "edit" }>,
  object: KubeObject,
  cluster: Cluster,
): Permission {
  const [first, ...rest] = edits.filter((edit) => !isOfRescue(edit, object));
  return first === undefined ? allowed : permitEdit(on, object, [first, ...rest], cluster);
}

function isOfRescue({ op, path }: Edit, { kind }: KubeObject): boolean {
  if (scalable.includes(kind)) return op === "replace" && scaling.includes(path);
  return kind === "PersistentVolume" && op === "remove" && path === boundByController;
}

/** Pods that have finished or that a person gave up, and claims whose disks no controller deletes. */
export function permitDeletionInRescue(
  object: KubeObject,
  accepted: readonly string[],
  cluster: Cluster,
): Permission {
  const on = refOf(object);
  switch (object.kind) {
    case "Pod":
      return isPodFinished(object) || accepted.includes(deletesPods)
        ? allowed
        : denial("PodNotFinished", on, say`${nameOf(on)} has not finished.`);
    case "PersistentVolumeClaim": {
      const volume = cluster.get("v1/persistentvolumes", object.spec?.volumeName ?? "");
      if (volume.state === "unread") return incomplete(on, volume.unread);
      return volume.state === "found" && reclaimPolicyOf(volume.object) === "Retain"
        ? allowed
        : denial("NotRetained", on, say`The volume of ${nameOf(on)} is not set to Retain.`);
    }
    default:
      return denial("KindNotRescued", on, say`A rescue does not delete ${nameOf(on)}.`);
  }
}
