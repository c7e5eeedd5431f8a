import {
  dataSourcesOf,
  finalizerNames,
  latestEvent,
  type PopulatorWorld,
  syncPopulator,
} from "../controllers/index.ts";
import { couldNotRead, defineFinalizer, type FoundHold, isFresh } from "../engine/index.ts";
import {
  type Cluster,
  hint,
  type ObjectRef,
  type PersistentVolumeClaim,
  proof,
  refOf,
  say,
} from "../model/index.ts";
import { byHand, helpersOf, notByHand } from "./shared/populator/left-behind.ts";
import { type PopulatorReason, populatorReasons } from "./shared/populator/reasons.ts";

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
  holds: (claim, cluster) => [found(claim, cluster)],
});

type Found = FoundHold<PopulatorReason | "CouldNotRead">;

function found(claim: PersistentVolumeClaim, cluster: Cluster): Found {
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
  | { readonly seen: PopulatorWorld["storageClass"] }
  | Extract<Found["holder"], { unread: unknown }>;

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
  const helpers = helpersOf(claim, cluster);
  const owner = `the populator ${prefix}`;
  return {
    owner,
    who: say`the populator ${prefix}`,
    last: byHand(claim, finalizer, helpers),
    avoid: notByHand(claim, helpers),
  };
}

function classMissing(claim: PersistentVolumeClaim): Found {
  const missing: ObjectRef = {
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    name: claim.spec?.storageClassName ?? "",
  };
  return {
    reason: "PopulatorClassMissing",
    holder: { missing },
    message: say`the populator cannot clean up: storageclass/${missing.name} does not exist`,
    evidence: [proof(refOf(claim), "spec.storageClassName", missing.name)],
  };
}

function noNode(claim: PersistentVolumeClaim, cluster: Cluster): Found {
  const { owner, who, last, avoid } = common(claim, cluster);
  return {
    reason: "PopulatorNoNode",
    holder: { controller: owner },
    message: say`${who} waits for a node before it cleans up, but none was selected for the claim`,
    evidence: [proof(refOf(claim), "metadata.annotations[volume.kubernetes.io/selected-node]", null)],
    remedies: [{ remedy: "set-selected-node", on: refOf(claim) }, ...last],
    avoid,
  };
}

function notFinished(claim: PersistentVolumeClaim, cluster: Cluster): Found {
  const { owner, who, last, avoid } = common(claim, cluster);
  const on = refOf(claim);
  const check = { remedy: "check-controller", on, using: { controller: owner } };
  const source = dataSourcesOf(claim).find(({ by }) => by === "dataSourceRef");
  const event = latestEvent(on, ["PopulatorDataSourceNotFound"], cluster);
  if (event.state === "found") {
    return {
      reason: "PopulatorSourceMissing",
      holder: { controller: owner },
      message: say`${who} cannot clean up without the data source ${source?.kind ?? ""}/${source?.name ?? ""}, which does not exist`,
      evidence: [hint(on, "event", event.object.message)],
      remedies: [{ remedy: "delete-populator-helpers", on }, ...last],
      avoid,
    };
  }
  const isNew = isFresh(claim, cluster.now);
  if (isNew && event.state === "unread") return couldNotRead(event.unread);
  return {
    reason: "PopulatorNotFinished",
    holder: { controller: owner },
    category: isNew ? "waiting" : "stuck",
    message: isNew
      ? say`${who} must first clean up its claim prime-${claim.metadata.uid}`
      : say`${who} has not cleaned up its claim prime-${claim.metadata.uid}`,
    evidence: [hint(on, "metadata.uid", claim.metadata.uid)],
    remedies: isNew || event.state === "unread" ? [] : [check, ...last],
    avoid,
  };
}
