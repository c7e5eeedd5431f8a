import { reclaimPolicyOf, volumeBackend, volumeNamed } from "../../controllers/index.ts";
import { type Cluster, nameOf, type PersistentVolume, type Phrase, say, words } from "../../model/index.ts";
import { type Next, type Rescue, retainNotProven, type Stage } from "./rescue.ts";
import { refuse } from "./seen.ts";
import { look, type Sighting } from "./sighting.ts";

/** The rescue with what can be seen now and not later: which volumes are set to Retain. */
export function proven(rescue: Rescue, cluster: Cluster): Rescue {
  const kept = rescue.pairs.filter((pair) => {
    const { volume } = look(pair, rescue, cluster);
    return volume !== undefined && volume.which !== "foreign" && reclaimPolicyOf(volume.object) === "Retain";
  });
  return withSafe(
    rescue,
    kept.map(({ volume }) => volume.name),
  );
}

/** The rescue after a step was made: the write of Retain is proof by itself, since the server took it at that version. */
export function made(rescue: Rescue, stage: Stage, name: string): Rescue {
  return stage === "retain" ? withSafe(rescue, [name]) : rescue;
}

function withSafe(rescue: Rescue, names: readonly string[]): Rescue {
  const added = names.filter((name) => !rescue.safe.includes(name));
  return added.length === 0 ? rescue : { ...rescue, safe: [...rescue.safe, ...added] };
}

/** If a volume was deleted while its disk was not safe, so may the disk be. A volume that was deleted before is not judged here. */
export function vanished({ pair, volume }: Sighting, { safe, accepted }: Rescue): Next | undefined {
  const isKnown =
    safe.includes(pair.volume.name) || pair.volume.uid === "" || accepted.includes(retainNotProven);
  if (volume !== undefined || isKnown) return undefined;
  const ref = volumeNamed(pair.volume.name);
  return refuse(
    retainNotProven,
    ref,
    say`Nothing proves that ${nameOf(ref)} had the policy Retain when it was deleted, so its disk may have been deleted.`,
    say`Look for ${diskIn(pair.volume.manifest)} in the storage backend. If it is intact, run the command again with --accept ${retainNotProven}.`,
  );
}

function diskIn(manifest: string): Phrase {
  const backend = manifest === "" ? undefined : volumeBackend(JSON.parse(manifest) as PersistentVolume);
  switch (backend?.type) {
    case "csi":
    case "migrated":
      return say`the disk ${backend.handle} of ${backend.driver}`;
    case "in-tree":
    case "local":
      return say`the disk ${backend.handle} (${backend.plugin})`;
    case "unknown":
    case undefined:
      return words("the disk");
  }
}
