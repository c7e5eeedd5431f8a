import {
  type Action,
  type Decision,
  defineController,
  type KubeObject,
  nothing,
  type ObjectRef,
  type PersistentVolume,
  type PersistentVolumeClaim,
  refOf,
  type Unread,
} from "../../model/index.ts";
import { act, unknown, wait } from "../decision.ts";
import { volumeNamed } from "../refs.ts";
import { type ClaimSync, type PendingReason, syncClaim } from "./claim.ts";
import { readClaimWorld } from "./claim-world.ts";
import { pendingOn } from "./pending.ts";

export const claimBinder = defineController({
  name: "persistentvolume-controller",
  on: "v1/persistentvolumeclaims",
  sources: ["kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncClaim, 1.36"],
  decide(claim, cluster) {
    const reading = readClaimWorld(claim, cluster);
    if (!reading.read) return unknown(reading);
    return carryOut(claim, syncClaim(claim, reading.world), reading.world.named);
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
      return act({
        do: "bind",
        object: refOf(claim),
        volume: refOf(sync.volume),
      });
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
  const [first, ...more] = [volume, claim]
    .filter((side) => side !== undefined && side.status?.phase !== "Bound")
    .map((side): Action => ({ do: "set-phase", object: refOf(side as KubeObject), phase: "Bound" }));
  return first === undefined ? nothing : act(first, ...more);
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
