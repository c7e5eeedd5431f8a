import { claimNamed, volumeBackend, volumeNamed } from "../../controllers/index.ts";
import type { Pair, Rescue } from "../../engine/rescue/index.ts";
import type { PersistentVolume, RescuedPair } from "../../model/index.ts";

/** What is rescued, as it is told. */
export function pairsOf(rescue: Rescue): readonly RescuedPair[] {
  return rescue.pairs.map((pair) => pairOf(rescue, pair));
}

function pairOf({ namespace }: Rescue, { claim, volume }: Pair): RescuedPair {
  const disk = diskOf(manifestOf(volume));
  return {
    claim: claimNamed(namespace.name, claim.name),
    volume: volumeNamed(volume.name),
    ...(disk === undefined ? {} : { disk }),
  };
}

/** The volume as it was when the rescue began. */
export function manifestOf({ manifest }: Pair["volume"]): PersistentVolume {
  return JSON.parse(manifest) as PersistentVolume;
}

function diskOf(volume: PersistentVolume): RescuedPair["disk"] {
  const backend = volumeBackend(volume);
  const capacity = volume.spec?.capacity?.storage;
  const size = capacity === undefined ? {} : { capacity: String(capacity) };
  switch (backend.type) {
    case "csi":
    case "migrated":
      return { driver: backend.driver, handle: backend.handle, ...size };
    case "in-tree":
    case "local":
      return { driver: backend.plugin, handle: backend.handle, ...size };
    case "unknown":
      return undefined;
  }
}
