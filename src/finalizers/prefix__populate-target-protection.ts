import { finalizerNames } from "../controllers/index.ts";
import { couldNotRead, defineFinalizer, type FoundHold } from "../engine/index.ts";
import { type Cluster, hint, type PersistentVolumeClaim, proof, refOf, say } from "../model/index.ts";

const suffix = finalizerNames.populateTargetSuffix;

type Reason = "PopulatorNotFinished" | "PopulatorClassMissing" | "PopulatorNoNode";

export default defineFinalizer<"v1/persistentvolumeclaims", Reason>({
  finalizer: "<prefix>/populate-target-protection",
  matches: (finalizer) => finalizer.endsWith(suffix),
  on: ["v1/persistentvolumeclaims"],
  owner: "volume populator",
  needs: ["storage.k8s.io/v1/storageclasses"],
  sources: [
    "kubernetes-csi/lib-volume-populator populator-machinery/controller.go syncPvc, ensureFinalizer, v3.2",
  ],
  addedWhen: "A populator starts to fill the claim, while the claim is unbound.",
  releasedWhen:
    "The volume is bound to the claim, and the helper pod populate-<uid> and the claim prime-<uid> are deleted. On deletion, after the same clean-up. Both need the data source, the StorageClass, and with WaitForFirstConsumer a selected node.",
  ifForced: "The claim prime-<uid> and its volume stay behind in the populator's namespace.",
  manualRemoval: {
    safety: "risky",
    check: "The pod populate-<uid> and the claim prime-<uid> in the populator's namespace are deleted.",
  },
  since: "lib-volume-populator 1.0 (2021)",
  reasons: {
    PopulatorNotFinished: {
      title: "The populator has not cleaned up",
      category: "blocked",
      what: "The populator has to delete its helper pod and the claim prime-<uid> before the claim may go.",
      why: "Its data source was deleted first, or it is not running, or its helper pod cannot end.",
      whatToDo:
        "A person must see that the populator runs, and that the data source exists. Look for prime-<uid> in its namespace: `kubectl get pvc --all-namespaces`.",
    },
    PopulatorClassMissing: {
      title: "The populator cannot clean up without the StorageClass",
      category: "blocked",
      what: "The claim's StorageClass does not exist, and the populator stops before its clean-up when it cannot read it.",
      why: "The class was deleted before the claim.",
      whatToDo:
        "Create the StorageClass again under the same name, until the claim is gone. A person must do that.",
    },
    PopulatorNoNode: {
      title: "The populator waits for a node that is never chosen",
      category: "blocked",
      what: "The class binds when a first pod comes, and no node was selected for the claim. The populator stops before its clean-up.",
      why: "No pod used the claim before it was deleted.",
      whatToDo:
        "A person must let the populator go on: set the annotation volume.kubernetes.io/selected-node to any node, or delete prime-<uid> and remove this finalizer.",
    },
  },
  holds: (claim, cluster) => [found(claim, cluster)],
});

function found(claim: PersistentVolumeClaim, cluster: Cluster): FoundHold<Reason | "CouldNotRead"> {
  const ref = refOf(claim);
  const finalizer = claim.metadata.finalizers?.find((name) => name.endsWith(suffix)) ?? "";
  const owner = `the populator ${finalizer.slice(0, -suffix.length)}`;
  const name = claim.spec?.storageClassName ?? "";
  const base = {
    holder: { controller: owner },
    remedies: [{ remedy: "check-controller", on: ref, using: { controller: owner } }],
  };
  if (name === "") return notFinished(claim, owner, base.remedies);
  const storageClass = cluster.get("storage.k8s.io/v1/storageclasses", name);
  if (storageClass.state === "unread") return couldNotRead(storageClass.unread);
  if (storageClass.state === "absent") {
    return {
      reason: "PopulatorClassMissing",
      holder: { missing: { apiVersion: "storage.k8s.io/v1", kind: "StorageClass", name } },
      message: say`${owner} cannot clean up: storageclass/${name} does not exist`,
      evidence: [proof(ref, "spec.storageClassName", name)],
    };
  }
  const isDelayed = storageClass.object.volumeBindingMode === "WaitForFirstConsumer";
  if (isDelayed && claim.metadata.annotations?.["volume.kubernetes.io/selected-node"] === undefined) {
    return {
      reason: "PopulatorNoNode",
      ...base,
      message: say`${owner} waits for a node, and none was selected for the claim`,
      evidence: [proof(ref, "metadata.annotations[volume.kubernetes.io/selected-node]", null)],
    };
  }
  return notFinished(claim, owner, base.remedies);
}

function notFinished(
  claim: PersistentVolumeClaim,
  owner: string,
  remedies: NonNullable<FoundHold["remedies"]>,
): FoundHold<Reason> {
  return {
    reason: "PopulatorNotFinished",
    holder: { controller: owner },
    message: say`${owner} has not cleaned up its claim prime-${claim.metadata.uid}`,
    evidence: [hint(refOf(claim), "metadata.uid", claim.metadata.uid)],
    remedies,
    avoid: [
      {
        step: say`removing the finalizer before prime-${claim.metadata.uid} is deleted`,
        because: say`that claim and its volume would stay behind in the populator's namespace`,
      },
    ],
  };
}
