import type { Unread } from "../../cluster/index.ts";
import type {
  ObjectRef,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  StorageClass,
} from "../../kubernetes/index.ts";
import { annotationOf, refOf } from "../../kubernetes/index.ts";
import { bindCompleted, boundByController, selectedNode } from "../annotation-names.ts";
import type { Action, Decision } from "../controller.ts";
import { defineController } from "../controller.ts";
import { act, actAll, unknown, wait } from "../decision.ts";
import { isPodScheduled, isPodTerminated } from "../objects/pods.ts";
import { volumeNamed } from "../objects/refs.ts";
import { leavesClassOpen, storageClassNameOf } from "../objects/storage-class.ts";
import { migratedPlugins } from "../objects/volume-source.ts";
import type { ClaimFacts } from "./claim-facts.ts";
import { readClaimFacts } from "./claim-facts.ts";
import type { Mismatch } from "./match.ts";
import { checkVolumeSatisfyClaim, findMatchingVolumes, isVolumeBoundToClaim } from "./match.ts";

export const claimBinder = defineController({
  name: "persistentvolume-controller",
  on: "v1/persistentvolumeclaims",
  sources: ["kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncClaim, 1.36"],
  decide(claim, cluster) {
    const reading = readClaimFacts(claim, cluster);
    if (!reading.read) return unknown(reading);
    return carryOut(claim, syncClaim(claim, reading.facts), reading.facts.named);
  },
});

function carryOut(
  claim: PersistentVolumeClaim,
  sync: ClaimSync,
  named: PersistentVolume | undefined,
): Decision {
  switch (sync.result) {
    case "Bound":
      return bothBound(claim, named);
    case "bind":
      return act({ do: "bind", object: refOf(claim), volume: refOf(sync.volume) });
    case "bind one":
      return leftToChance(claim, sync.volumes);
    case "Lost":
      return enter(claim, "Lost", namedVolume(claim));
    case "Pending":
      return pendingDecision(claim, sync.because);
    case "error":
      return wait(...namedVolume(claim));
  }
}

function leftToChance(
  claim: PersistentVolumeClaim,
  volumes: readonly [PersistentVolume, ...PersistentVolume[]],
): Decision {
  const names = volumes.map(({ metadata }) => metadata.name).sort();
  const { name, namespace = "" } = claim.metadata;
  const unread: Unread = {
    resource: "v1/persistentvolumeclaims",
    scope: { of: "object", name, namespace },
    reason: "LeftToChance",
    detail: names.join(", "),
  };
  return unknown({ unread });
}

/** The PV controller binds a bound pair again at each sync, and so sets the phase of both. The same file, bind. */
function bothBound(claim: PersistentVolumeClaim, volume: PersistentVolume | undefined): Decision {
  return actAll(
    [volume, claim].flatMap((side): readonly Action[] =>
      side === undefined || side.status?.phase === "Bound"
        ? []
        : [{ do: "set-phase", object: refOf(side), phase: "Bound" }],
    ),
  );
}

/** A claim that is to be provisioned keeps its phase. The same file, syncUnboundClaim, after provisionClaim. */
function pendingDecision(claim: PersistentVolumeClaim, because: PendingReason): Decision {
  const isProvisioned = because.reason === "ExternalProvisioning" || because.reason === "ProvisioningFailed";
  if (isProvisioned) return wait(...pendingOn(claim, because));
  return enter(claim, "Pending", pendingOn(claim, because));
}

function namedVolume(claim: PersistentVolumeClaim): readonly ObjectRef[] {
  const name = claim.spec?.volumeName ?? "";
  return name === "" ? [] : [volumeNamed(name)];
}

/** Sets the phase; the claim then waits. */
function enter(claim: PersistentVolumeClaim, phase: "Lost" | "Pending", on: readonly ObjectRef[]): Decision {
  if (claim.status?.phase !== phase) return act({ do: "set-phase", object: refOf(claim), phase });
  return wait(...on);
}

/** What the PV controller makes of a claim. */
export type ClaimSync =
  | { readonly result: "Bound" }
  | { readonly result: "bind"; readonly volume: PersistentVolume }
  /** One of several volumes that are as good; which one is left to chance. */
  | { readonly result: "bind one"; readonly volumes: readonly [PersistentVolume, ...PersistentVolume[]] }
  | { readonly result: "Lost"; readonly reason: "ClaimLost" | "ClaimMisbound" }
  | { readonly result: "Pending"; readonly because: PendingReason }
  /** The pair is inconsistent in a way that only the PV controller itself could have made. */
  | { readonly result: "error" };

/** `reason` is that of the event on the claim, except where there is none. */
export type PendingReason =
  | { readonly reason: "NoVolumeAndNoClass" }
  | { readonly reason: "WaitForFirstConsumer" }
  | { readonly reason: "WaitForPodScheduled"; readonly pods: readonly Pod[] }
  | { readonly reason: "DefaultClassAssigned"; readonly storageClass: string }
  | { readonly reason: "VolumeNotFound" }
  | { readonly reason: "VolumeMismatch"; readonly mismatch: Mismatch }
  | { readonly reason: "VolumeClaimedByOther" }
  | Provisioning;

/** kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncClaim, 1.25 to 1.36. */
export function syncClaim(claim: PersistentVolumeClaim, facts: ClaimFacts): ClaimSync {
  return annotationOf(claim, bindCompleted) === undefined
    ? syncUnboundClaim(claim, facts)
    : syncBoundClaim(claim, facts.named);
}

/**
 * The same file, syncBoundClaim. Lost is decided again at each sync: it ends when a volume of that name comes back with
 * no claimRef, or with the claim's uid.
 */
function syncBoundClaim(claim: PersistentVolumeClaim, named: PersistentVolume | undefined): ClaimSync {
  if ((claim.spec?.volumeName ?? "") === "" || named === undefined) {
    return { result: "Lost", reason: "ClaimLost" };
  }
  const claimRef = named.spec?.claimRef;
  if (claimRef === undefined) return { result: "bind", volume: named };
  return claimRef.uid === claim.metadata.uid
    ? { result: "Bound" }
    : { result: "Lost", reason: "ClaimMisbound" };
}

function pending(because: PendingReason): ClaimSync {
  return { result: "Pending", because };
}

/** The same file, syncUnboundClaim. */
function syncUnboundClaim(claim: PersistentVolumeClaim, facts: ClaimFacts): ClaimSync {
  if ((claim.spec?.volumeName ?? "") === "") return findVolume(claim, facts);
  const { named } = facts;
  if (named === undefined) return pending({ reason: "VolumeNotFound" });
  if (named.spec?.claimRef === undefined) {
    const mismatch = checkVolumeSatisfyClaim(named, claim);
    if (mismatch !== undefined) return pending({ reason: "VolumeMismatch", mismatch });
    return { result: "bind", volume: named };
  }
  if (isVolumeBoundToClaim(named, claim)) return { result: "bind", volume: named };
  return annotationOf(claim, boundByController) === undefined
    ? pending({ reason: "VolumeClaimedByOther" })
    : { result: "error" };
}

function findVolume(claim: PersistentVolumeClaim, facts: ClaimFacts): ClaimSync {
  const delayed = facts.storageClass?.volumeBindingMode === "WaitForFirstConsumer";
  const [volume, ...more] = findMatchingVolumes(claim, facts.volumes, delayed ? "delayed" : "immediate");
  if (volume !== undefined) {
    return more.length === 0
      ? { result: "bind", volume }
      : { result: "bind one", volumes: [volume, ...more] };
  }
  if (leavesClassOpen(claim) && facts.defaultClass !== undefined) {
    return pending({ reason: "DefaultClassAssigned", storageClass: facts.defaultClass.metadata.name });
  }
  if (delayed && annotationOf(claim, selectedNode) === undefined) return pending(waitForConsumer(facts.pods));
  return pending(
    storageClassNameOf(claim) === "" ? { reason: "NoVolumeAndNoClass" } : provisioningOf(facts.storageClass),
  );
}

/** The same file, emitEventForUnboundDelayBindingClaim, findNonScheduledPodsByPVC. */
function waitForConsumer(users: readonly Pod[]): PendingReason {
  const pods = users.filter((pod) => !isPodScheduled(pod) && !isPodTerminated(pod));
  return pods.length > 0 ? { reason: "WaitForPodScheduled", pods } : { reason: "WaitForFirstConsumer" };
}

/** Who has to make a volume for a claim, or why none can. */
type Provisioning =
  | { readonly reason: "ExternalProvisioning"; readonly provisioner: string }
  | { readonly reason: "ProvisioningFailed"; readonly because: "class missing" }
  | { readonly reason: "ProvisioningFailed"; readonly because: "no plugin"; readonly provisioner: string };

/**
 * In-tree plugins no longer provision, unless KCM runs with `--enable-hostpath-provisioner`, which is for tests. The
 * name `kubernetes.io/no-provisioner` is one of the names that no plugin has.
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go provisionClaim,
 * findProvisionablePlugin, 1.36.
 */
export function provisioningOf(storageClass: StorageClass | undefined): Provisioning {
  if (storageClass === undefined) return { reason: "ProvisioningFailed", because: "class missing" };
  const provisioner = storageClass.provisioner ?? "";
  const driver = migratedPlugins.get(provisioner) ?? provisioner;
  return driver.startsWith("kubernetes.io/")
    ? { reason: "ProvisioningFailed", because: "no plugin", provisioner }
    : { reason: "ExternalProvisioning", provisioner: driver };
}

/** The objects that keep a claim Pending. */
function pendingOn(claim: PersistentVolumeClaim, because: PendingReason): readonly ObjectRef[] {
  switch (because.reason) {
    case "WaitForPodScheduled":
      return because.pods.map(refOf);
    case "VolumeNotFound":
    case "VolumeMismatch":
    case "VolumeClaimedByOther":
      return namedVolume(claim);
  }
  return [];
}
