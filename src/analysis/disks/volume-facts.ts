import type { Cluster } from "../../cluster/index.ts";
import { reclaimPolicyOf } from "../../controllers/index.ts";
import type { Fate } from "../../report/index.ts";

/** With what the volume says of its disk: how large it is, and its policy. Nothing that was not read is asked for. */
export function withVolumeFacts(fate: Fate, cluster: Cluster): Fate {
  const { volume, unseen } = fate;
  if (volume?.kind !== "PersistentVolume" || unseen !== undefined) return fate;
  const read = cluster.get("v1/persistentvolumes", volume.name);
  if (read.state !== "found") return fate;
  const capacity = read.object.spec?.capacity?.storage;
  const size = capacity === undefined ? {} : { capacity: String(capacity) };
  return { ...fate, ...size, policy: reclaimPolicyOf(read.object) };
}
