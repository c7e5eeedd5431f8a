import { inNamespace } from "../../cluster/index.ts";
import { unreadPhrase } from "../../define/index.ts";
import type { KubeObject, Phrase } from "../../kubernetes/index.ts";
import { isTerminating, join, nameOf, refOf, say, words } from "../../kubernetes/index.ts";
import type { DataFate, Fate } from "../../report/index.ts";
import type { Analysis, Outcome, Timeline } from "../analysis.ts";

/** A namespace that stays keeps what is in it. */
export function outcomeOfNamespace(
  namespace: KubeObject,
  { event }: Timeline,
  analysis: Analysis,
): Outcome | undefined {
  if (event === undefined && !isTerminating(namespace)) return undefined;
  const fate = fateOfNamespace(namespace, analysis);
  return { data: fate.data, tell: () => fate };
}

function fateOfPart(object: KubeObject, analysis: Analysis): Fate {
  return (
    analysis
      .future(object, { deleted: refOf(object) })
      .outcomeOf(object)
      ?.tell() ?? nothingSaid
  );
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

/** The data of a namespace is that of its claims and snapshots: its fate is the worst of theirs, once they are deleted. */
function fateOfNamespace(namespace: KubeObject, analysis: Analysis): Fate {
  const parts: Part[] = [];
  for (const resource of contents) {
    const listed = analysis.cluster.list(resource, inNamespace(namespace.metadata.name));
    if (!listed.read) return { data: "unknown", because: unreadPhrase(listed.unread), unseen: "rest" };
    for (const object of listed.items) parts.push({ object, fate: fateOfPart(object, analysis) });
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
