import { dangerOf } from "../../analysis/index.ts";
import type { Cluster } from "../../cluster/index.ts";
import { nearestName, volumeNamed } from "../../controllers/index.ts";
import type { Basis, Knowledge, RemedyEntry, Using } from "../../define/index.ts";
import { missingRight, refusal } from "../../define/index.ts";
import type { KubeObject, ObjectRef, Phrase } from "../../kubernetes/index.ts";
import {
  isTerminating,
  join,
  kindNamed,
  nameKey,
  nameOf,
  refOf,
  say,
  words,
} from "../../kubernetes/index.ts";
import type { Diagnosis, MarkedRemedy, Refusal, Remedy, RemedyFix, Safety } from "../../report/index.ts";

/** Its label counts what comes of it where a diagnosis offered it; the plan looks ahead itself. */
export type FixableRemedy = Remedy & { readonly fix: RemedyFix; readonly safety: Safety };

type Choice =
  | { readonly choice: "remedy"; readonly remedy: FixableRemedy }
  | { readonly choice: "nothing"; readonly because: Phrase }
  | { readonly choice: "refused"; readonly refusal: Refusal };

/** What is to be done about an object: what the person asks for, else what the diagnosis proposes. */
export function choose(object: KubeObject, diagnosis: Diagnosis, wish: Wish, basis: Basis): Choice {
  const { finalizer, remedy } = wish;
  const isForFinalizer = remedy === undefined || named(remedy, basis.knowledge)?.forFinalizer !== undefined;
  if (finalizer !== undefined && isForFinalizer) return byFinalizer(object, finalizer, basis);
  return remedy === undefined ? proposed(diagnosis) : byName(object, diagnosis, remedy, basis);
}

function proposed(diagnosis: Diagnosis): Choice {
  const { object, verdict, remedies } = diagnosis;
  const primary = remedies.find((remedy) => remedy.primary);
  if (primary !== undefined) return fixable(primary, diagnosis);
  switch (verdict.category) {
    case "healthy":
      return { choice: "nothing", because: say`nothing is wrong with ${nameOf(object)}` };
    case "waiting":
      return {
        choice: "nothing",
        because: say`${nameOf(object)} will proceed without any action: ${verdict.summary}`,
      };
    case "blocked":
    case "stuck":
      return refused(personMustAct(object, verdict.summary, doneByFix(remedies)));
    case "unknown":
      return refused(
        refusal(
          "IncompleteView",
          object,
          say`fix proposes nothing while facts are missing: ${verdict.summary}.`,
          firstMakeReadable(diagnosis),
        ),
      );
  }
}

function firstMakeReadable({ holds }: Diagnosis): Phrase {
  const rights = holds.map(({ holder }) => ("unread" in holder ? missingRight(holder.unread) : undefined));
  const right = rights.find((each) => each !== undefined);
  const first = words("Make the missing objects readable first.");
  return right === undefined ? first : say`${first} ${right}`;
}

function fixable(remedy: Remedy, { object, remedies }: Diagnosis): Choice {
  if (remedy.fix !== undefined) return { choice: "remedy", remedy: fixed(remedy, remedy.fix) };
  return refused(personMustAct(object, remedy.title, doneByFix(remedies), remedy));
}

function fixed(remedy: Remedy | MarkedRemedy, fix: RemedyFix): FixableRemedy {
  return { ...remedy, fix, safety: "safety" in remedy ? remedy.safety : dangerOf(remedy) };
}

function doneByFix(remedies: readonly Remedy[]): readonly string[] {
  return [...new Set(remedies.filter(({ fix }) => fix !== undefined).map(({ name }) => name))];
}

/** The person names the finalizer: the permission says what is lost with it. */
function byFinalizer(object: KubeObject, finalizer: string, { cluster, knowledge }: Basis): Choice {
  const ref = refOf(object);
  if (object.kind === "Namespace")
    return refused(
      refusal(
        "NamespaceFinalizers",
        ref,
        say`fix never removes the finalizers of a namespace.`,
        words(
          "Without them, the objects still in the namespace would be left behind, and could no longer be deleted. `kubectl pvguard why` shows what the namespace waits for.",
        ),
      ),
    );
  const { finalizers = [] } = object.metadata;
  const has = finalizers.includes(finalizer);
  const meant = has ? undefined : nearestName(finalizer, finalizers);
  if (meant !== undefined)
    return refused(
      refusal(
        "NoSuchFinalizer",
        ref,
        say`${nameOf(ref)} does not have the finalizer ${finalizer}. Did you mean ${meant}?`,
      ),
    );
  const others = finalizers.length === 0 ? say`; it has none` : say`; it has ${finalizers.join(" and ")}`;
  if (!has && isTerminating(object))
    return {
      choice: "nothing",
      because: say`${nameOf(ref)} does not have the finalizer ${finalizer}${others}`,
    };
  if (!isTerminating(object))
    return refused(
      refusal(
        "NotBeingDeleted",
        ref,
        say`${nameOf(ref)} is not being deleted, so it keeps its finalizers.`,
        words("They protect it while it is in use. If you want it deleted, delete it first."),
      ),
    );
  const [remedy] = knowledge.remedies.flatMap(
    ({ forFinalizer, make }) => (forFinalizer && make(ref, forFinalizer(finalizer), cluster)) ?? [],
  );
  if (remedy?.fix !== undefined) return { choice: "remedy", remedy: fixed(remedy, remedy.fix) };
  return refused(
    refusal("NoSuchFinalizer", ref, say`${finalizer} is not the name of a finalizer of ${nameOf(ref)}.`),
  );
}

function byName(
  object: KubeObject,
  diagnosis: Diagnosis,
  wanted: string,
  { cluster, knowledge }: Basis,
): Choice {
  const ref = refOf(object);
  const { name, part } = partsOfRemedy(wanted);
  const entry = named(name, knowledge);
  if (entry === undefined) return refused(refusal("NoSuchRemedy", ref, say`There is no remedy ${wanted}.`));
  const offered = part === undefined ? diagnosis.remedies.find((remedy) => remedy.name === name) : undefined;
  const aims = aimsOf(object, entry);
  const remedy = offered ?? asked(aims, entry, part, cluster);
  if (remedy !== undefined) return fixable(remedy, diagnosis);
  const already = aims.map((on) => entry.already?.(on, cluster)).find((told) => told !== undefined);
  if (already !== undefined) return { choice: "nothing", because: already };
  return refused(doesNotApply(ref, wanted, aims, cluster));
}

function named(name: string, { remedies }: Knowledge): RemedyEntry | undefined {
  return remedies.find((entry) => entry.name === name);
}

/** What a remedy would act on when it is asked for: a claim stands for its volume too. */
function aimsOf(object: KubeObject, { asked: where }: RemedyEntry): readonly ObjectRef[] {
  return [refOf(object), ...volumeOf(object)].filter(({ apiVersion, kind }) => {
    const resource = kindNamed(apiVersion, kind)?.resource;
    return resource !== undefined && where?.on.includes(resource) === true;
  });
}

function asked(
  aims: readonly ObjectRef[],
  { asked: where, make }: RemedyEntry,
  part: string | undefined,
  cluster: Cluster,
): Remedy | undefined {
  const usings: readonly Using[] = part === undefined ? (where?.using ?? []) : [{ part }];
  return aims
    .flatMap((on) => usings.map((using) => make(on, using, cluster)))
    .find((remedy) => remedy !== undefined);
}

function doesNotApply(ref: ObjectRef, wanted: string, aims: readonly ObjectRef[], cluster: Cluster): Refusal {
  const aim = aims.find((each) => nameKey(each) !== nameKey(ref));
  if (aim === undefined)
    return refusal(
      "RemedyDoesNotApply",
      ref,
      say`The remedy ${wanted} does not apply to ${nameOf(ref)} now: its conditions are not met, or the object was not read.`,
      words("`kubectl pvguard why` shows what is wrong with it and what helps."),
    );
  const which = say`${nameOf(aim)}, the volume of ${nameOf(ref)}`;
  return cluster.resolve(aim)?.state === "absent"
    ? refusal(
        "RemedyDoesNotApply",
        ref,
        say`The remedy ${wanted} would act on ${which}, but this volume does not exist.`,
        words("`kubectl pvguard why` shows what is wrong with the claim and what helps."),
      )
    : refusal(
        "RemedyDoesNotApply",
        ref,
        say`The remedy ${wanted} would act on ${which}, but does not apply to it now: its conditions are not met, or the object was not read.`,
        words("`kubectl pvguard why` shows what is wrong with the volume and what helps."),
      );
}

function volumeOf(object: KubeObject): readonly ObjectRef[] {
  if (object.kind !== "PersistentVolumeClaim") return [];
  const name = object.spec?.volumeName ?? "";
  return name === "" ? [] : [volumeNamed(name)];
}

const refused = (because: Refusal): Choice => ({ choice: "refused", refusal: because });

/** What a person asks for, where it is not what the diagnosis proposes. */
export interface Wish {
  /** `NAME`, or `NAME:PART` for a remedy that comes in parts. */
  readonly remedy?: string;
  /** The one finalizer to remove, exactly as it is written in the object. */
  readonly finalizer?: string;
}

/** The name of the remedy and its part. */
export function partsOfRemedy(remedy: string): { readonly name: string; readonly part?: string } {
  const colon = remedy.indexOf(":");
  return colon < 0 ? { name: remedy } : { name: remedy.slice(0, colon), part: remedy.slice(colon + 1) };
}

/** What is proposed happens outside of what fix can do. */
export function personMustAct(
  object: ObjectRef,
  what: Phrase,
  others: readonly string[],
  remedy?: Remedy,
): Refusal {
  const steps = [...(remedy?.first ?? []), ...(remedy?.steps ?? [])];
  const alternatives = join(
    others.map((name) => say`--remedy ${name}`),
    ", ",
  );
  const could =
    others.length === 0 ? [] : say` If you want something else instead, fix can do: ${alternatives}.`;
  return {
    reason: "PersonMustAct",
    object,
    message:
      remedy === undefined
        ? say`fix has no step for ${nameOf(object)} that it can take safely: ${what}.`
        : say`fix cannot do this: ${what}. A person must do it.`,
    instead: say`${join(steps, " ")}${could}`,
  };
}
