import type { PersistentVolume } from "../../../kubernetes/index.ts";
import type { StartHold } from "./by-claim.ts";

/** Why a pod does not start, and the volumes that are the cause: none where a claim or something else is. */
export interface StartTrouble {
  readonly hold: StartHold;
  readonly volumes: readonly PersistentVolume[];
}

/** A volume of a pod, by its name there, and the PersistentVolume behind it. */
export interface MountedAs {
  readonly name: string;
  readonly volume: PersistentVolume;
}
