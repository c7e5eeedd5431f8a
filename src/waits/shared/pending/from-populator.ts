import type { Cluster } from "../../../cluster/index.ts";
import { everywhere } from "../../../cluster/index.ts";
import type { DataSource } from "../../../controllers/index.ts";
import { annotationNames, primeClaims, storageClassNameOf } from "../../../controllers/index.ts";
import { couldNotRead } from "../../../define/index.ts";
import { lastFailure } from "../../../evidence/index.ts";
import type { ObjectRef, PersistentVolumeClaim } from "../../../kubernetes/index.ts";
import { annotationOf, nameOf, refOf, say, secondsSince } from "../../../kubernetes/index.ts";
import { deletePendingClaim } from "../../../remedies/index.ts";
import { hint, proof } from "../../../report/index.ts";
import type { PendingHold } from "./reasons.ts";

/** A populator that has not begun after this time, in seconds, is not about to. */
const patience = 600;

/** What a claim waits for that a populator has to fill: its own words, where there are any. Its kinds are not known here. */
export function fromPopulator(
  claim: PersistentVolumeClaim,
  source: DataSource,
  cluster: Cluster,
): PendingHold | undefined {
  const ref: ObjectRef = {
    apiVersion: source.apiGroup === "" ? "v1" : `${source.apiGroup}/v1`,
    kind: source.kind,
    namespace: source.namespace,
    name: source.name,
  };
  const populator = { controller: `the populator of ${source.kind}.${source.apiGroup}` };
  const failure = lastFailure(claim, "populate", cluster);
  if (failure.is === "unread") return couldNotRead(failure.unread);
  if (failure.told === undefined) return withoutWords(claim, ref, populator, cluster);
  if (failure.told.reason === "CloneSourceInUse") {
    return {
      reason: "CloneSourceInUse",
      holder: populator,
      message: say`the populator does not copy the source of ${nameOf(ref)} while it is in use: ${failure.told.message}`,
      evidence: failure.for,
    };
  }
  const isMissing = missing.includes(failure.told.reason);
  return {
    reason: isMissing ? "DataSourceMissing" : "DataSourceNotReady",
    holder: isMissing ? { missing: ref } : populator,
    message: say`the populator cannot fill the claim from ${nameOf(ref)}: ${failure.told.message}`,
    evidence: failure.for,
    remedies: [deletePendingClaim(claim)],
  };
}

/** kubernetes-csi/lib-volume-populator populator-machinery/controller.go; backube/volsync api/v1alpha1/events.go, v0.15. */
const missing: readonly string[] = [
  "PopulatorDataSourceNotFound",
  "VolSyncPopulatorReplicationDestinationMissing",
];

function withoutWords(
  claim: PersistentVolumeClaim,
  ref: ObjectRef,
  populator: { readonly controller: string },
  cluster: Cluster,
): PendingHold | undefined {
  const evidence = [proof(claim, "spec.dataSourceRef.kind", ref.kind)];
  const primes = cluster.lookup(primeClaims, claim.metadata.uid, everywhere);
  if (!primes.read) return couldNotRead(primes.unread);
  const [prime] = primes.items;
  if (prime !== undefined) {
    return {
      reason: "PopulatorFills",
      holder: prime.status?.phase === "Pending" ? { object: refOf(prime) } : populator,
      message: say`a populator fills ${nameOf(prime)} from ${nameOf(ref)}, and hands its volume over to the claim then`,
      evidence,
    };
  }
  const waits = waitsForPod(claim, cluster);
  if (waits !== "no") return waits === "yes" ? undefined : waits;
  const age = secondsSince(claim.metadata.creationTimestamp, cluster.now);
  if (age === undefined || age < patience) {
    return {
      reason: "PopulatorFills",
      holder: populator,
      message: say`a populator has to fill the claim from ${nameOf(ref)}`,
      evidence,
    };
  }
  return {
    reason: "PopulatorSilent",
    holder: populator,
    message: say`the claim has waited for more than ten minutes for a populator to fill it from ${nameOf(ref)}, and no populator has reported anything`,
    evidence: [...evidence, hint(claim, "metadata.creationTimestamp", claim.metadata.creationTimestamp)],
  };
}

/**
 * A populator begins when a node has been selected, where the class waits for the first pod. CDI begins at once if it is asked to.
 * kubernetes-csi/lib-volume-populator populator-machinery/controller.go syncPvc; backube/volsync
 * internal/controller/volumepopulator_controller.go checkStorageClass; kubevirt/containerized-data-importer
 * pkg/controller/common/util.go AnnImmediateBinding, v1.66.
 */
function waitsForPod(claim: PersistentVolumeClaim, cluster: Cluster): "yes" | "no" | PendingHold {
  const isSelected = annotationOf(claim, annotationNames.selectedNode) !== undefined;
  if (isSelected || annotationOf(claim, "cdi.kubevirt.io/storage.bind.immediate.requested") !== undefined)
    return "no";
  const found = cluster.get("storage.k8s.io/v1/storageclasses", storageClassNameOf(claim));
  if (found.state === "unread") return couldNotRead(found.unread);
  return found.state === "found" && found.object.volumeBindingMode === "WaitForFirstConsumer" ? "yes" : "no";
}
