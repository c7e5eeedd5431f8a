import type { PersistentVolume } from "../kubernetes/index.ts";
import { isTerminating, refOf } from "../kubernetes/index.ts";
import { defineController, nothing } from "./controller.ts";
import { act } from "./decision.ts";
import { volumeHandleOf } from "./objects/volume-source.ts";
import { reclaimPolicyOf } from "./objects/volumes.ts";

const driver = "io.openebs.csi-mayastor";

/** No object tells which version runs. */
export const onlyIfOldMayastor = "Mayastor is from 2024 or earlier";

/**
 * Can the disk go with the object of the volume, whatever the policy? Mayastor takes a deleted volume for one whose data is no longer
 * wanted. Since January 2025 it does so only with `--enable-orphan-vol-gc` (openebs/mayastor-control-plane#919). Which one runs, no
 * object says: the worse is predicted.
 *
 * openebs/mayastor-control-plane control-plane/csi-driver/src/bin/controller/pvwatcher.rs process_object, v2.7.1.
 */
export function goesUnderRetain(volume: PersistentVolume): boolean {
  return volume.spec?.csi?.driver === driver;
}

/** Of a Bound one, it waits until the object is gone, which no controller brings about: see `goesUnderRetain`. */
export const mayastorCollector = defineController({
  name: "Mayastor from 2024 or earlier",
  on: "v1/persistentvolumes",
  sources: [
    "openebs/mayastor-control-plane control-plane/csi-driver/src/bin/controller/pvwatcher.rs process_object, v2.7.1",
  ],
  decide(volume) {
    if (!goesUnderRetain(volume) || !isTerminating(volume)) return nothing;
    if (volume.status?.phase !== "Released" || reclaimPolicyOf(volume) !== "Retain") return nothing;
    const handle = volumeHandleOf(volume) ?? "";
    return act({ do: "destroy-backend", object: refOf(volume), driver, handle, onlyIf: onlyIfOldMayastor });
  },
});
