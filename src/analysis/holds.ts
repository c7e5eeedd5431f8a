import type { Cluster, Unread } from "../cluster/index.ts";
import type { AnyFinalizerEntry, AnyWaitEntry, Basis, FoundHold, Knowledge } from "../define/index.ts";
import { couldNotRead, generalReasons, listed, notToRemove, waitsOn } from "../define/index.ts";
import { refuserIn } from "../evidence/index.ts";
import type { KubeObject, ObjectRef, Resource } from "../kubernetes/index.ts";
import { groupOf, isTerminating, kindNamed, refOf, say } from "../kubernetes/index.ts";
import type { Hold } from "../report/index.ts";
import { hint, proof } from "../report/index.ts";
import { ownerIdle } from "./idle-owner.ts";

/** A hold whose holder may be held itself, unless the holder is the root. Of a part, only where the part is held. */
export type TracedHold = Hold & {
  readonly isRoot: boolean;
  readonly title: string;
  /** The wait of the same object that it follows from. */
  readonly follows?: string;
};

/** Whether an object is the one that is asked about, or one on the way from that to a cause. */
type Position = "asked about" | "on the way";

/** Everything that keeps one object as it is, each with the entry that says so. */
export function holdsOf(
  object: KubeObject,
  basis: Basis,
  position: Position = "asked about",
): readonly TracedHold[] {
  const resource = kindNamed(object.apiVersion, object.kind)?.resource;
  if (resource === undefined) return [];
  const all = waitsOn(resource, basis.knowledge);
  const entries = position === "asked about" ? all : all.filter(({ told }) => told === undefined);
  return [...finalizerHolds(object, basis), ...waitHolds(object, entries, basis.cluster)];
}

/** Those of some finalizers, or of all that it has. */
export function finalizerHolds(
  object: KubeObject,
  { cluster, knowledge }: Basis,
  finalizers: readonly string[] = object.metadata.finalizers ?? [],
): readonly TracedHold[] {
  const on = kindNamed(object.apiVersion, object.kind)?.resource;
  if (on === undefined || !isTerminating(object)) return [];
  return finalizers.flatMap((finalizer) => {
    const entry = entryFor(finalizer, on, knowledge);
    const found =
      entry === undefined ? [unknownOwner(object, finalizer)] : byEntry(object, finalizer, entry, cluster);
    return found.map((hold) => tracedHold(object, { finalizer }, heldAgainst(hold, cluster), entry?.reasons));
  });
}

export function entryFor(
  finalizer: string,
  on: Resource,
  knowledge: Knowledge,
): AnyFinalizerEntry | undefined {
  return knowledge.finalizers.find(
    (entry) => entry.on.includes(on) && (entry.matches?.(finalizer) ?? entry.finalizer === finalizer),
  );
}

function byEntry(
  object: KubeObject,
  finalizer: string,
  entry: AnyFinalizerEntry,
  cluster: Cluster,
): readonly FoundHold[] {
  const found = entry.holds(object, cluster);
  return found.length > 0 ? inOrder(found) : [ownerIdle(object, finalizer, entry, cluster)];
}

/** By the holder's kind, namespace and name, so that the order of a list never shows. */
function inOrder(found: readonly FoundHold[]): readonly FoundHold[] {
  return found.length < 2 ? found : [...found].sort((a, b) => compare(placeOf(a), placeOf(b)));
}

/** Those that are no object come first. */
function placeOf({ holder }: FoundHold): readonly string[] {
  if (!("object" in holder)) return [];
  const { apiVersion, kind, namespace = "", name } = holder.object;
  return [groupOf(apiVersion), kind, namespace, name];
}

function compare(a: readonly string[], b: readonly string[]): number {
  for (const [position, part] of a.entries()) {
    const other = b[position];
    if (other === undefined || part > other) return 1;
    if (part < other) return -1;
  }
  return a.length - b.length;
}

/**
 * What the API server calls a client that does not say who it is. kubernetes/kubernetes
 * staging/src/k8s.io/apimachinery/pkg/util/managedfields/internal/buildmanagerinfo.go buildManagerInfo, 1.36.
 */
const unnamed = "unknown";

function unknownOwner(object: KubeObject, finalizer: string): FoundHold {
  const manager = object.metadata.managedFields?.findLast((entry) =>
    Object.keys(entry.fieldsV1?.["f:metadata"]?.["f:finalizers"] ?? {}).includes(
      `v:${JSON.stringify(finalizer)}`,
    ),
  );
  const setBy = manager?.manager === unnamed ? undefined : manager?.manager;
  return {
    reason: "UnknownFinalizer",
    // Who added it need not be who removes it: a person also does that with kubectl.
    holder: { controller: `the owner of ${finalizer}` },
    message:
      setBy === undefined
        ? say`pvguard does not know the finalizer ${finalizer}, and no field manager is recorded for it`
        : say`pvguard does not know the finalizer ${finalizer}, which the field manager ${setBy} set`,
    evidence: [
      proof(object, "metadata.finalizers", finalizer),
      ...(setBy === undefined ? [] : [hint(object, "metadata.managedFields", setBy)]),
    ],
    avoid: [
      notToRemove(
        finalizer,
        object,
        say`its owner asked to do something first, and pvguard does not know what would be lost without it`,
      ),
    ],
  };
}

function waitHolds(
  object: KubeObject,
  entries: readonly AnyWaitEntry[],
  cluster: Cluster,
): readonly TracedHold[] {
  const traced = entries.flatMap((entry) =>
    inOrder(entry.holds(object, cluster)).map((hold) =>
      tracedHold(object, { wait: entry.wait }, heldAgainst(hold, cluster), entry.reasons),
    ),
  );
  if (traced.length > 0 || !isTerminating(object) || (object.metadata.finalizers ?? []).length > 0)
    return traced;
  const aboutToGo: FoundHold = {
    reason: "AboutToGo",
    holder: { controller: "kube-apiserver" },
    message: say`it has no finalizers left, so the next write deletes it`,
    evidence: [
      proof(object, "metadata.deletionTimestamp", object.metadata.deletionTimestamp),
      proof(object, "metadata.finalizers", null),
    ],
  };
  return [tracedHold(object, { wait: "about-to-go" }, aboutToGo)];
}

/** An error can quote a webhook or a policy that was removed since: it is held against those that exist. */
function heldAgainst(hold: FoundHold, cluster: Cluster): FoundHold {
  for (const { about, path, observed } of hold.evidence) {
    const operation = operationOf(path, about);
    if (operation === undefined) continue;
    const { over } = refuserIn(String(observed), operation === "any" ? {} : { operation }, cluster);
    if (over !== undefined)
      return { ...hold, message: say`${hold.message}; ${over}, so the next attempt may succeed` };
  }
  return hold;
}

/**
 * What was refused, where an error is quoted: the attacher itself only updates. What the events of a workload quote, its wait
 * holds against the webhooks itself.
 */
function operationOf(path: string, { kind }: ObjectRef): "UPDATE" | "any" | undefined {
  if (path === "status.detachError.message" || path === "status.attachError.message") return "UPDATE";
  const isOfStorage = kind === "Pod" || kind.includes("Volume");
  return isOfStorage && (path === "event" || path === "status.error.message") ? "any" : undefined;
}

type Pages = AnyFinalizerEntry["reasons"];

function tracedHold(object: KubeObject, by: Hold["by"], found: FoundHold, pages?: Pages): TracedHold {
  const general: Pages = generalReasons;
  const page = pages?.[found.reason] ?? general[found.reason];
  return {
    held: refOf(object),
    by,
    holder: found.holder,
    reason: found.reason,
    title: page?.title ?? found.reason,
    category: found.category ?? page?.category ?? "unknown",
    message: found.message,
    ...(found.ifDeleted === undefined ? {} : { ifDeleted: found.ifDeleted }),
    evidence: found.evidence,
    remedies: found.remedies ?? [],
    avoid: listed(found.avoid),
    isRoot: found.isRoot === true,
    ...(found.follows === undefined ? {} : { follows: found.follows }),
    ...(found.isPart === true ? { isPart: true } : {}),
  };
}

/** The object itself could not be read, so what holds it is unknown. */
export function unreadHold(held: ObjectRef, unread: Unread): TracedHold {
  const { reason, holder, message } = couldNotRead(unread);
  const by = { wait: "not-read" };
  return {
    held,
    by,
    holder,
    reason,
    title: generalReasons.CouldNotRead.title,
    category: "unknown",
    message,
    evidence: [],
    remedies: [],
    avoid: [],
    isRoot: true,
  };
}
