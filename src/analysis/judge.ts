import type { Cluster, Scope, Snapshot, Unread } from "../cluster/index.ts";
import { createCluster, deleted, everywhere, inNamespace } from "../cluster/index.ts";
import { diskKeyOf } from "../controllers/index.ts";
import type { AnyRuleEntry, Knowledge, RuleFinding } from "../define/index.ts";
import { stateSince } from "../define/index.ts";
import type { KubeObject, ObjectRef, Resource } from "../kubernetes/index.ts";
import { isTerminating, kindNamed, kindOf, refOf, secondsSince } from "../kubernetes/index.ts";
import type { Fate, Finding, Silenced, SizedDisk } from "../report/index.ts";
import { fatesAfter } from "./after-acts.ts";
import { auditContext } from "./audit-context.ts";
import { causeOf } from "./cause-of.ts";
import { Conditions } from "./conditions.ts";
import { createAnalysis } from "./create-analysis.ts";
import { atStake, isKnowable } from "./disks/at-stake.ts";
import type { Futures } from "./label.ts";
import { remediesFor } from "./remedies.ts";
import { suspectsOf } from "./suspects.ts";

/** What is audited, and how strictly. */
export interface AuditScope {
  /** `undefined`: every namespace, and what belongs to none. */
  readonly namespace: string | undefined;
  /** Things younger than this are no finding yet, in seconds. */
  readonly olderThan: number;
  /** Only drawings need the holds of a finding, and these take room where there are many findings. */
  readonly chains?: "left out" | undefined;
  /** Which objects are judged, of those that lie in the scope; all unless given. */
  readonly concerns?: (object: KubeObject, cluster: Cluster) => boolean;
  /** Hears of each object of which something was found. */
  readonly onFound?: (object: KubeObject) => void;
  /** Hears, once or more, of each object whose deletion is too young for the rules about deletions. */
  readonly onRecent?: (object: KubeObject) => void;
  /** The same of each object that waits for something, of which a rule says nothing because it is too new. */
  readonly onWaiting?: (object: KubeObject) => void;
}

/** What all rules say of one object, or of a list that could not be read. */
export interface Judgement {
  readonly resource: Resource;
  /** `undefined`: of the list. */
  readonly object: ObjectRef | undefined;
  /** Who was asked. */
  readonly rules: readonly AnyRuleEntry[];
  readonly findings: readonly Finding[];
  /** A rule that could not see something: that it found nothing there means nothing. */
  readonly silenced: readonly Silenced[];
  /** Everything that was asked for and not read. */
  readonly unread: readonly Unread[];
}

/** Asks the rules. Of an object of which nothing is to be said there is no judgement. */
export interface Judge {
  /** One after the other, as they are asked about. */
  list(resource: Resource): Iterable<Judgement | undefined>;
  /** @param asked all rules on its kind, unless given */
  object(ref: ObjectRef, asked?: readonly AnyRuleEntry[]): Judgement | undefined;
}

/** `draft`: where something was not collected, it will be, and the same is judged again. */
export type Pass = "draft" | "whole";

/** Who is asked, about what. */
interface Audited {
  readonly rules: readonly AnyRuleEntry[];
  readonly scope: AuditScope;
  readonly knowledge: Knowledge;
}

export function createJudge({ rules, scope, knowledge }: Audited, snapshot: Snapshot, pass: Pass): Judge {
  const { namespace, olderThan, chains, concerns = () => true } = scope;
  const { onFound = () => {}, onRecent = () => {}, onWaiting = () => {} } = scope;
  let missed: Unread[] = [];
  const cluster = createCluster(snapshot, (unread) => missed.push(unread));
  const isWanting = () => pass === "draft" && missed.some(isNotCollected);
  const analysis = createAnalysis(cluster, knowledge, isWanting);
  const context = auditContext(analysis, olderThan, onWaiting);
  const conditions = new Conditions(cluster, namespace);
  const rulesOn = (resource: Resource) => rules.filter(({ on }) => on.includes(resource));

  function judged(
    resource: Resource,
    asked: readonly AnyRuleEntry[],
    object: KubeObject,
  ): Judgement | undefined {
    missed = [];
    const findings: Finding[] = [];
    const silenced: Silenced[] = [];
    if (concerns(object, cluster)) {
      if (isRecent(object, asked)) onRecent(object);
      for (const rule of asked) {
        const unread = ask(rule, resource, object, findings);
        if (unread !== undefined) silenced.push({ code: rule.code, unread });
      }
    }
    if (findings.length + silenced.length + missed.length === 0) return undefined;
    if (findings.length > 0) onFound(object);
    // Until the next object, what is asked to find it is missed too.
    return { resource, object: refOf(object), rules: asked, findings, silenced, unread: [...missed] };
  }

  /** One that fails must not take the others with it, nor look as if all were well. */
  function ask(
    rule: AnyRuleEntry,
    resource: Resource,
    object: KubeObject,
    findings: Finding[],
  ): Unread | undefined {
    try {
      const answer = rule.check(object, context);
      const found = isWanting() ? [] : "unread" in answer ? (answer.findings ?? []) : answer;
      for (const each of found) {
        if (isOld(each.since)) findings.push(withDisks(findingOf(rule, object, each)));
        else if (!isTerminating(object)) onWaiting(object);
      }
      return "unread" in answer ? answer.unread : undefined;
    } catch (error) {
      const unread = notJudged(resource, object, error);
      missed.push(unread);
      return unread;
    }
  }

  /** What has no date counts as old. */
  function isOld(since: string | undefined): boolean {
    const age = secondsSince(since, cluster.now);
    return age === undefined || age >= olderThan;
  }

  /** The rules that ask only about deleted objects find nothing in one that was deleted recently. */
  function isRecent(object: KubeObject, asked: readonly AnyRuleEntry[]): boolean {
    if (!isTerminating(object) || isOld(stateSince(object))) return false;
    return asked.some(({ only }) => only?.includes(deleted));
  }

  function withDisks(finding: Finding): Finding {
    const { disks } = finding;
    return disks === undefined ? finding : { ...finding, disks: optional(() => withKeys(disks, cluster)) };
  }

  /** What a rule found, with what it says of itself where the finding does not. */
  function findingOf(rule: AnyRuleEntry, object: KubeObject, found: RuleFinding): Finding {
    const { message, severity, confidence, since, disks, data, storageClass, reason, evidence, remedies } =
      found;
    const { holds } = found;
    return {
      code: rule.code,
      title: rule.title,
      subject: refOf(object),
      message,
      severity: severity ?? rule.severity,
      confidence: confidence ?? rule.confidence,
      ...(since === undefined ? {} : { since }),
      ...(disks === undefined ? {} : { disks }),
      ...(data === undefined ? {} : { data }),
      ...(storageClass === undefined ? {} : { storageClass }),
      ...(reason === undefined ? {} : { reason }),
      cause: optional(() => causeOf(object, { code: rule.code, ...found }, analysis)),
      evidence: evidence ?? [],
      ...(holds === undefined || chains === "left out" ? {} : { holds }),
      remedies: remediesFor(remedies ?? [], analysis, futuresAround(object), () => stakes(object)),
    };
  }

  function futuresAround(object: KubeObject): Futures {
    const unlessWanting = (fates: () => readonly Fate[]) => (isWanting() ? [] : optional(fates));
    return {
      released: () => [
        ...stakes(object).filter(isKnowable),
        ...unlessWanting(() => analysis.lostOnceReleased(object)),
      ],
      after: (acts) => unlessWanting(() => fatesAfter(acts, object, analysis, () => stakes(object))),
      lostBy: (acts) => unlessWanting(() => analysis.lostBy(acts, object)),
    };
  }

  function stakes(object: KubeObject): readonly Fate[] {
    return isWanting() ? [] : optional(() => atStake(object, analysis));
  }

  /** Nothing is missed by what is asked here: what it cannot see, it says itself. But a draft can be made again with it. */
  function optional<T>(ask: () => T): T {
    const known = [...missed];
    const answer = ask();
    const late = missed.slice(known.length).filter(isNotCollected);
    missed = [...known, ...(pass === "draft" ? late : [])];
    return answer;
  }

  return {
    *list(resource) {
      const unread = cluster.unreadIn(resource, scopeOf(resource, namespace));
      const rules = rulesOn(resource);
      if (unread !== undefined) {
        const silenced = rules.map(({ code }) => ({ code, unread }));
        yield { resource, object: undefined, rules, findings: [], silenced, unread: [unread] };
        return;
      }
      for (const { object, asked } of suspectsOf(resource, rules, { cluster, namespace, conditions }))
        yield judged(resource, asked, object);
    },
    object(ref, asked) {
      const resource = kindNamed(ref.apiVersion, ref.kind)?.resource;
      const found = resource === undefined ? undefined : cluster.get(resource, ref.name, ref.namespace);
      if (resource === undefined || found?.state !== "found") return undefined;
      return judged(resource, asked ?? rulesOn(resource), found.object);
    },
  };
}

function scopeOf(resource: Resource, namespace: string | undefined): Scope {
  return namespace === undefined || !kindOf(resource).namespaced ? everywhere : inNamespace(namespace);
}

function isNotCollected({ reason }: Unread): boolean {
  return reason === "NotCollected";
}

function notJudged(resource: Resource, { metadata }: KubeObject, error: unknown): Unread {
  const { name, namespace } = metadata;
  return {
    resource,
    scope: { of: "object", name, ...(namespace === undefined ? {} : { namespace }) },
    reason: "NotJudged",
    detail: String(error),
  };
}

/** The disks with what tells them apart where the volume is known: a claim says only the name of its volume. */
function withKeys(disks: readonly SizedDisk[], cluster: Cluster): readonly SizedDisk[] {
  return disks.map((disk) => {
    if (disk.key !== undefined) return disk;
    const found = cluster.get("v1/persistentvolumes", disk.volume);
    const key = found.state === "found" ? diskKeyOf(found.object) : undefined;
    return key === undefined ? disk : { ...disk, key };
  });
}
