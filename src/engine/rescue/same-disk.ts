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

/** Another volume of the same disk, whose deletion would take the data along. */
export function otherWithSameDisk(volume: PersistentVolume, cluster: Cluster): Refusal | undefined {
  const other = volumesByHandle
    .keys(volume)
    .flatMap((key) => objects(cluster.lookup(volumesByHandle, key, everywhere)))
    .find((each) => each.metadata.name !== volume.metadata.name && reclaimPolicyOf(each) !== "Retain");
  if (other === undefined) return undefined;
  return refusal(
    "SharedDisk",
    refOf(volume),
    say`${nameOf(refOf(other))} has the same disk with policy ${reclaimPolicyOf(other)}: its deletion would destroy the data too.`,
    say`Set it to Retain first: kubectl patch pv ${other.metadata.name} --type=merge -p '${'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}'}'`,
  );
}
