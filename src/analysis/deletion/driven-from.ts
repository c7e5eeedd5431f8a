import type { Unread } from "../../cluster/index.ts";
import { asCsi } from "../../controllers/index.ts";
import { volumesOfDriversIn } from "../../evidence/index.ts";
import type { KubeObject } from "../../kubernetes/index.ts";
import { refOf, say, words } from "../../kubernetes/index.ts";
import type { Affected, Fate } from "../../report/index.ts";
import type { Analysis } from "../analysis.ts";

interface Driven {
  readonly affected: readonly Affected[];
  readonly unread?: Unread;
}

/**
 * The volumes of a driver that runs in a namespace. What the driver keeps there is not read, and is deleted too: whether a disk
 * outlives that, whatever its policy, cannot be told.
 */
export function drivenFrom({ metadata }: KubeObject, { cluster }: Analysis): Driven {
  const volumes = volumesOfDriversIn(metadata.name, cluster);
  if (!volumes.read) return { affected: [], unread: volumes.unread };
  const affected = volumes.items.map(({ volume, is }): Affected => {
    const { driver = "", handle = "" } = asCsi(volume) ?? {};
    const message = say`${driver} ${words(is === "proven" ? "runs" : "may run")} in the namespace: if it keeps its disks or their records there, they are deleted too, whatever the policy`;
    const fate: Fate = {
      data: "unknown",
      because: message,
      volume: refOf(volume),
      driver,
      volumeHandle: handle,
    };
    return {
      object: refOf(volume),
      effect: "unknown",
      reason: "DriverInNamespace",
      message,
      fate,
      fateComes: "with it",
    };
  });
  return { affected };
}
