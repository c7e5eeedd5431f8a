import type { Cluster, Unread } from "../cluster/index.ts";
import type { AnyController } from "../controllers/index.ts";
import type { KubeObject, ObjectIn, ObjectRef, Phrase, Resource } from "../kubernetes/index.ts";
import { refOf } from "../kubernetes/index.ts";
import type { Avoid, Category, Fate, Hold, Holder, Remedy, RemedyCall, Safety } from "../report/index.ts";
import { unreadPhrase } from "./words.ts";

/** What `explain` prints of a reason or a rule, and what the docs are made of. Plain words, no data. */
export interface PageTexts {
  readonly what: string;
  readonly why: string;
  /** Names a command, or says that a person must act. */
  readonly whatToDo: string;
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

/** A hold as an entry finds it. The engine adds what it knows: who is held, and by which entry. */
export interface FoundHold<Reason extends string = string> {
  readonly reason: Reason;
  readonly holder: Holder;
  readonly message: Hold["message"];
  /** Where `message` says that the object is being deleted: what it says of one that is only taken as deleted. */
  readonly ifDeleted?: Hold["message"];
  readonly evidence?: Hold["evidence"];
  readonly category?: Category;
  readonly remedies?: readonly RemedyCall[];
  readonly avoid?: Some<Avoid>;
  /** The holder itself must go: what holds *it* up is beside the point. */
  readonly isRoot?: true;
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

/** What a remedy is told besides its object. */
export type Using = { readonly [name: string]: string };

/** `remedy("delete-pod", pod)`: what to do, to which object, and what else it must be told. */
export function remedy(name: string, on: KubeObject | ObjectRef, using?: Using): RemedyCall {
  return using === undefined ? { remedy: name, on: refOf(on) } : { remedy: name, on: refOf(on), using };
}

/** What is known of something to do. */
export interface RemedyEntry {
  /** kebab-case, equal to the file's name. */
  readonly name: string;
  readonly summary: string;
  readonly needs: readonly Resource[];
  /** `undefined` when its guards fail: then it is not offered. */
  make(on: ObjectRef, using: Using, cluster: Cluster): Remedy | undefined;
  /** What is so already, where `make` refuses since nothing is left to do. */
  already?(on: ObjectRef, cluster: Cluster): Phrase | undefined;
  /** What `fix` does, in one line without a full stop. Absent where a person must do it, in every case. */
  readonly fixDoes?: string;
  /** Where a person may ask for it by name, without a diagnosis that offers it; what it is told is tried in this order. */
  readonly asked?: { readonly on: readonly Resource[]; readonly using: readonly Using[] };
  /** Objects for which it offers itself, given what becomes of the data. */
  volunteer?(fate: Fate): readonly ObjectRef[];
}

/** What the engine is handed of an entry: nothing is left out, and everything found is a list. */
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

/** The engine hands an entry only objects of the kinds that `on` names. */
function filledIn<R extends Resource, Reason extends string>({
  needs = [],
  ...entry
}: Entry<R, Reason>): AnyEntry {
  return { needs, holds: (object, cluster) => listed(entry.holds?.(object as ObjectIn<R>, cluster)) };
}

export function defineFinalizer<R extends Resource, Reason extends string>(
  entry: FinalizerEntry<R, Reason>,
): AnyFinalizerEntry {
  return { ...entry, ...filledIn(entry) } as AnyFinalizerEntry;
}

export function defineWait<R extends Resource, Reason extends string>(
  entry: WaitEntry<R, Reason>,
): AnyWaitEntry {
  return { ...entry, ...filledIn(entry) } as AnyWaitEntry;
}

/** What an entry makes. The engine adds the entry's name. */
export type MadeRemedy = Omit<Remedy, "name" | "commands" | "steps"> &
  Partial<Pick<Remedy, "commands" | "steps">>;

export function defineRemedy(
  entry: Omit<RemedyEntry, "make" | "needs"> & {
    readonly needs?: readonly Resource[];
    make(on: ObjectRef, using: Using, cluster: Cluster): MadeRemedy | undefined;
  },
): RemedyEntry {
  return {
    needs: [],
    ...entry,
    make(on, using, cluster) {
      const made = entry.make(on, using, cluster);
      return made && { name: entry.name, commands: [], steps: [], ...made };
    },
  };
}

/** All that the engine is told to explain an object. It knows no entry by name. */
export interface Knowledge {
  readonly finalizers: readonly AnyFinalizerEntry[];
  readonly waits: readonly AnyWaitEntry[];
  readonly remedies: readonly RemedyEntry[];
  readonly controllers: readonly AnyController[];
}

/** What every conclusion rests on: a cluster, and what is known of all that acts in it. */
export interface Basis {
  readonly cluster: Cluster;
  readonly knowledge: Knowledge;
}

/** The answer of an entry that could not look: no verdict, no remedies. */
export function couldNotRead(unread: Unread): FoundHold<"CouldNotRead"> {
  return { reason: "CouldNotRead", holder: { unread }, category: "unknown", message: unreadPhrase(unread) };
}

export function remedyNamed(name: string, { remedies }: Knowledge): RemedyEntry | undefined {
  return remedies.find((entry) => entry.name === name);
}

/** The entries about a kind, in their order. */
export function waitsOn(resource: Resource, { waits }: Knowledge): readonly AnyWaitEntry[] {
  return waits.filter(({ on }) => on.includes(resource));
}
