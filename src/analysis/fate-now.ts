import type { Cluster } from "../cluster/index.ts";
import { inNamespace } from "../cluster/index.ts";
import type { Knowledge } from "../define/index.ts";
import { relativesOf, unreadPhrase } from "../define/index.ts";
import type { KubeObject, Phrase } from "../kubernetes/index.ts";
import { isTerminating, join, nameOf, refOf, say, words } from "../kubernetes/index.ts";
import type { DataFate, Fate } from "../report/index.ts";
import { fateAhead, fateOf, gravest, throughOther } from "./fate.ts";
import { backingOf, subjectOf } from "./fate-subject.ts";
import type { Prediction } from "./predict.ts";
import { predict, predictFrom } from "./predict.ts";
import { createWorld } from "./world.ts";

/** What becomes of the data behind an object as things stand. */
export function fateNow(
  object: KubeObject,
  cluster: Cluster,
  prediction: Prediction,
  knowledge: Knowledge,
): Fate | undefined {
  return isNamespace(object)
    ? namespaceFate(object, cluster, knowledge, "now")
    : orThatOfVolume(object, fateOf(object, cluster, prediction, knowledge), cluster, knowledge);
}

/** An attachment comes and goes, and its volume has a fate of its own. */
export function orThatOfVolume(
  object: KubeObject,
  fate: Fate | undefined,
  cluster: Cluster,
  knowledge: Knowledge,
): Fate | undefined {
  if (object.kind !== "VolumeAttachment" || fate === undefined) return fate;
  const fates = relativesOf(object, cluster).flatMap((volume) =>
    "object" in volume ? (fateAhead(volume.object, cluster, knowledge) ?? []) : [],
  );
  return gravest([fate, ...fates])[0];
}

export function isNamespace({ kind }: KubeObject): boolean {
  return kind === "Namespace";
}

/** A namespace that stays keeps what is in it. */
export function namespaceFate(
  namespace: KubeObject,
  cluster: Cluster,
  knowledge: Knowledge,
  when: "now" | "if deleted",
): Fate | undefined {
  if (when === "now" && !isTerminating(namespace)) return undefined;
  return fateOfNamespace(namespace, cluster, (object) => {
    const world = createWorld(cluster);
    world.deleteObject(refOf(object));
    return fateOf(object, cluster, predict(refOf(object), world, knowledge), knowledge);
  });
}

/** Worst first. What is not known outweighs what is known to be kept. */
const gravity: readonly DataFate[] = [
  "destroyed",
  "exposed",
  "leaked",
  "unknown",
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

interface Part {
  readonly object: KubeObject;
  readonly fate: Fate;
}

/**
 * The data of a namespace is that of its claims and snapshots: its fate is the worst of theirs.
 *
 * @param fateOf what becomes of the data behind one of them when it is deleted
 */
function fateOfNamespace(
  namespace: KubeObject,
  cluster: Cluster,
  fateOf: (object: KubeObject) => Fate | undefined,
): Fate {
  const parts: Part[] = [];
  for (const resource of contents) {
    const listed = cluster.list(resource, inNamespace(namespace.metadata.name));
    if (!listed.read) return { data: "unknown", because: unreadPhrase(listed.unread), unseen: "rest" };
    for (const object of listed.items) parts.push({ object, fate: fateOf(object) ?? nothingSaid });
  }
  const [first] = parts;
  if (first === undefined)
    return { data: "none", because: words("the namespace contains no claims and no snapshots") };
  if (parts.length === 1) return { data: first.fate.data, because: tellOnly(first), ...unseenIn(parts) };
  const groups = gravity
    .map((data) => ({ data, parts: parts.filter(({ fate }) => fate.data === data) }))
    .filter((group) => group.parts.length > 0);
  const because = join(
    groups.map((group) => tell(group.data, group.parts)),
    "; ",
  );
  const total = say`of its ${parts.length} claims and snapshots, `;
  return { data: groups[0]?.data ?? "none", because: [...total, ...because], ...unseenIn(parts) };
}

function unseenIn(parts: readonly Part[]): Pick<Fate, "unseen"> {
  return parts.some(({ fate }) => fate.unseen !== undefined) ? { unseen: "rest" } : {};
}

const nothingSaid: Fate = { data: "unknown", because: words("nothing is known about it") };

function tellOnly({ object, fate }: Part): Phrase {
  return say`the data of its only claim or snapshot, ${tellOne(object, fate)}, ${words(endings[fate.data])}`;
}

function tell(data: DataFate, parts: readonly Part[]): Phrase {
  const count = say`the data of ${parts.length} ${words(endings[data])}`;
  if (data === "kept" || data === "none") return count;
  const named = parts.slice(0, mostNamed).map(({ object, fate }) => tellOne(object, fate));
  const more = parts.length > mostNamed ? say`, and ${parts.length - mostNamed} more` : [];
  return say`${count}: ${join(named, ", ")}${more}`;
}

function tellOne(object: KubeObject, { driver, volumeHandle, along = [] }: Fate): Phrase {
  const { namespace: _, ...ref } = refOf(object);
  const where = [driver, volumeHandle].filter((part) => part !== undefined).join(" ");
  return where === "" ? nameOf(ref) : say`${nameOf(ref)} (${where}${along})`;
}

/**
 * What a step about this object puts at stake, of which the outlook is known: the disk, and what keeps it. Only of what is
 * unknown it has to be asked why.
 */
export function stakeIn(
  object: KubeObject,
  outlook: DataFate | undefined,
  cluster: Cluster,
  knowledge: Knowledge,
): Fate | undefined {
  switch (outlook) {
    case "unknown": {
      const prediction = predictFrom(object, cluster, knowledge);
      return fateNow(object, cluster, prediction, knowledge);
    }
    case "destroyed":
    case "exposed":
    case "leaked":
      return { data: outlook, because: [], ...diskBehind(object, cluster) };
    case "kept":
    case "already-gone":
    case "none":
    case undefined:
      return undefined;
  }
}

function diskBehind(object: KubeObject, cluster: Cluster): Partial<Fate> {
  const subject = subjectOf(object, cluster);
  if (subject === undefined || "fate" in subject) return {};
  const { policy: _, ...where } = backingOf(subject.found);
  const through = subject.found.kind === "PersistentVolume" ? throughOther(subject.found, cluster) : {};
  return { volume: refOf(subject.found), ...where, ...through };
}
