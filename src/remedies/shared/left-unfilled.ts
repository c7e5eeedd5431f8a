import { claimsToFillFrom } from "../../controllers/index.ts";
import { nameOf } from "../../engine/index.ts";
import { type Cluster, type Phrase, refOf, say, type VolumeSnapshot } from "../../model/index.ts";

/** What a deletion does to claims that are still to be filled from the source; nothing if there are none. */
export function leftUnfilled(source: VolumeSnapshot, cluster: Cluster): Phrase | undefined {
  const claims = claimsToFillFrom(source, cluster);
  if (!claims.read)
    return say`Could not read whether a claim still has to be filled from this snapshot. Without the snapshot, that claim could not be filled.`;
  const [first, ...others] = claims.items;
  if (first === undefined) return undefined;
  const name = nameOf(refOf(first));
  return others.length === 0
    ? say`But ${name} still has to be filled from this snapshot, and cannot be filled without it.`
    : say`But ${name} and ${others.length} more still have to be filled from this snapshot, and cannot be filled without it.`;
}
