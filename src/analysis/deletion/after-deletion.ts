import { inNamespace } from "../../cluster/index.ts";
import { gracePeriodOf, isPodFinished, isPodScheduled } from "../../controllers/index.ts";
import type { AnyDeletionEntry, Dependent, Ended } from "../../define/index.ts";
import { actionPhrase, listed } from "../../define/index.ts";
import type { KubeObject, ObjectRef, Phrase } from "../../kubernetes/index.ts";
import { distinct, join, kindNamed, nameKey, nameOf, refOf, say, words } from "../../kubernetes/index.ts";
import type { Affected, ControllerStep, Fate, IfDeleted, MarkedRemedy } from "../../report/index.ts";
import type { Analysis, Timeline } from "../analysis.ts";
import type { PartOfNamespace } from "../disks/fate-of-namespace.ts";
import { fateOfParts, namesOfParts, partsOfNamespace } from "../disks/fate-of-namespace.ts";
import { labelled } from "../label.ts";
import { canStillBeKept, keepingOf } from "../remedies.ts";
import { createSandbox } from "../timeline/sandbox.ts";
import { stepsToTell } from "../timeline/steps.ts";
import { widestOf } from "../widest.ts";
import type { Asked } from "./affected.ts";
import { affectedBy } from "./affected.ts";
import { disksDrivenFrom, fateWith } from "./driven-from.ts";

/** How much is told of a deletion. */
export type Detail = AnyDeletionEntry["told"];

interface Consequences extends Pick<IfDeleted, "affected" | "limits" | "before" | "unread"> {
  /** What else is deleted at once. */
  readonly next: readonly ControllerStep[];
  /** What becomes of the data of all that depends on it. */
  readonly fate?: Fate;
  /** What must happen before that is decided. */
  readonly decidedWhen?: readonly Phrase[];
}

const none: Consequences = { next: [] };

/**
 * What the deletion of an object means for others. Each is asked about in the cluster without the object, and what is found is
 * held against the cluster as it is.
 *
 * @param own what becomes of the data behind the object itself
 */
export function consequencesOf(
  object: KubeObject,
  told: Detail,
  analysis: Analysis,
  own: Fate | undefined,
): Consequences {
  const { cluster } = analysis;
  const entries = entriesOn(object, told, analysis);
  if (entries.length === 0) return none;
  const found = entries.map((entry) => entry.dependents(object, cluster));
  const ended = entries.flatMap((entry) => entry.ends?.(object, cluster) ?? []);
  const after = without(object, ended, analysis);
  const asked: Asked = {
    object,
    own,
    before: analysis,
    after,
    futureIn: futuresIn(after),
    ended: endedIn(ended),
  };
  const affected = onceEach(found.flatMap(({ items }) => items)).map((each) => affectedBy(each, asked));
  const fate = fateOfAll(affected);
  return {
    affected,
    limits: entries.flatMap((entry) => entry.limits?.(object, cluster) ?? []),
    before:
      told === "each answer" ? [] : stepsBefore(object, entries, [...affected, { fate: own }], analysis),
    unread: distinct(
      found.flatMap(({ unread }) => unread),
      (each) => JSON.stringify(each),
    ),
    next: [...deletions(ended), ...stepsOfGone(affected, asked)],
    ...(fate === undefined ? {} : { fate, decidedWhen: whenDecided(fate, affected, asked) }),
  };
}

/** Conditions of several disks are named up to so many. */
const mostConditions = 3;

/** Before the worst comes: where one of several disks waits for nothing, that is at once. */
function whenDecided(
  { data }: Fate,
  affected: readonly Affected[],
  { after, futureIn }: Asked,
): readonly Phrase[] {
  const worst = affected.flatMap(({ object, fate, fateComes }) => {
    // What a pod waits for decides over no disk: that of its volume says itself when it is deleted.
    const isAsked = fate?.data === data && fateComes === "with it" && object.kind !== "Pod";
    const found = isAsked ? after.cluster.resolve(object) : undefined;
    return found?.state === "found" ? [futureIn(found.object).waitsFor(object, fate).decidedWhen] : [];
  });
  return allOf(worst.map((each) => (each.length === 0 ? [] : join(each, ", and then "))));
}

/** One condition out of several; none where one of them is none. */
function allOf(conditions: readonly Phrase[]): readonly Phrase[] {
  const all = distinct(conditions, (each) => JSON.stringify(each));
  if (all.length === 0 || all.some((each) => each.length === 0)) return [];
  const left = all.length - mostConditions;
  const named = all.slice(0, mostConditions);
  return [join(left > 0 ? [...named, say`when ${left} more conditions are met`] : named, " and ")];
}

function entriesOn(
  { apiVersion, kind }: KubeObject,
  told: Detail,
  { knowledge }: Analysis,
): readonly AnyDeletionEntry[] {
  const resource = kindNamed(apiVersion, kind)?.resource;
  if (resource === undefined) return [];
  return knowledge.deletions.filter(
    (entry) => entry.on.includes(resource) && (told !== "each answer" || entry.told === told),
  );
}

/** Each is run once: its steps are told, and so is what becomes of its data. */
function futuresIn(after: Analysis): Asked["futureIn"] {
  const known = new Map<KubeObject, Timeline>();
  return (left) => {
    const future = known.get(left) ?? after.future(left);
    known.set(left, future);
    return future;
  };
}

/** The account of the cluster without the object, and without what ends with it. */
function without(object: KubeObject, ended: readonly Ended[], analysis: Analysis): Analysis {
  const sandbox = createSandbox(analysis.cluster);
  sandbox.deleteObject(refOf(object));
  for (const each of ended) {
    // A pod that runs disappears only when its kubelet says so: it is among the conditions.
    if ("deleted" in each) {
      if (!isRunning(each.deleted, analysis)) sandbox.deleteObject(each.deleted);
    } else if ("removed" in each) sandbox.removeObject(each.removed);
    else sandbox.change(each.changed);
  }
  return analysis.over(sandbox.cluster);
}

function isRunning(ref: ObjectRef, { cluster }: Analysis): boolean {
  const found = ref.kind === "Pod" ? cluster.resolve(ref) : undefined;
  if (found?.state !== "found" || found.object.kind !== "Pod") return false;
  return isPodScheduled(found.object) && !isPodFinished(found.object);
}

function endedIn(ended: readonly Ended[]): ReadonlySet<string> {
  return new Set(ended.flatMap((each) => ("deleted" in each ? [nameKey(each.deleted)] : [])));
}

function deletions(ended: readonly Ended[]): readonly ControllerStep[] {
  return ended.flatMap((each) => {
    if (!("deleted" in each)) return [];
    const action = actionPhrase({ do: "delete", object: each.deleted });
    return [{ controller: each.by, action, object: each.deleted, when: words("now") }];
  });
}

/** What becomes of the data of claims that are deleted with it, step by step. */
function stepsOfGone(affected: readonly Affected[], { after, futureIn }: Asked): readonly ControllerStep[] {
  return affected.flatMap(({ object, effect }) => {
    if (effect !== "deleted" || object.kind !== "PersistentVolumeClaim") return [];
    const found = after.cluster.resolve(object);
    return found?.state === "found" ? stepsToTell(futureIn(found.object)) : [];
  });
}

function onceEach(items: readonly Dependent[]): readonly Dependent[] {
  const seen = new Map<string, Dependent>();
  for (const each of items) {
    const key = nameKey(refOf(each.object));
    const before = seen.get(key);
    // What is said to stop outweighs that it depends on the object.
    if (before === undefined || (before.stops === undefined && each.stops !== undefined)) seen.set(key, each);
  }
  return [...seen.values()];
}

/** The worst of what comes with the deletion; what is lost without it too is named beside that. */
function fateOfAll(affected: readonly Affected[]): Fate | undefined {
  const parts = affected.flatMap(
    ({ object, fate, fateComes }): readonly (PartOfNamespace & Pick<Affected, "fateComes">)[] =>
      fate === undefined || fate.data === "none" ? [] : [{ object, fate, ...(fateComes && { fateComes }) }],
  );
  const others = parts.filter(({ fateComes }) => fateComes === "in any case");
  const fate = fateOfParts(parts.filter((part) => !others.includes(part)));
  if (fate === undefined || others.length === 0) return fate;
  return {
    ...fate,
    because: say`${fate.because}; what becomes of ${namesOfParts(others)} is the same without this deletion`,
  };
}

/** What would be lost is kept first; then what the deletion asks for. */
function stepsBefore(
  object: KubeObject,
  entries: readonly AnyDeletionEntry[],
  affected: readonly { readonly fate?: Fate | undefined; readonly fateComes?: Affected["fateComes"] }[],
  analysis: Analysis,
): readonly MarkedRemedy[] {
  const { cluster } = analysis;
  const fates = affected.flatMap(({ fate, fateComes }) =>
    fate !== undefined && canStillBeKept(fate) && fateComes !== "in any case" ? [fate] : [],
  );
  const asked = entries.flatMap((entry) => entry.before?.(object, cluster) ?? []);
  const all = distinct(
    [...keepingOf(fates, analysis), ...asked.flatMap((call) => call.make(cluster) ?? [])],
    ({ name, title }) => JSON.stringify([name, title]),
  );
  const widest = widestOf(all);
  return all.filter((remedy) => widest(remedy) === remedy).map((remedy) => labelled(remedy, asThingsAre));
}

/** They only keep something, or look: nothing follows. */
const asThingsAre = { released: () => [], after: () => [], lostBy: () => [] };

/** A namespace: its claims and snapshots are deleted with it, and nothing else decides over their data. */
export function contentOfNamespace(
  namespace: KubeObject,
  analysis: Analysis,
): Pick<Consequences, "affected" | "before" | "unread" | "fate"> {
  const { parts, unread } = partsOfNamespace(namespace, analysis);
  const driven = disksDrivenFrom(namespace, analysis);
  const fate = unread === undefined ? fateWith(parts, driven) : undefined;
  return {
    ...(fate === undefined ? {} : { fate }),
    before: stepsBefore(namespace, entriesOn(namespace, "step by step", analysis), parts, analysis),
    affected: [
      ...parts.map(({ object, fate }) => ({
        object: refOf(object),
        effect: "deleted" as const,
        reason: "DeletedWithIt",
        message: fate.because,
        fate,
      })),
      ...driven.affected,
    ],
    unread: [...listed(unread), ...listed(driven.unseen?.unread)],
  };
}

/**
 * Its controller deletes the pods first, and the rest once none of them is left.
 * kubernetes/kubernetes pkg/controller/namespace/deletion/namespaced_resources_deleter.go deleteAllContent, 1.36.
 */
export function podsBefore({ metadata }: KubeObject, { cluster }: Analysis): readonly Phrase[] {
  const pods = cluster.list("v1/pods", inNamespace(metadata.name));
  const running = pods.read ? pods.items.filter((pod) => gracePeriodOf(pod) > 0) : [];
  return allOf(running.map((pod) => say`when ${nameOf(pod)} is deleted`));
}
