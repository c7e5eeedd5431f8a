import type { Cluster } from "../../cluster/index.ts";
import { attachDriver, volumeBackend } from "../../controllers/index.ts";
import type { PersistentVolume, Pod } from "../../kubernetes/index.ts";
import type { Evidence } from "../../report/index.ts";
import { hint, refutation } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";
import { mentions } from "../error-text/index.ts";
import { failuresOf } from "../last-failure.ts";

/**
 * Does the kubelet change the group of every file of a volume, before the pod starts? From Kubernetes 1.32 it says so after 30
 * seconds. Before that, only the fsGroup of the pod suggests it. Refuted where the kubelet leaves that to the driver, or does not
 * do it for this kind of volume. That the root of the volume may be right already speaks against it.
 * kubernetes/kubernetes pkg/volume/volume_linux.go ChangePermissions, skipPermissionChange and
 * pkg/volume/csi/csi_mounter.go supportsFSGroup, 1.36; kubernetes/kubernetes#69699.
 */
export function changesOwnership(pod: Pod, volume: PersistentVolume, cluster: Cluster): Answer {
  const told = failuresOf(pod, "change-ownership", cluster);
  if (!told.read) return notLooked(told.unread);
  const { fsGroup, fsGroupChangePolicy: policy } = pod.spec?.securityContext ?? {};
  const said = told.items.find(({ message }) => mentions(message, volume.metadata.name));
  if (said !== undefined) return weigh([hint(pod, "event", said.message)]);
  const groupPath = "spec.securityContext.fsGroup";
  if (fsGroup === undefined) return weigh([], [refutation(pod, groupPath, null)]);
  const against = whyNot(volume, cluster);
  if ("is" in against) return against;
  const atRoot = policy === "OnRootMismatch" ? [hint(pod, `${groupPath}ChangePolicy`, policy)] : [];
  return weigh([hint(pod, groupPath, fsGroup)], [...against, ...atRoot]);
}

const usualPolicy = "ReadWriteOnceWithFSType";

function whyNot(volume: PersistentVolume, cluster: Cluster): readonly Evidence[] | Answer {
  const { spec } = volume;
  if (spec?.volumeMode === "Block") return [refutation(volume, "spec.volumeMode", "Block")];
  const backend = volumeBackend(volume);
  const driver = attachDriver(volume);
  if (driver === undefined) {
    const isByKubelet = spec?.local !== undefined || spec?.iscsi !== undefined || spec?.fc !== undefined;
    return isByKubelet ? [] : [refutation(volume, "spec", backend.type)];
  }
  const found = cluster.get("storage.k8s.io/v1/csidrivers", driver);
  if (found.state === "unread") return notLooked(found.unread);
  const policy = (found.state === "found" ? found.object.spec?.fsGroupPolicy : undefined) ?? usualPolicy;
  switch (policy) {
    case "File":
      return [];
    case "None":
      return found.state === "found" ? [refutation(found.object, "spec.fsGroupPolicy", policy)] : [];
    default:
      return ofOneWriter(volume);
  }
}

function ofOneWriter(volume: PersistentVolume): readonly Evidence[] {
  const { accessModes = [], csi } = volume.spec ?? {};
  if (csi !== undefined && (csi.fsType ?? "") === "") return [refutation(volume, "spec.csi.fsType", null)];
  const isOfOne = accessModes.some((mode) => mode === "ReadWriteOnce" || mode === "ReadWriteOncePod");
  return isOfOne ? [] : [refutation(volume, "spec.accessModes", accessModes.join(", "))];
}
