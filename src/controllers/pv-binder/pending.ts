import { type ObjectRef, type PersistentVolumeClaim, refOf } from "../../model/index.ts";
import { volumeNamed } from "../refs.ts";
import type { PendingReason } from "./claim.ts";

/** The objects that keep a claim Pending. */
export function pendingOn(claim: PersistentVolumeClaim, because: PendingReason): readonly ObjectRef[] {
  switch (because.reason) {
    case "WaitForPodScheduled":
      return because.pods.map(refOf);
    case "VolumeNotFound":
    case "VolumeMismatch":
    case "VolumeClaimedByOther":
      return [volumeNamed(claim.spec?.volumeName ?? "")];
    case "NoVolumeAndNoClass":
    case "WaitForFirstConsumer":
    case "DefaultClassAssigned":
    case "ExternalProvisioning":
    case "ProvisioningFailed":
      return [];
  }
}
