import {
  claimOf,
  isStaleClaim,
  isStaleVolume,
  latestEvent,
  localNodeNames,
  nodesLeft,
  reclaimPolicyOf,
  storageClassNameOf,
} from "../controllers/index.ts";
import { type AuditContext, alike, defineRule, nameOf } from "../engine/index.ts";
import {
  localVolumes,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Phrase,
  proof,
  type RemedyCall,
  refOf,
  say,
} from "../model/index.ts";
import { sizeOf } from "./shared/size.ts";

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
  title: "The node of a local volume is gone, and its data with it",
  severity: "warning",
  confidence: "certain",
  on: ["v1/persistentvolumes"],
  only: [localVolumes, nodesGone],
  needs: ["v1/nodes", "v1/persistentvolumeclaims", "v1/events"],
  doc: {
    what: "None of the nodes that a local PersistentVolume names exists, neither by name nor by the label kubernetes.io/hostname.",
    why: "Only that machine had the data. Where the node-cleanup controller runs, and its --storageclass-names lists the class, it deletes the volume when it is Available, or Released with policy Delete; of a Bound one it deletes the claim, after --pvc-deletion-delay (one minute unless set). Nothing in the API says whether it runs. It also takes a volume for lost whose affinity names its node by another label, when any node is deleted.",
    whatToDo:
      "If the machine comes back, nobody must act. If it is gone for good, a person must give the data up: fill an empty volume from other replicas or a backup, then see `kubectl pvguard why pv/NAME`.",
  },
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
    return [
      {
        message: say`its data was on ${names.join(", ")}, which is no node any more; ${outlook(volume, context)}`,
        reason: "NodeOfVolumeGone",
        evidence: [proof(refOf(volume), "spec.nodeAffinity", `kubernetes.io/hostname=${names.join(",")}`)],
        ...sizeOf(volume),
        remedies: remediesFor(volume),
      },
    ];
  },
});

function remediesFor(volume: PersistentVolume): readonly RemedyCall[] {
  const on = refOf(volume);
  const save: RemedyCall = { remedy: "save-manifest", on };
  return isStaleVolume(volume, "none") ? [save, { remedy: "delete-volume", on }] : [save];
}

/** What the node-cleanup controller does, where it runs. */
function outlook(volume: PersistentVolume, { cluster }: AuditContext): Phrase {
  const name = storageClassNameOf(volume);
  const where = say`where the node-cleanup controller looks after ${name === "" ? say`volumes without a class` : say`class ${name}`}`;
  if (isStaleVolume(volume, "none")) return say`${where}, it deletes the volume`;
  const ref = claimOf(volume);
  if (ref === undefined) return say`nothing deletes the volume`;
  const claim = cluster.get("v1/persistentvolumeclaims", ref.name, ref.namespace);
  if (claim.state === "unread") return say`whether anything deletes its claim could not be told`;
  if (claim.state === "absent" || !isStaleClaim(claim.object, volume, "none")) {
    return reclaimPolicyOf(volume) === "Delete"
      ? say`${where}, it deletes the volume once that is Released`
      : say`nothing deletes the volume`;
  }
  const event = latestEvent(ref, ["ReferencedNodeDeleted"], cluster);
  return event.state === "found"
    ? say`the node-cleanup controller has seen it, and deletes ${nameOf(refOf(claim.object))} after its delay`
    : ofClaim(claim.object, where);
}

function ofClaim(claim: PersistentVolumeClaim, where: Phrase): Phrase {
  return say`no pod can use ${nameOf(refOf(claim))}; ${where}, it deletes that claim after its delay`;
}
