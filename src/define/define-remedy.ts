import type { Cluster } from "../cluster/index.ts";
import type { KubeObject, ObjectIn, ObjectRef, Phrase, RefTo, Resource } from "../kubernetes/index.ts";
import { refOf } from "../kubernetes/index.ts";
import type { Fate, Remedy, RemedyCall } from "../report/index.ts";
import { commandsOf } from "./acts-as-commands.ts";
import type { Danger } from "./dangers.ts";

/** What a remedy is told besides its object, as a person or a test writes it. */
export type Using = { readonly [name: string]: string };

/** What is known of something to do, whatever it is told. */
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
  /** What it is told when a person names the finalizer to remove, and no remedy. */
  readonly forFinalizer?: (finalizer: string) => Using;
  /** Objects for which it offers itself, given what becomes of the data. */
  volunteer?(fate: Fate): readonly ObjectRef[];
}

/** What an entry makes. The analysis adds the entry's name, and the commands that do its acts. */
export interface MadeRemedy
  extends Omit<Remedy, "name" | "commands" | "steps" | "dangers">,
    Partial<Pick<Remedy, "commands" | "steps">> {
  readonly dangers?: readonly Danger[];
  /** Objects whose manifests are saved right before they are changed. */
  readonly saves?: readonly ObjectRef[];
}

type On<R extends Resource> = [R] extends [never] ? KubeObject | ObjectRef : ObjectIn<R> | RefTo<R>;

interface Nothing {
  readonly [name: string]: never;
}

/** Only what needs something to be told must be told something. */
type UsingArgument<U extends object> = Nothing extends U ? [using?: U] : [using: U];

/** `deletePod(pod)`, `dropFinalizer(volume, { finalizer })`: the step, to be made when it is offered. */
interface RemedyFunction<R extends Resource, U extends object> {
  (on: On<R>, ...told: UsingArgument<U>): RemedyCall;
  readonly entry: RemedyEntry;
}

/** A remedy of objects of the kinds `on`, of any unless given, that is told `U`. */
export function defineRemedy<R extends Resource = never, U extends object = Nothing>(
  given: Omit<RemedyEntry, "make" | "needs"> & {
    readonly on?: readonly R[];
    readonly needs?: readonly Resource[];
    make(on: ObjectRef, using: U, cluster: Cluster): MadeRemedy | undefined;
  },
): RemedyFunction<R, U> {
  const { on: _, ...facts } = given;
  const entry = {
    needs: [],
    ...facts,
    // A person can ask for a part that there is not: each `make` refuses what it does not know.
    make(on: ObjectRef, using: Using, cluster: Cluster): Remedy | undefined {
      const made = given.make(on, using as U, cluster);
      if (made === undefined) return undefined;
      const { saves, ...remedy } = made;
      const commands = () => commandsOf(remedy.fix?.acts ?? remedy.does ?? [], cluster, saves);
      return { name: given.name, steps: [], ...remedy, commands: remedy.commands ?? commands() };
    },
  };
  const call = (on: On<R>, ...[using]: UsingArgument<U>): RemedyCall =>
    new Call(entry, refOf(on), using as Using | undefined);
  return Object.assign(call, { entry });
}

/** What all these remedies are, as the analysis is handed them. */
export function entriesOf(remedies: {
  readonly [name: string]: { readonly entry: RemedyEntry };
}): readonly RemedyEntry[] {
  return Object.values(remedies).map(({ entry }) => entry);
}

/** The step of an entry for an object that only the data tells. */
export function callOf(entry: RemedyEntry, on: ObjectRef): RemedyCall {
  return new Call(entry, on, undefined);
}

/** Two with the same name, object and details are one: how it is made does not count when they are compared. */
class Call implements RemedyCall {
  readonly remedy: string;
  readonly on: ObjectRef;
  /** Absent, and not only undefined, where nothing was told. */
  declare readonly using?: Using;
  readonly #entry: RemedyEntry;

  constructor(entry: RemedyEntry, on: ObjectRef, using: Using | undefined) {
    this.#entry = entry;
    this.remedy = entry.name;
    this.on = on;
    if (using !== undefined) this.using = using;
  }

  make(cluster: Cluster): Remedy | undefined {
    return this.#entry.make(this.on, this.using ?? {}, cluster);
  }
}
