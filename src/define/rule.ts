import type { Cluster, Index, Part, Path, Unread } from "../cluster/index.ts";
import type { KubeObject, ObjectIn, Phrase, Resource } from "../kubernetes/index.ts";
import type {
  Confidence,
  DataFate,
  Diagnosis,
  Evidence,
  Hold,
  Holder,
  RemedyCall,
  Severity,
  SizedDisk,
  Verdict,
} from "../report/index.ts";
import type { Knowledge, PageTexts } from "./define.ts";

/** What a rule may ask beside the cluster. */
export interface AuditContext {
  readonly cluster: Cluster;
  /** Things younger than this are not worth a finding yet, in seconds. */
  readonly olderThan: number;
  /**
   * Has an object that waits for something existed for less than this, so that the rule says nothing of it yet? The audit then
   * says how many there are. In seconds; `olderThan` unless given.
   */
  isTooNew(object: KubeObject, seconds?: number): boolean;
  /** What keeps an object as it is. Made once for each object, however many rules ask, as is the rest. */
  explain(object: KubeObject): Explanation;
  /** What holds the object itself, and nothing of what holds its holders: thousands of objects can wait for one. */
  ownHolds(object: KubeObject): readonly Hold[];
  /** What is worked out of the object that is being judged, once, however many rules ask. */
  once<O extends KubeObject, T>(object: O, workOut: (object: O, cluster: Cluster) => T): T;
  /** What a diagnosis says of the causes as a whole. */
  verdict(object: KubeObject): Verdict;
  /** What becomes of the data behind it as things go on. Far dearer than the rest: the controllers are run forward for it. */
  dataOf(object: KubeObject): DataFate | undefined;
}

/** Why an object is as it is. */
type Explanation = Pick<Diagnosis, "since" | "holds"> & {
  /** What was asked for to find it, and not read. */
  readonly unread: readonly Unread[];
};

export interface KnowledgeAndRules extends Knowledge {
  readonly rules: readonly AnyRuleEntry[];
}

/** What a rule found about the object that it was given. */
export interface RuleFinding {
  readonly message: Phrase;
  /** Unless the rule's own says it. */
  readonly severity?: Severity;
  readonly confidence?: Confidence;
  readonly since?: string;
  readonly disks?: readonly SizedDisk[];
  /** What becomes of the data, where that decides how it is told. */
  readonly data?: DataFate;
  readonly storageClass?: string;
  readonly reason?: string;
  /** Who or what is behind it; the object itself unless given. */
  readonly holder?: Holder;
  readonly evidence?: readonly Evidence[];
  /** The holds from the object to its root cause, for a drawing. */
  readonly holds?: readonly Hold[];
  readonly remedies?: readonly RemedyCall[];
}

/** `unread`: the rule cannot judge this object, or not wholly. What it can say all the same is in `findings`. */
export type RuleAnswer =
  | readonly RuleFinding[]
  | { readonly unread: Unread; readonly findings?: readonly RuleFinding[] };

/** An audit rule: judges the objects of some kinds, one by one. */
interface RuleEntry<R extends Resource = Resource> extends PageTexts {
  /** 1xx held, 2xx loss ahead, 3xx left behind, 4xx will not start, 9xx could not tell. Never reused. */
  readonly code: `PVG${number}`;
  /** kebab-case, equal to the file's name. */
  readonly name: string;
  /** At most 72 columns, starts with a capital, no full stop. */
  readonly title: string;
  /** `warning` unless given. */
  readonly severity?: Severity;
  /** `certain` unless given. */
  readonly confidence?: Confidence;
  readonly on: readonly R[];
  /**
   * Where one of these does not hold, it finds nothing and misses nothing: it is not asked. They may let more through than
   * it finds, never less.
   */
  readonly only?: readonly Condition[];
  /** Every kind that `check` may ask for, beside those that it judges. */
  readonly needs?: readonly Resource[];
  /**
   * Whether it can also be asked about manifests that were never applied: it reads no status, time or finalizer, and concludes
   * nothing from what these files do not contain.
   */
  readonly manifests?: true;
  /** Asked only when a flag of this name is given. */
  readonly onlyWith?: "risk" | "disks";
  /** Repository, path, function and version, or an issue thread. */
  readonly sources: readonly [string, ...string[]];
  check(object: ObjectIn<R>, context: AuditContext): RuleAnswer | RuleFinding;
}

type Filled = "severity" | "confidence" | "needs";

/** What the analysis is handed of a rule: nothing is left out, and its findings are a list. */
export type AnyRuleEntry = Omit<RuleEntry, "check" | Filled> &
  Required<Pick<RuleEntry, Filled>> & {
    check(object: KubeObject, context: AuditContext): RuleAnswer;
  };

export function defineRule<R extends Resource>(rule: RuleEntry<R>): AnyRuleEntry {
  // The analysis hands a rule only objects of the kinds that `on` names.
  const { check }: RuleEntry = rule;
  return {
    severity: "warning",
    confidence: "certain",
    needs: [],
    ...rule,
    check(object, context) {
      const answer = check(object, context);
      return "message" in answer ? [answer] : answer;
    },
  };
}

/**
 * What must hold of an object for a rule to find anything about it, or to miss anything. It is data, so that it can be
 * told of all objects of a kind at a time, and nearly none of them need be made. Of objects of kinds that it is not about
 * it holds, and of all objects where what it looks at was not wholly read.
 */
export type Condition = Part | Join | JoinWhose | Alike | Either | NotRead;

/**
 * A question about all objects of a kind at a time: whose key have how many objects of a kind? `none`: such as claims that
 * no pod names. `another`: such as volumes with the handle of another volume.
 */
export interface Join<R extends Resource = Resource, S extends Resource = Resource> {
  readonly key: Index<R>;
  readonly among: Index<S>;
  readonly found: "none" | "some" | "another";
}

export interface JoinWhose<R extends Resource = Resource, S extends Resource = Resource> {
  readonly key: Index<R>;
  readonly among: Index<S>;
  readonly whose: Condition;
}

export interface Alike<R extends Resource = Resource> {
  readonly name: string;
  readonly on: readonly R[];
  readonly paths: readonly [Path, ...Path[]];
  /** Asks nothing that the paths do not tell. What it cannot read counts as a yes. */
  isSuspect(object: ObjectIn<R>, cluster: Cluster): boolean;
}

interface Either {
  readonly either: readonly Condition[];
}

/** Not all objects of this kind were read. */
interface NotRead {
  readonly unread: Resource;
}

/** How many objects have a key of this one among their own: `another`, besides one that can be the object itself. */
export function matches<R extends Resource, S extends Resource>(
  key: Index<R>,
  found: Join["found"],
  among: Index<S>,
): Condition {
  return { key, among, found };
}

/** Some object has a key of this one among its own, and the condition holds of it. Of few it should. */
export function matchesOne<R extends Resource, S extends Resource>(
  key: Index<R>,
  among: Index<S>,
  whose: Condition,
): Condition {
  return { key, among, whose };
}

/** Objects with the same values at all of the paths have the same answer: it is asked once for all of them. */
export function alike<R extends Resource>(question: Alike<R>): Condition {
  return question;
}

export interface KnowledgeAndRules extends Knowledge {
  readonly rules: readonly AnyRuleEntry[];
}
