import {
  type Decision,
  defineController,
  nothing,
  type ObjectRef,
  type PersistentVolumeClaim,
  type Phrase,
  refOf,
  words,
} from "../../model/index.ts";
import { act, unknown, wait } from "../decision.ts";
import { volumeNamed } from "../refs.ts";
import { type ClaimSync, type PendingReason, syncClaim } from "./claim.ts";
import { readClaimWorld } from "./claim-world.ts";
import { explainPending, pendingOn } from "./pending.ts";

export const claimBinder = defineController({
  name: "persistentvolume-controller",
  on: "v1/persistentvolumeclaims",
  sources: ["kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncClaim, 1.36"],
  decide(claim, cluster) {
    const reading = readClaimWorld(claim, cluster);
    return reading.read ? carryOut(claim, syncClaim(claim, reading.world)) : unknown(reading);
  },
});

function carryOut(claim: PersistentVolumeClaim, sync: ClaimSync): Decision {
  switch (sync.result) {
    case "Bound":
      return enter(claim, "Bound", words("The claim and its volume name each other."), []);
    case "bind":
      return isSettled(claim, sync)
        ? nothing
        : act(words("The volume does for the claim."), {
            do: "bind",
            object: refOf(claim),
            volume: refOf(sync.volume),
          });
    case "Lost":
      return enter(claim, "Lost", lost(sync.reason), namedVolume(claim));
    case "Pending":
      return pendingDecision(claim, sync.because);
    case "error":
      return wait(
        words("The claim names a volume that the PV controller has given to another claim."),
        ...namedVolume(claim),
      );
  }
}

/** Both sides name each other already; at most an annotation is missing. */
function isSettled(
  claim: PersistentVolumeClaim,
  { volume }: Extract<ClaimSync, { result: "bind" }>,
): boolean {
  return volume.spec?.claimRef?.uid === claim.metadata.uid && claim.status?.phase === "Bound";
}

function pendingDecision(claim: PersistentVolumeClaim, because: PendingReason): Decision {
  return enter(claim, "Pending", explainPending(because), pendingOn(claim, because));
}

function lost(reason: "ClaimLost" | "ClaimMisbound"): Phrase {
  return reason === "ClaimLost"
    ? words("The volume that the claim was bound to does not exist.")
    : words("The volume that the claim was bound to belongs to another claim.");
}

function namedVolume(claim: PersistentVolumeClaim): readonly ObjectRef[] {
  const name = claim.spec?.volumeName ?? "";
  return name === "" ? [] : [volumeNamed(name)];
}

/** Sets the phase; in a phase that is not Bound the claim then waits. */
function enter(
  claim: PersistentVolumeClaim,
  phase: "Bound" | "Lost" | "Pending",
  because: Phrase,
  on: readonly ObjectRef[],
): Decision {
  if (claim.status?.phase !== phase) return act(because, { do: "set-phase", object: refOf(claim), phase });
  return phase === "Bound" ? nothing : wait(because, ...on);
}
