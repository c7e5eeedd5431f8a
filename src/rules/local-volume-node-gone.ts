import { localVolumes } from "../cluster/index.ts";
import {
  claimOf,
  isStaleClaim,
  isStaleVolume,
  localNodeNames,
  nodesLeft,
  reclaimPolicyOf,
  storageClassNameOf,
} from "../controllers/index.ts";
import type { AuditContext } from "../define/index.ts";
import { alike, defineRule } from "../define/index.ts";
import { nodeDeletionSeen, toldIn } from "../evidence/index.ts";
import type { PersistentVolume, Phrase } from "../kubernetes/index.ts";
import { nameOf, say } from "../kubernetes/index.ts";
import { deleteVolume, saveManifest } from "../remedies/index.ts";
import type { RemedyCall } from "../report/index.ts";
import { proof } from "../report/index.ts";
import { sizeOf } from "./shared/findings.ts";

const nodesGone = alike<"v1/persistentvolumes">({
  name: "volumes whose nodes are gone",
  on: ["v1/persistentvolumes"],
  paths: [["spec", "nodeAffinity", "required"]],
  isSuspect(volume, cluster) {
    return nodesLeft(volume, cluster).nodes !== "some";
  },
});

export default defineRule({
  code: "PVG310",
  name: "local-volume-node-gone",
  title: "The node that has a local volume's data no longer exists",
  on: ["v1/persistentvolumes"],
  only: [localVolumes, nodesGone],
  needs: ["v1/nodes", "v1/persistentvolumeclaims", "v1/events"],
  what: "None of the nodes that a local PersistentVolume names exists, neither by name nor by the label kubernetes.io/hostname.",
  why: "Only that machine had the data. The node-cleanup controller acts if it runs and its --storageclass-names lists the class. It deletes a volume that is Available, or Released with policy Delete. If the volume is Bound, it deletes the claim after --pvc-deletion-delay (one minute by default). Nothing in the API says whether the controller runs. When any node is deleted, it also considers a volume lost if its affinity names its node by another label.",
  whatToDo:
    "If the machine comes back, no action is needed. If it is permanently lost, you must give up the data: fill an empty volume from other replicas or a backup, then see `kubectl pvguard why pv/NAME`.",
  sources: [
    "kubernetes-sigs/sig-storage-local-static-provisioner pkg/node-cleanup/deleter/deleter.go DeletePVs, v2.9",
    "kubernetes-sigs/sig-storage-local-static-provisioner pkg/node-cleanup/controller/controller.go syncHandler, v2.9",
    "kubernetes/kubernetes#78756",
  ],
  check(volume, context) {
    const names = localNodeNames(volume);
    if (volume.spec?.local === undefined || names.length === 0) return [];
    const left = nodesLeft(volume, context.cluster);
    if (left.nodes === "unread") return { unread: left.unread };
    if (left.nodes === "some") return [];
    return {
      message: say`its data was on ${names.join(", ")}, which no longer exists as a node; ${outlook(volume, context)}`,
      reason: "NodeOfVolumeGone",
      evidence: [proof(volume, "spec.nodeAffinity", `kubernetes.io/hostname=${names.join(",")}`)],
      ...sizeOf(volume),
      remedies: remediesFor(volume),
    };
  },
});

function remediesFor(volume: PersistentVolume): readonly RemedyCall[] {
  const save: RemedyCall = saveManifest(volume);
  return isStaleVolume(volume, "none") ? [save, deleteVolume(volume)] : [save];
}

/** What the node-cleanup controller does, if it runs. */
function outlook(volume: PersistentVolume, { cluster }: AuditContext): Phrase {
  const name = storageClassNameOf(volume);
  const where = say`if the node-cleanup controller handles ${name === "" ? say`volumes without a class` : say`class ${name}`}`;
  if (isStaleVolume(volume, "none")) return say`${where}, it deletes the volume`;
  const ref = claimOf(volume);
  if (ref === undefined) return say`no controller deletes the volume`;
  const claim = cluster.get("v1/persistentvolumeclaims", ref.name, ref.namespace);
  if (claim.state === "unread") return say`it is unknown whether a controller deletes its claim`;
  if (claim.state === "absent" || !isStaleClaim(claim.object, volume, "none")) {
    return reclaimPolicyOf(volume) === "Delete"
      ? say`${where}, it deletes the volume once the volume is Released`
      : say`no controller deletes the volume`;
  }
  return toldIn(nodeDeletionSeen(ref, cluster)) !== undefined
    ? say`the node-cleanup controller has noticed this, and will delete ${nameOf(claim.object)} after its delay`
    : say`no pod can use ${nameOf(claim.object)}; ${where}, it deletes that claim after its delay`;
}
