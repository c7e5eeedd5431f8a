import type { Unread } from "../../cluster/index.ts";
import { disksKeptIn } from "../../evidence/index.ts";
import type { KubeObject } from "../../kubernetes/index.ts";
import { refOf } from "../../kubernetes/index.ts";
import type { Affected, Fate } from "../../report/index.ts";
import type { Analysis } from "../analysis.ts";

interface Driven {
  readonly affected: readonly Affected[];
  readonly unread?: Unread;
}

/**
 * The disks of a driver that runs in a namespace, or keeps its records there. That is deleted too: whether a disk outlives it,
 * whatever its policy, cannot be told.
 */
export function drivenFrom({ metadata }: KubeObject, { cluster }: Analysis): Driven {
  const kept = disksKeptIn(metadata.name, cluster);
  if (!kept.read) return { affected: [], unread: kept.unread };
  const affected = kept.items.map(({ object, driver, handle, because }): Affected => {
    const volume = object.kind === "PersistentVolume" ? { volume: refOf(object) } : {};
    const fate: Fate = { data: "unknown", because, ...volume, driver, volumeHandle: handle };
    return {
      object: refOf(object),
      effect: "unknown",
      reason: "DriverInNamespace",
      message: because,
      fate,
      fateComes: "with it",
    };
  });
  return { affected };
}
