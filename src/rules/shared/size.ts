import { diskKeyOf, storageClassNameOf, wholeQuantity } from "../../controllers/index.ts";
import type { RuleFinding } from "../../engine/index.ts";
import type { Disk, KubeObject, PersistentVolume, PersistentVolumeClaim } from "../../model/index.ts";

type Size = Pick<RuleFinding, "disks" | "storageClass">;

/** The disk that a claim or a volume takes up, and of which class; of other kinds nothing. */
export function sizeOf(object: KubeObject): Size {
  switch (object.kind) {
    case "PersistentVolumeClaim":
      return sizeOfClaim(object as PersistentVolumeClaim);
    case "PersistentVolume":
      return sizeOfVolume(object as PersistentVolume);
    default:
      return {};
  }
}

/** What it got. As long as it has no volume, what it asks for takes up nothing. */
function sizeOfClaim(claim: PersistentVolumeClaim): Size {
  const capacity = claim.status?.capacity?.storage ?? claim.spec?.resources?.requests?.storage;
  const volume = claim.status?.phase === "Pending" ? "" : (claim.spec?.volumeName ?? "");
  return size({ volume }, capacity, storageClassNameOf(claim));
}

function sizeOfVolume(volume: PersistentVolume): Size {
  const key = diskKeyOf(volume);
  const disk = { volume: volume.metadata.name, ...(key === undefined ? {} : { key }) };
  return size(disk, volume.spec?.capacity?.storage, storageClassNameOf(volume));
}

function size(disk: Omit<Disk, "bytes">, capacity: string | undefined, storageClass: string): Size {
  const bytes = disk.volume === "" ? undefined : wholeQuantity(capacity);
  return {
    ...(bytes === undefined ? {} : { disks: [{ ...disk, bytes }] }),
    ...(storageClass === "" ? {} : { storageClass }),
  };
}
