import { reclaimPolicyOf, volumesByHandle } from "../../controllers/index.ts";
import {
  type Cluster,
  everywhere,
  nameOf,
  type PersistentVolume,
  type Refusal,
  refOf,
  say,
} from "../../model/index.ts";
import { objects } from "./recording.ts";
import { refusal } from "./seen.ts";
import { isDeletedByNobody } from "./undeletable.ts";

/** Another volume of the same disk, whose deletion would destroy the data too. */
export function otherWithSameDisk(volume: PersistentVolume, cluster: Cluster): Refusal | undefined {
  const other = volumesByHandle
    .keys(volume)
    .flatMap((key) => objects(cluster.lookup(volumesByHandle, key, everywhere)))
    .filter((each) => reclaimPolicyOf(each) !== "Retain" && !isDeletedByNobody(each))
    .find((each) => each.metadata.name !== volume.metadata.name);
  if (other === undefined) return undefined;
  return refusal(
    "SharedDisk",
    refOf(volume),
    say`${nameOf(refOf(other))} uses the same disk with policy ${reclaimPolicyOf(other)}, so deleting it would also destroy the data.`,
    say`Set it to Retain first: kubectl patch pv ${other.metadata.name} -p '${'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}'}'`,
  );
}
