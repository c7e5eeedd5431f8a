import { annotationOf, type PersistentVolume, type PersistentVolumeClaim } from "../../model/index.ts";
import { boundByController } from "../annotation-names.ts";
import { isVolumeBoundToClaim } from "./fit.ts";

/**
 * Which side of a new pair the PV controller chose, and marks with `bound-by-controller`. The claim always gets
 * `bind-completed`.
 * kubernetes/kubernetes staging/src/k8s.io/component-helpers/storage/volume/pv_helpers.go GetBindVolumeToClaim and
 * pkg/controller/volume/persistentvolume/pv_controller.go bindClaimToVolume, 1.36.
 */
export function boundByControllerAfterBind(
  volume: PersistentVolume,
  claim: PersistentVolumeClaim,
): { readonly volume: boolean; readonly claim: boolean } {
  return {
    volume: annotationOf(volume, boundByController) !== undefined || !isVolumeBoundToClaim(volume, claim),
    claim:
      annotationOf(claim, boundByController) !== undefined || claim.spec?.volumeName !== volume.metadata.name,
  };
}
