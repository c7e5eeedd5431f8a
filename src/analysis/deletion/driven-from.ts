import type { Unread } from "../../cluster/index.ts";
import { unreadPhrase } from "../../define/index.ts";
import { disksKeptIn } from "../../evidence/index.ts";
import type { KubeObject } from "../../kubernetes/index.ts";
import { refOf, say } from "../../kubernetes/index.ts";
import type { Affected, Fate } from "../../report/index.ts";
import type { Analysis } from "../analysis.ts";
import type { PartOfNamespace } from "../disks/fate-of-namespace.ts";
import { fateOfParts } from "../disks/fate-of-namespace.ts";

interface Driven {
  readonly affected: readonly Affected[];
  /** What was not read, and what becomes of the data then, if nothing worse does. */
  readonly unseen?: { readonly unread: Unread; readonly fate: Fate };
}

/**
 * The disks of a driver that runs in a namespace, or keeps its records there. That is deleted too: whether a disk outlives it,
 * whatever its policy, cannot be told.
 */
export function disksDrivenFrom({ metadata }: KubeObject, { cluster }: Analysis): Driven {
  const kept = disksKeptIn(metadata.name, cluster);
  if (!kept.read) return { affected: [], unseen: { unread: kept.unread, fate: unseen(kept.unread) } };
  const affected = kept.items.map(({ object, driver, handle, because }): Affected => {
    const volume = object.kind === "PersistentVolume" ? { volume: refOf(object) } : {};
    const disk = {
      ...(driver === undefined ? {} : { driver }),
      ...(handle === undefined ? {} : { volumeHandle: handle }),
    };
    const fate: Fate = { data: "unknown", because, ...volume, ...disk };
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

function unseen(unread: Unread): Fate {
  const because = say`whether a CSI driver keeps its disks in the namespace is unknown: ${unreadPhrase(unread)}`;
  return { data: "unknown", because, unseen: "rest" };
}

/** The worst of what becomes of the content of the namespace and of these disks; `undefined`: they change nothing. */
export function fateWith(
  parts: readonly PartOfNamespace[],
  { affected, unseen: missed }: Driven,
): Fate | undefined {
  const atStake = affected.flatMap(({ object, fate }) => (fate === undefined ? [] : [{ object, fate }]));
  if (atStake.length > 0) return fateOfParts([...parts, ...atStake]);
  const isSafe = parts.every(({ fate }) => fate.data === "kept" || fate.data === "none");
  return isSafe ? missed?.fate : undefined;
}
