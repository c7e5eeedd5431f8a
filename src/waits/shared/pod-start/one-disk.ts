import { reclaimPolicyOf } from "../../../controllers/index.ts";
import type { PersistentVolume } from "../../../kubernetes/index.ts";
import { nameOf, say } from "../../../kubernetes/index.ts";
import { proof } from "../../../report/index.ts";
import type { StartHold, StartTrouble } from "./by-claim.ts";

/**
 * The kubelet knows a CSI volume by its driver and its handle alone. Of two volumes of one pod that have both in common, it mounts
 * one, and waits for the other without an error.
 * kubernetes/kubernetes pkg/kubelet/volumemanager/cache/desired_state_of_world.go AddPodToVolume; pkg/volume/csi/csi_plugin.go
 * GetVolumeName, CanDeviceMount, 1.36; kubernetes-sigs/azurefile-csi-driver#2367.
 */
export function oneDisk(volumes: readonly PersistentVolume[]): StartTrouble | undefined {
  for (const volume of volumes) {
    const own = nameInKubelet(volume);
    const same = volumes.filter((each) => own !== undefined && nameInKubelet(each) === own);
    const other = same.find(({ metadata }) => metadata.name !== volume.metadata.name);
    if (other !== undefined) return shared([volume, other]);
  }
  return undefined;
}

function nameInKubelet({ spec }: PersistentVolume): string | undefined {
  return spec?.csi === undefined ? undefined : `${spec.csi.driver}^${spec.csi.volumeHandle}`;
}

function shared(both: readonly [PersistentVolume, PersistentVolume]): StartTrouble {
  const [first, second] = both;
  const hold: StartHold = {
    reason: "PodVolumesShareHandle",
    holder: { person: "owner" },
    message: say`${nameOf(first)} and ${nameOf(second)} of the pod have the same volumeHandle ${first.spec?.csi?.volumeHandle ?? ""}: the kubelet takes them for one volume, mounts only one of them, and waits for the other without an error`,
    evidence: both.map((volume) => proof(volume, "spec.csi.volumeHandle", volume.spec?.csi?.volumeHandle)),
    ...(both.every((volume) => reclaimPolicyOf(volume) !== "Delete")
      ? {}
      : {
          avoid: {
            step: say`delete one of the claims or volumes before both volumes are set to Retain`,
            because: say`both have the same disk, and with policy Delete the data of both would be deleted`,
          },
        }),
  };
  return { hold, volumes: both };
}
