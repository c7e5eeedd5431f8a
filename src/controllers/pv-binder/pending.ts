import {
  type ObjectRef,
  type PersistentVolumeClaim,
  type Phrase,
  refOf,
  say,
  words,
} from "../../model/index.ts";
import { volumeNamed } from "../refs.ts";
import type { PendingReason } from "./claim.ts";

/** Why a claim stays Pending. */
export function explainPending(because: PendingReason): Phrase {
  switch (because.reason) {
    case "NoVolumeAndNoClass":
      return words("No volume does for the claim, and it names no StorageClass.");
    case "WaitForFirstConsumer":
      return words("Its StorageClass binds when a Pod uses the claim, and none does.");
    case "WaitForPodScheduled":
      return words("Its StorageClass binds when a Pod is scheduled, and the Pods that use it are not.");
    case "DefaultClassAssigned":
      return say`The default StorageClass ${because.storageClass} is filled in first.`;
    case "VolumeNotFound":
      return words("The volume that it names does not exist.");
    case "VolumeMismatch":
      return say`The volume that it names does not do: ${because.mismatch}.`;
    case "VolumeClaimedByOther":
      return words("The volume that it names belongs to another claim.");
    case "ExternalProvisioning":
      return say`The provisioner ${because.provisioner} has to make a volume.`;
    case "ProvisioningFailed":
      return because.because === "class missing"
        ? words("Its StorageClass does not exist.")
        : say`No plugin is named ${because.provisioner}, so nothing makes a volume.`;
  }
}

/** The objects that keep it Pending. */
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
