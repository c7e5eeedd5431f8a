import type { InFile, Unread } from "../cluster/index.ts";
import type { ObjectRef, Phrase } from "../kubernetes/index.ts";
import { groupOf } from "../kubernetes/index.ts";
import type { DataFate } from "./fate.ts";
import type { Evidence, Hold } from "./hold.ts";
import type { MarkedRemedy } from "./remedy.ts";

/** How bad it is. `note`: worth knowing, nothing to act on. */
export type Severity = "error" | "warning" | "note";

/** The worst first. */
export const severities: readonly Severity[] = ["error", "warning", "note"];

/** How sure it is: `likely` where the API does not show the deciding fact. */
export type Confidence = "certain" | "likely" | "unknown";

/** What one action, or one decision, ends. */
export interface Cause {
  /** Equal for all findings that have it: `job/shop/import`, `PVG301/gp3`. */
  readonly id: string;
  /** Absent where many things of one kind are to be cleaned up. */
  readonly name?: Phrase;
  readonly object?: ObjectRef;
  /** The reason in a few words; absent where the finding has none. */
  readonly title?: string;
}

/** Something that a rule says about one object. */
export interface Finding {
  /** `PVG` and a number; stable, never reused. */
  readonly code: string;
  /** The rule's title. */
  readonly title: string;
  readonly subject: ObjectRef;
  readonly message: Phrase;
  readonly severity: Severity;
  readonly confidence: Confidence;
  /** RFC 3339; absent where the API does not say. */
  readonly since?: string;
  /** What it takes up; absent where it takes up nothing, or that is not known. */
  readonly disks?: readonly SizedDisk[];
  /** What becomes of the data as things go on, where the finding is about something that is held. */
  readonly data?: DataFate;
  readonly storageClass?: string;
  /** The stable reason of the root cause, where the finding rests on a diagnosis. */
  readonly reason?: string;
  readonly cause: Cause;
  readonly evidence: readonly Evidence[];
  /** The holds from the subject to its root cause; absent where the finding does not rest on a chain. */
  readonly holds?: readonly Hold[];
  readonly remedies: readonly MarkedRemedy[];
  /** What the reader of the finding must know besides, such as that it was ignored until now. */
  readonly note?: Phrase;
  /** Where its subject is, of a manifest that is in a file. */
  readonly place?: InFile;
}

/** A rule that could not judge, or not everything, because something was not read. */
export interface Silenced {
  readonly code: string;
  readonly unread: Unread;
}

/** The identity of a finding over time: two with the same are about the same thing, unless both know their uid. */
export function fingerprintOf({ code, subject }: Pick<Finding, "code" | "subject">): string {
  const { apiVersion, kind, namespace, name } = subject;
  const group = groupOf(apiVersion);
  return [code, group === "" ? kind : `${kind}.${group}`, namespace ?? "", name].join("/");
}

/** The disk of a volume and of the claim that is bound to it. */
export interface SizedDisk {
  /** The name of the volume. */
  readonly volume: string;
  /** Equal for all volumes that use the disk; absent if only the volume's name is known. */
  readonly key?: string;
  readonly bytes: number;
}

interface OnDisks {
  readonly disks?: readonly SizedDisk[];
}

/** What something takes up; `undefined` where that is nothing, or not known. */
export function bytesOf({ disks }: OnDisks): number | undefined {
  return disks?.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** What many things take up. A disk counts once, whatever stands for it, as large as the largest of them says. */
export function bytesOfAll(things: readonly OnDisks[]): number {
  const disks = things.flatMap((thing) => thing.disks ?? []);
  const keys = new Map(
    disks.flatMap(({ volume, key }) => (key === undefined ? [] : [[volume, key] as const])),
  );
  const largest = new Map<string, number>();
  for (const { volume, bytes } of disks) {
    const disk = JSON.stringify([keys.get(volume) ?? "", keys.has(volume) ? "" : volume]);
    largest.set(disk, Math.max(bytes, largest.get(disk) ?? 0));
  }
  return [...largest.values()].reduce((sum, bytes) => sum + bytes, 0);
}
