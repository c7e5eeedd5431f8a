import { claimsToFillFrom } from "../../controllers/index.ts";
import { nameOf } from "../../engine/index.ts";
import { type Cluster, type Phrase, refOf, say, type VolumeSnapshot } from "../../model/index.ts";

/** What a deletion does to claims that are still to be filled from what goes; nothing where there are none. */
export function leftUnfilled(source: VolumeSnapshot, cluster: Cluster): Phrase | undefined {
  const claims = claimsToFillFrom(source, cluster);
  if (!claims.read)
    return say`Whether a claim is still to be filled from it could not be read: such a claim cannot be filled without it.`;
  const [first, ...others] = claims.items;
  if (first === undefined) return undefined;
  const name = nameOf(refOf(first));
  return others.length === 0
    ? say`But ${name} is to be filled from it, and cannot be without it.`
    : say`But ${name} and ${others.length} more are to be filled from it, and cannot be without it.`;
}
