import type { Unread } from "../../cluster/index.ts";
import { inNamespace } from "../../cluster/index.ts";
import { volumesLeftBy } from "../../controllers/index.ts";
import { unreadPhrase } from "../../define/index.ts";
import type { KubeObject, ObjectRef, Phrase } from "../../kubernetes/index.ts";
import { isTerminating, join, nameOf, refOf, say, words } from "../../kubernetes/index.ts";
import type { DataFate, Fate } from "../../report/index.ts";
import type { Analysis } from "../analysis.ts";
import type { Interruptible } from "../interruptible.ts";
import { allOf } from "../interruptible.ts";

/** A claim, a snapshot or a record of a disk, and what becomes of its data. */
export interface PartOfNamespace {
  readonly object: ObjectRef;
  readonly fate: Fate;
}

/** Worst first. What is not known may be destroyed: it outweighs what is known to be left behind or kept. */
const gravity: readonly DataFate[] = [
  "destroyed",
  "exposed",
  "unknown",
  "leaked",
  "already-gone",
  "kept",
  "none",
];

const endings: Record<DataFate, string> = {
  destroyed: "is lost",
  exposed: "becomes available to other claims",
  leaked: "remains in the storage backend with no record of it",
  unknown: "has an unknown fate",
  "already-gone": "is already gone",
  kept: "is kept",
  none: "does not exist",
};

/** More names than this make nothing clearer. */
const mostNamed = 10;

const contents = ["v1/persistentvolumeclaims", "snapshot.storage.k8s.io/v1/volumesnapshots"] as const;

interface PartsOfNamespace {
  readonly parts: readonly PartOfNamespace[];
  readonly unread?: Unread;
}

/** The last one is remembered: who tells of a namespace asks for the worst, and then for each. */
const last = new WeakMap<Analysis, { readonly namespace: KubeObject; readonly found: PartsOfNamespace }>();

/** The claims and snapshots of a namespace, once they are deleted, and the volumes of those that are deleted already. */
export function partsOfNamespace(namespace: KubeObject, analysis: Analysis): PartsOfNamespace {
  const before = last.get(analysis);
  if (before?.namespace === namespace) return before.found;
  const { value: found, missed } = analysis.cluster.noting(() => allOf(partsIn(namespace, analysis)));
  if (missed.length === 0) last.set(analysis, { namespace, found });
  return found;
}

/**
 * Finds them step by step, so that they are known to who asks for them next: of thousands, all at once takes seconds. It ends
 * at the first of which something was not read.
 */
export function* partsFound(namespace: KubeObject, analysis: Analysis): Interruptible<void> {
  const steps = partsIn(namespace, analysis);
  for (;;) {
    const { value: step, missed } = analysis.cluster.noting(() => steps.next());
    if (missed.length > 0) return;
    if (step.done === true) {
      last.set(analysis, { namespace, found: step.value });
      return;
    }
    yield;
  }
}

function* partsIn(namespace: KubeObject, analysis: Analysis): Interruptible<PartsOfNamespace> {
  const parts: PartOfNamespace[] = [];
  for (const resource of contents) {
    const listed = analysis.cluster.list(resource, inNamespace(namespace.metadata.name));
    if (!listed.read) return { parts, unread: listed.unread };
    for (const object of listed.items) {
      parts.push({ object: refOf(object), fate: fateOfPart(object, namespace, analysis) });
      yield;
    }
  }
  if (!isTerminating(namespace)) return { parts };
  const left = volumesLeftBy(namespace.metadata.name, analysis.cluster);
  if (!left.read) return { parts, unread: left.unread };
  for (const volume of left.items) {
    const fate = analysis.future(volume).outcomeOf(volume)?.tell() ?? nothingSaid;
    parts.push({ object: refOf(volume), fate });
    yield;
  }
  return { parts };
}

/**
 * What the controllers do before the namespace controller comes to a snapshot can decide what its deletion alone does not; and a
 * Pending claim can get the volume that is reserved for it.
 */
function fateOfPart(object: KubeObject, namespace: KubeObject, analysis: Analysis): Fate {
  const fate = fateOfDeleted(object, analysis);
  const isOpen =
    object.kind === "VolumeSnapshot" ||
    (object.kind === "PersistentVolumeClaim" && object.status?.phase === "Pending");
  const ahead = isOpen && isTerminating(namespace) ? analysis.fateOf(object) : undefined;
  return ahead !== undefined && gravity.indexOf(ahead.data) < gravity.indexOf(fate.data) ? ahead : fate;
}

function fateOfDeleted(object: KubeObject, analysis: Analysis): Fate {
  return (
    analysis
      .future(object, { deleted: refOf(object) })
      .outcomeOf(object)
      ?.tell() ?? nothingSaid
  );
}

const nothingSaid: Fate = { data: "unknown", because: words("nothing is known about it") };

/** The worst of all, with what becomes of each; nothing where there are none. */
export function fateOfParts(parts: readonly PartOfNamespace[]): Fate | undefined {
  const [first] = parts;
  if (first === undefined) return undefined;
  const unseen = unseenIn(parts);
  if (parts.length === 1) return { data: first.fate.data, because: tellOnly(first), ...unseen };
  const groups = gravity
    .map((data) => ({ data, parts: parts.filter(({ fate }) => fate.data === data) }))
    .filter((group) => group.parts.length > 0);
  const [worst, ...others] = groups;
  const every = say`${parts.length === 2 ? "both" : `all ${parts.length}`} ${words(nounsOf(parts))}`;
  const total = say`of its ${parts.length} ${words(nounsOf(parts))}, `;
  const each = groups.map((group) => tell(group.data, group.parts, say`${group.parts.length}`));
  const because =
    worst !== undefined && others.length === 0
      ? tell(worst.data, parts, every)
      : [...total, ...join(each, "; ")];
  return { data: worst?.data ?? "none", because, ...unseen };
}

function unseenIn(parts: readonly PartOfNamespace[]): Pick<Fate, "unseen"> {
  return parts.some(({ fate }) => fate.unseen !== undefined) ? { unseen: "rest" } : {};
}

const nouns = [
  ["PersistentVolumeClaim", "claim"],
  ["PersistentVolume", "volume"],
  ["VolumeSnapshot", "snapshot"],
  ["VolumeSnapshotContent", "content"],
] as const;

/** `claims and snapshots`, by what there is. */
function nounsOf(parts: readonly PartOfNamespace[]): string {
  const kinds = new Set(parts.map(({ object }) => object.kind));
  const all = nouns.filter(([kind]) => kinds.has(kind)).map(([, noun]) => `${noun}s`);
  if (all.length === 0) return "objects";
  return [all.slice(0, -1).join(", "), all.at(-1) ?? ""].filter((text) => text !== "").join(" and ");
}

function nounOf({ kind }: ObjectRef): string {
  return nouns.find(([each]) => each === kind)?.[1] ?? "object";
}

function tellOnly({ object, fate }: PartOfNamespace): Phrase {
  return say`the data of its only ${words(nounOf(object))}, ${tellOne(object, fate)}, ${words(endings[fate.data])}`;
}

function tell(data: DataFate, parts: readonly PartOfNamespace[], named: Phrase): Phrase {
  const count = say`the data of ${named} ${words(endings[data])}`;
  if (data === "kept" || data === "none") return count;
  return say`${count}: ${namesOfParts(parts)}`;
}

export function namesOfParts(parts: readonly PartOfNamespace[]): Phrase {
  const named = parts.slice(0, mostNamed).map(({ object, fate }) => tellOne(object, fate));
  const more = parts.length > mostNamed ? say`, and ${parts.length - mostNamed} more` : [];
  return say`${join(named, ", ")}${more}`;
}

function tellOne(object: ObjectRef, { driver, volumeHandle, along = [] }: Fate): Phrase {
  const { namespace: _, ...ref } = object;
  const where = [driver, volumeHandle].filter((part) => part !== undefined).join(" ");
  return where === "" ? nameOf(ref) : say`${nameOf(ref)} (${where}${along})`;
}

/**
 * The data of a namespace is that of its claims and snapshots: its fate is the worst of theirs, once they are deleted.
 *
 * @param otherwise the fate of a part where it is not that
 */
export function fateOfNamespace(
  namespace: KubeObject,
  analysis: Analysis,
  otherwise: (part: PartOfNamespace) => Fate | undefined,
): Fate {
  const { parts, unread } = partsOfNamespace(namespace, analysis);
  if (unread !== undefined) return { data: "unknown", because: unreadPhrase(unread), unseen: "rest" };
  return (
    fateOfParts(parts.map((part) => ({ ...part, fate: otherwise(part) ?? part.fate }))) ?? {
      data: "none",
      because: words("the namespace contains no claims and no snapshots"),
    }
  );
}
