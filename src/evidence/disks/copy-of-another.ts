import type { Cluster } from "../../cluster/index.ts";
import { claimOf, dataSourcesOf } from "../../controllers/index.ts";
import type { PersistentVolume, Phrase } from "../../kubernetes/index.ts";
import { say } from "../../kubernetes/index.ts";
import { hint, refutation } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";

/**
 * Is the file system of a volume a copy that XFS refuses to mount beside its original? The kernel mounts no second XFS file system
 * of one UUID, and mount(8) says of that only "wrong fs type, bad option, bad superblock". Newer drivers mount with nouuid.
 * torvalds/linux fs/xfs/xfs_mount.c xfs_uuid_mount; container-storage-interface/spec#482,
 * kubernetes-sigs/alibaba-cloud-csi-driver#566.
 */
export function copyOfAnother(
  volume: PersistentVolume,
  cluster: Cluster,
): Answer<{ readonly source?: Phrase }> {
  const { fsType } = volume.spec?.csi ?? {};
  if (fsType !== "xfs") return weigh([], [refutation(volume, "spec.csi.fsType", fsType ?? null)]);
  const ref = claimOf(volume);
  const claim = cluster.get("v1/persistentvolumeclaims", ref?.name ?? "", ref?.namespace);
  if (claim.state === "unread") return notLooked(claim.unread);
  if (claim.state === "absent") return weigh([]);
  const [from] = dataSourcesOf(claim.object);
  if (from === undefined) return weigh([], [refutation(claim.object, "spec.dataSource", null)]);
  return {
    ...weigh([hint(claim.object, `spec.${from.by}.name`, from.name)]),
    source: say`${from.kind === "PersistentVolumeClaim" ? "pvc" : from.kind.toLowerCase()}/${from.name}`,
  };
}
