import type {
  Cluster,
  Confidence,
  DataFate,
  Diagnosis,
  Disk,
  Evidence,
  Hold,
  Holder,
  KubeObject,
  ObjectIn,
  Phrase,
  RemedyCall,
  Resource,
  Severity,
  Unread,
  Verdict,
} from "../model/index.ts";

import type { Condition } from "./condition.ts";
import type { PageTexts } from "./define.ts";

/** What a rule may ask beside the cluster. */
export interface AuditContext {
  readonly cluster: Cluster;
  /** Things younger than this are not worth a finding yet, in seconds. */
  readonly olderThan: number;
  /** What keeps an object as it is. Made once for each object, however many rules ask, as is the rest. */
  explain(object: KubeObject): Explanation;
  /** What holds the object itself, and nothing of what holds its holders: thousands of objects can wait for one. */
  ownHolds(object: KubeObject): readonly Hold[];
  /** What is worked out of the object that is being judged, once, however many rules ask. */
  once<O extends KubeObject, T>(object: O, workOut: (object: O, cluster: Cluster) => T): T;
  /** What a diagnosis says of the causes as a whole. */
  verdict(object: KubeObject): Verdict;
  /** What becomes of the data behind it as things go on. Far dearer than the rest: the controllers are run forward for it. */
  outlook(object: KubeObject): DataFate | undefined;
}

/** Why an object is as it is. */
type Explanation = Pick<Diagnosis, "since" | "holds">;

/** What a rule found about the object that it was given. */
export interface RuleFinding {
  readonly message: Phrase;
  /** Unless the rule's own says it. */
  readonly severity?: Severity;
  readonly confidence?: Confidence;
  readonly since?: string;
  readonly disks?: readonly Disk[];
  readonly storageClass?: string;
  readonly reason?: string;
  /** Who or what is behind it; the object itself unless given. */
  readonly holder?: Holder;
  readonly evidence?: readonly Evidence[];
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
  /** Asked only when a flag of this name is given. */
  readonly onlyWith?: "risk";
  /** Repository, path, function and version, or an issue thread. */
  readonly sources: readonly [string, ...string[]];
  check(object: ObjectIn<R>, context: AuditContext): RuleAnswer | RuleFinding;
}

type Filled = "severity" | "confidence" | "needs";

/** What the engine is handed of a rule: nothing is left out, and its findings are a list. */
export type AnyRuleEntry = Omit<RuleEntry, "check" | Filled> &
  Required<Pick<RuleEntry, Filled>> & {
    check(object: KubeObject, context: AuditContext): RuleAnswer;
  };

export function defineRule<R extends Resource>(rule: RuleEntry<R>): AnyRuleEntry {
  return {
    severity: "warning",
    confidence: "certain",
    needs: [],
    ...rule,
    check(object, context) {
      // The engine hands a rule only objects of the kinds that `on` names.
      const answer = rule.check(object as ObjectIn<R>, context);
      return "message" in answer ? [answer] : answer;
    },
  } as AnyRuleEntry;
}
