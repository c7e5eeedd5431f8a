import type { Cluster, Listed } from "../cluster/index.ts";
import type { PopulatorFacts } from "../controllers/index.ts";
import { dataSourcesOf, finalizerNames, populatorHelpers, syncPopulator } from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { blocked, couldNotRead, defineFinalizer, isFresh, stuck } from "../define/index.ts";
import { lastFailure } from "../evidence/index.ts";
import type { KubeObject, ObjectRef, PersistentVolumeClaim } from "../kubernetes/index.ts";
import { nameOf, refOf, say } from "../kubernetes/index.ts";
import {
  checkController,
  deletePopulatorHelpers,
  dropFinalizer,
  setSelectedNode,
} from "../remedies/index.ts";
import type { Avoid, RemedyCall } from "../report/index.ts";
import { hint, proof } from "../report/index.ts";

type PopulatorReason = keyof typeof populatorReasons;

const populatorReasons = {
  PopulatorNotFinished: stuck("The populator has not cleaned up", {
    what: "The populator must delete its helper pod and the claim prime-<uid> before the claim can be deleted.",
    why: "The populator is not running, or its helper pod cannot end.",
    whatToDo:
      "Check that the populator is running. Look for prime-<uid> in its namespace: `kubectl get pvc --all-namespaces`.",
  }),
  PopulatorSourceMissing: blocked("The populator cannot clean up without the data source", {
    what: "The data source that the claim was to be filled from does not exist. The populator stops before its cleanup when it cannot read the data source.",
    why: "The data source was deleted before the claim.",
    whatToDo:
      "Recreate the data source under the same name, and keep it until the claim is deleted. Or clean up for the populator: delete populate-<uid> and prime-<uid> (`kubectl get pvc --all-namespaces`), then remove this finalizer.",
  }),
  PopulatorClassMissing: blocked("The populator cannot clean up without the StorageClass", {
    what: "The claim's StorageClass does not exist. The populator stops before its cleanup when it cannot read the StorageClass.",
    why: "The StorageClass was deleted before the claim.",
    whatToDo:
      "An administrator must recreate the StorageClass under the same name, and keep it until the claim is deleted.",
  }),
  PopulatorNoNode: blocked("The populator waits for a node, but none was selected", {
    what: "The StorageClass uses WaitForFirstConsumer, and no node was selected for the claim. The populator stops before its cleanup.",
    why: "No pod used the claim before it was deleted.",
    whatToDo:
      "Set the annotation volume.kubernetes.io/selected-node to any node: `kubectl annotate pvc NAME -n NAMESPACE volume.kubernetes.io/selected-node=NODE`. The claim is being deleted, so nothing is created on that node. The populator only cleans up.",
  }),
};

const suffix = finalizerNames.populateTargetSuffix;

export default defineFinalizer({
  finalizer: "<prefix>/populate-target-protection",
  matches: (finalizer) => finalizer.endsWith(suffix),
  on: ["v1/persistentvolumeclaims"],
  owner: "volume populator",
  needs: [
    "storage.k8s.io/v1/storageclasses",
    "v1/persistentvolumeclaims",
    "v1/pods",
    "v1/nodes",
    "v1/events",
  ],
  sources: [
    "kubernetes-csi/lib-volume-populator populator-machinery/controller.go syncPvc, ensureFinalizer, v3.2",
  ],
  addedWhen: "A populator starts to fill the claim, while the claim is unbound.",
  releasedWhen:
    "The volume is bound to the claim, and the helper pod populate-<uid> and the claim prime-<uid> are deleted. When the claim is deleted, the same cleanup comes first. Both need the data source, the StorageClass, and with WaitForFirstConsumer a selected node.",
  ifForced: "The claim prime-<uid> and its volume are left behind in the populator's namespace.",
  manualRemoval: {
    safety: "risky",
    check: "The pod populate-<uid> and the claim prime-<uid> in the populator's namespace are deleted.",
  },
  since: "lib-volume-populator 1.0 (2021)",
  reasons: populatorReasons,
  holds: (claim, cluster) => found(claim, cluster),
});

type PopulatorHold = FoundHold<PopulatorReason | "CouldNotRead">;

function found(claim: PersistentVolumeClaim, cluster: Cluster): PopulatorHold {
  const storageClass = classOf(claim, cluster);
  if ("unread" in storageClass) return couldNotRead(storageClass.unread);
  // The populator tells of a missing data source in an event; its kind is mostly one that is not read.
  const sync = syncPopulator(claim, {
    dataSource: "exists",
    storageClass: storageClass.seen,
    prime: "absent",
  });
  if (sync.result !== "stalled") return notFinished(claim, cluster);
  switch (sync.because) {
    case "class missing":
      return classMissing(claim);
    case "no node selected":
      return noNode(claim, cluster);
    case "data source missing":
      return notFinished(claim, cluster);
  }
}

type ClassSeen =
  | { readonly seen: PopulatorFacts["storageClass"] }
  | Extract<PopulatorHold["holder"], { unread: unknown }>;

function classOf(claim: PersistentVolumeClaim, cluster: Cluster): ClassSeen {
  const name = claim.spec?.storageClassName;
  if (name === undefined) return { seen: "none" };
  const found = cluster.get("storage.k8s.io/v1/storageclasses", name);
  if (found.state === "unread") return { unread: found.unread };
  return { seen: found.state === "found" ? found.object : "missing" };
}

function common(claim: PersistentVolumeClaim, cluster: Cluster) {
  const finalizer = claim.metadata.finalizers?.find((name) => name.endsWith(suffix)) ?? "";
  const prefix = finalizer.slice(0, -suffix.length);
  const helpers = populatorHelpers(claim, cluster);
  const owner = `the populator ${prefix}`;
  return {
    owner,
    who: say`the populator ${prefix}`,
    last: byHand(claim, finalizer, helpers),
    avoid: notByHand(claim, helpers),
  };
}

function classMissing(claim: PersistentVolumeClaim): PopulatorHold {
  const missing: ObjectRef = {
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    name: claim.spec?.storageClassName ?? "",
  };
  return {
    reason: "PopulatorClassMissing",
    holder: { missing },
    message: say`the populator cannot clean up: storageclass/${missing.name} does not exist`,
    evidence: [proof(claim, "spec.storageClassName", missing.name)],
  };
}

function noNode(claim: PersistentVolumeClaim, cluster: Cluster): PopulatorHold {
  const { owner, who, last, avoid } = common(claim, cluster);
  return {
    reason: "PopulatorNoNode",
    holder: { controller: owner },
    message: say`${who} waits for a node before it cleans up, but none was selected for the claim`,
    evidence: [proof(claim, "metadata.annotations[volume.kubernetes.io/selected-node]", null)],
    remedies: [setSelectedNode(claim), ...last],
    avoid,
  };
}

function notFinished(claim: PersistentVolumeClaim, cluster: Cluster): PopulatorHold {
  const { owner, who, last, avoid } = common(claim, cluster);
  const on = refOf(claim);
  const check = checkController(on, { controller: owner });
  const source = dataSourcesOf(claim).find(({ by }) => by === "dataSourceRef");
  const failure = lastFailure(on, "find-data-source", cluster);
  if (failure.is !== "unread" && failure.told !== undefined) {
    return {
      reason: "PopulatorSourceMissing",
      holder: { controller: owner },
      message: say`${who} cannot clean up without the data source ${source?.kind ?? ""}/${source?.name ?? ""}, which does not exist`,
      evidence: failure.for,
      remedies: [deletePopulatorHelpers(claim), ...last],
      avoid,
    };
  }
  const isNew = isFresh(claim, cluster.now);
  if (isNew && failure.is === "unread") return couldNotRead(failure.unread);
  return {
    reason: "PopulatorNotFinished",
    holder: { controller: owner },
    category: isNew ? "waiting" : "stuck",
    message: isNew
      ? say`${who} must first clean up its claim prime-${claim.metadata.uid}`
      : say`${who} has not cleaned up its claim prime-${claim.metadata.uid}`,
    evidence: [hint(on, "metadata.uid", claim.metadata.uid)],
    remedies: isNew || failure.is === "unread" ? [] : [check, ...last],
    avoid,
  };
}

/** Manual removal only when nothing is left to clean up, and that was read. */
function byHand(
  claim: PersistentVolumeClaim,
  finalizer: string,
  helpers: Listed<KubeObject>,
): readonly RemedyCall[] {
  if (!helpers.read || helpers.items.length > 0) return [];
  const because = `No prime-${claim.metadata.uid} and no populate-${claim.metadata.uid} exists, so the populator has nothing left to clean up.`;
  return [dropFinalizer(claim, { finalizer, costs: "the work alone", because })];
}

function notByHand(claim: PersistentVolumeClaim, helpers: Listed<KubeObject>): readonly Avoid[] {
  if (!helpers.read) {
    return [
      {
        step: say`remove the finalizer before prime-${claim.metadata.uid} is deleted`,
        because: say`that claim and its volume would be left behind in the populator's namespace`,
      },
    ];
  }
  return helpers.items.map((object) => ({
    step: say`remove the finalizer before ${nameOf(object)} is deleted`,
    because: say`it would be left behind, and so would a claim's volume`,
  }));
}
