import type { Cluster, Listed } from "../cluster/index.ts";
import { everywhere, itemsOf } from "../cluster/index.ts";
import { claimsByClass, nodesOfClass, reclaimPolicyOf, volumesByClass } from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { blocked, couldNotRead, defineWait, phaseOf, stateOf, waiting } from "../define/index.ts";
import { classServed } from "../evidence/index.ts";
import type { KubeObject, StorageClass } from "../kubernetes/index.ts";
import { counted, isOnlyNamed, isTerminating, nameOf, refOf, say, words } from "../kubernetes/index.ts";
import { proof } from "../report/index.ts";
import { pendingReasons } from "./shared/pending/reasons.ts";

const reasons = {
  ObjectOfClass: blocked("A claim or volume of the class has a problem", {
    what: "A claim that asks for the StorageClass, or a volume of it, is stuck or unusable.",
    why: "Each has its own cause. Where all of them have the same one, the class or its driver is behind it.",
    whatToDo: "Look at the object: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
  }),
  ProvisionerNotInstalled: pendingReasons.ProvisionerNotInstalled,
  NoNodeForClass: blocked("No node matches the allowedTopologies of the class", {
    what: "The StorageClass creates volumes only where nodes have certain labels, and no node has them.",
    why: "The label or its value is mistyped, or the zone has no node.",
    whatToDo:
      "Add a node there, or create a class with other allowedTopologies: those of a class cannot be changed. `kubectl get nodes --show-labels` shows the labels.",
  }),
  VolumesOfClassAreFine: waiting("No claim or volume of the class has a problem", {
    what: "The claims that name the StorageClass and its volumes were looked at. None of them is stuck or unusable.",
    why: "Volumes that exist do not need their class to be used.",
    whatToDo: "No action is needed. `kubectl pvguard audit` looks at the whole cluster.",
  }),
} as const;

type ClassHold = FoundHold<keyof typeof reasons | "CouldNotRead">;

export default defineWait({
  wait: "class-objects",
  on: ["storage.k8s.io/v1/storageclasses"],
  told: "only where asked about",
  needs: [
    "v1/persistentvolumeclaims",
    "v1/persistentvolumes",
    "v1/nodes",
    "v1/events",
    "storage.k8s.io/v1/csidrivers",
    "storage.k8s.io/v1/csinodes",
  ],
  sources: [
    "kubernetes-csi/external-provisioner pkg/controller/controller.go Provision, v6.3",
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go provisionClaim, 1.36",
    "kubernetes/kubernetes pkg/scheduler/framework/plugins/volumebinding/binder.go checkVolumeProvisions, 1.36",
  ],
  reasons,
  holds(storageClass, cluster): readonly ClassHold[] {
    const { found, unread } = objectsOf(storageClass, cluster);
    const own = isOnlyNamed(storageClass) ? [] : ownHolds(storageClass, cluster);
    return [...own, ...found.filter((each) => !isKeptByDesign(each)).map(partOf), ...unread];
  },
  remark(storageClass, cluster) {
    const { found, unread } = objectsOf(storageClass, cluster);
    if (unread.length > 0) return undefined;
    const claims = found.filter(({ kind }) => kind === "PersistentVolumeClaim").length;
    const looked =
      found.length === 0
        ? words("no claim and no volume names it")
        : say`none of its ${counted(claims, "claim")} and ${counted(found.length - claims, "volume")} has a problem`;
    return { reason: "VolumesOfClassAreFine", message: looked };
  },
});

/** Why the class itself cannot work. */
function ownHolds(storageClass: StorageClass, cluster: Cluster): readonly ClassHold[] {
  const served = classServed(storageClass, cluster);
  const allowed = nodesOfClass(storageClass, cluster);
  const holds: ClassHold[] = [];
  if (served.is === "unread") holds.push(couldNotRead(served.unread));
  else if (served.is === "unserved" && served.how === "sure")
    holds.push({
      reason: "ProvisionerNotInstalled",
      holder: { driver: storageClass.provisioner ?? "" },
      message: served.message,
      evidence: served.evidence,
    });
  if (allowed.nodes === "none")
    holds.push({
      reason: "NoNodeForClass",
      holder: { object: refOf(storageClass) },
      isRoot: true,
      message: say`it creates volumes only where ${allowed.wanted}, and no node matches that`,
      evidence: [proof(storageClass, "allowedTopologies", allowed.wanted)],
    });
  if (allowed.nodes === "unread") holds.push(couldNotRead(allowed.unread));
  return holds;
}

function objectsOf({ metadata: { name } }: StorageClass, cluster: Cluster) {
  const lists: readonly Listed<KubeObject>[] = [
    cluster.lookup(claimsByClass, name, everywhere),
    cluster.lookup(volumesByClass, name, everywhere),
  ];
  return {
    found: lists.flatMap((list) => itemsOf<KubeObject>(list)),
    unread: lists.flatMap((list) => (list.read ? [] : [couldNotRead(list.unread)])),
  };
}

/** With policy Retain, each volume whose claim was deleted ends like this. */
function isKeptByDesign(object: KubeObject): boolean {
  return (
    object.kind === "PersistentVolume" &&
    object.status?.phase === "Released" &&
    reclaimPolicyOf(object) === "Retain" &&
    !isTerminating(object)
  );
}

function partOf(object: KubeObject): ClassHold {
  return {
    reason: "ObjectOfClass",
    holder: { object: refOf(object) },
    isPart: true,
    message: say`${nameOf(object)} is ${stateOf(object)}`,
    evidence: [proof(object, "status.phase", phaseOf(object))],
  };
}
