import type { Cluster, Unread } from "../cluster/index.ts";
import type { AnyController } from "../controllers/index.ts";
import type { KubeObject, ObjectIn, Resource } from "../kubernetes/index.ts";
import type { Avoid, Category, Hold, Holder, RemedyCall, Safety } from "../report/index.ts";
import type { RemedyEntry } from "./define-remedy.ts";
import type { AnyDeletionEntry } from "./deletion.ts";
import { unreadPhrase } from "./words.ts";

/** What `explain` prints of a reason or a rule, and what the docs are made of. Plain words, no data. */
export interface PageTexts {
  readonly what: string;
  readonly why: string;
  /** Names a command, or says that a person must act. */
  readonly whatToDo: string;
  /** What to do is said also while it waits: whether it ends without action is not known yet. */
  readonly isAdvised?: boolean;
}

export interface ReasonPage extends PageTexts {
  /** At most 72 columns, starts with a capital, no full stop. */
  readonly title: string;
  /** Unless a hold says otherwise. */
  readonly category: Category;
}

/** The page of a reason, begun with its category: `waiting("The driver is at it", { what, why, whatToDo })`. */
const pageOf =
  (category: Category) =>
  (title: string, texts: PageTexts): ReasonPage => ({
    title,
    category,
    ...texts,
  });

export const waiting = pageOf("waiting");
export const blocked = pageOf("blocked");
export const stuck = pageOf("stuck");
export const uncertain = pageOf("unknown");

/** Nothing, or one alone, need not be a list. */
export type Some<T> = T | readonly T[] | undefined;

export function listed<T extends object>(found: Some<T>): readonly T[] {
  if (found === undefined) return [];
  return isList(found) ? found : [found];
}

/** That of JavaScript does not know a list that is only read. */
function isList<T>(found: T | readonly T[]): found is readonly T[] {
  return Array.isArray(found);
}

/** A hold as an entry finds it. The analysis adds what it knows: who is held, and by which entry. */
export interface FoundHold<Reason extends string = string> {
  readonly reason: Reason;
  readonly holder: Holder;
  readonly message: Hold["message"];
  /** Where `message` says that the object is being deleted: what it says of one that is only taken as deleted. */
  readonly ifDeleted?: Hold["message"];
  /** The facts that it rests on. Of what is inferred from an absence: what was looked at. */
  readonly evidence: Hold["evidence"];
  readonly category?: Category;
  readonly remedies?: readonly RemedyCall[];
  readonly avoid?: Some<Avoid>;
  /** The holder itself must go: what holds *it* up is beside the point. */
  readonly isRoot?: true;
  /** The wait of the same object that says why: where it says anything, this hold only follows from it, and is no root. */
  readonly follows?: string;
  /** The holder is one of the objects that a workload is made of: it counts only where it is held itself. */
  readonly isPart?: true;
}

interface Entry<R extends Resource, Reason extends string> {
  readonly on: readonly R[];
  /** Every kind that `holds` may ask for: decides RBAC and what is listed as unread. */
  readonly needs?: readonly Resource[];
  /** Repository, path, function and version, or an issue thread. */
  readonly sources: readonly [string, ...string[]];
  readonly reasons: { readonly [K in Reason]: ReasonPage };
  /** What keeps `object` as it is, by this entry alone. */
  holds?(object: ObjectIn<R>, cluster: Cluster): Some<FoundHold<NoInfer<Reason> | "CouldNotRead">>;
}

/** What is known of a finalizer. */
interface FinalizerEntry<R extends Resource = Resource, Reason extends string = string>
  extends Entry<R, Reason> {
  /** As it stands in `metadata.finalizers`; with `<…>` where a part differs, and then `matches` decides. */
  readonly finalizer: string;
  readonly matches?: (finalizer: string) => boolean;
  /** The controller that removes it. */
  readonly owner: string;
  readonly addedWhen: string;
  readonly releasedWhen: string;
  readonly ifForced: string;
  /** What removing it manually can cost at worst, and the check that must pass first. */
  readonly manualRemoval: { readonly safety: Safety; readonly check: string };
  readonly since: string;
  /** What helps when it is no longer needed and the owner still does not remove it. */
  idle?(object: ObjectIn<R>, cluster: Cluster): readonly RemedyCall[];
}

/** What is known of a reason to stay, or not to work, that is not a finalizer. */
interface WaitEntry<R extends Resource = Resource, Reason extends string = string> extends Entry<R, Reason> {
  /** kebab-case, equal to the file's name. */
  readonly wait: string;
  /** Given where nothing waits for the holder: it is told of, and the future is not that without it. */
  readonly holder?: "goes on by itself";
  /** Given where it is not told on the way from another object to its cause: what is on a node does not hold up each of the others. */
  readonly told?: "only where asked about";
  /** What is worth saying of an object that nothing holds, so that it is not taken for broken. */
  remark?(object: ObjectIn<R>, cluster: Cluster): Remark<NoInfer<Reason>> | undefined;
}

/** Said of an object that nothing holds. */
export interface Remark<Reason extends string = string> {
  readonly reason: Reason;
  readonly message: Hold["message"];
  /** Whether it stays if nothing more is done; that it does unless this is given. */
  readonly end?: "goes" | "may go";
  /** Steps that only keep something. */
  readonly remedies?: readonly RemedyCall[];
  readonly avoid?: Some<Avoid>;
}

/** What the analysis is handed of an entry: nothing is left out, and everything found is a list. */
interface AnyEntry {
  readonly needs: readonly Resource[];
  holds(object: KubeObject, cluster: Cluster): readonly FoundHold[];
}

export type AnyFinalizerEntry = Omit<FinalizerEntry, keyof AnyEntry | "idle"> &
  AnyEntry & {
    idle?(object: KubeObject, cluster: Cluster): readonly RemedyCall[];
  };

export type AnyWaitEntry = Omit<WaitEntry, keyof AnyEntry | "remark"> &
  AnyEntry & {
    remark?(object: KubeObject, cluster: Cluster): Remark | undefined;
  };

/** Of an entry on any kinds: the analysis hands it only objects of the kinds that `on` names. */
function filledIn<Reason extends string>({ needs = [], ...entry }: Entry<Resource, Reason>): AnyEntry {
  return { needs, holds: (object, cluster) => listed(entry.holds?.(object, cluster)) };
}

export function defineFinalizer<R extends Resource, Reason extends string>(
  entry: FinalizerEntry<R, Reason>,
): AnyFinalizerEntry {
  return { ...entry, ...filledIn(entry) };
}

export function defineWait<R extends Resource, Reason extends string>(
  entry: WaitEntry<R, Reason>,
): AnyWaitEntry {
  return { ...entry, ...filledIn(entry) };
}

/** All that the analysis is told to explain an object. It knows no entry by name. */
export interface Knowledge {
  readonly finalizers: readonly AnyFinalizerEntry[];
  readonly waits: readonly AnyWaitEntry[];
  readonly remedies: readonly RemedyEntry[];
  readonly controllers: readonly AnyController[];
  readonly deletions: readonly AnyDeletionEntry[];
}

/** What every conclusion rests on: a cluster, and what is known of all that acts in it. */
export interface Basis {
  readonly cluster: Cluster;
  readonly knowledge: Knowledge;
}

/** The answer of an entry that could not look: no verdict, no remedies. */
export function couldNotRead(unread: Unread): FoundHold<"CouldNotRead"> {
  return {
    reason: "CouldNotRead",
    holder: { unread },
    category: "unknown",
    message: unreadPhrase(unread),
    evidence: [],
  };
}

/** The entries about a kind, in their order. */
export function waitsOn(resource: Resource, { waits }: Knowledge): readonly AnyWaitEntry[] {
  return waits.filter(({ on }) => on.includes(resource));
}
