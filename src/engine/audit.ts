import {
  type AnyController,
  type Cluster,
  everywhere,
  type Finding,
  inNamespace,
  type KubeObject,
  kindOf,
  nameKey,
  type Remedy,
  type Report,
  type Resource,
  refOf,
  type Scope,
  type Severity,
  type Silenced,
  type Snapshot,
  secondsSince,
  type Unread,
} from "../model/index.ts";
import { createCluster } from "./cluster.ts";
import type { Knowledge } from "./define.ts";
import { diagnose } from "./diagnose.ts";
import { causeGraph } from "./graph.ts";
import { remediesFor } from "./remedies.ts";
import type { AnyRuleEntry, AuditContext, Explanation, RuleFinding } from "./rule.ts";
import { stateSince } from "./state.ts";

/** What is audited, and how strictly. */
export interface AuditScope {
  /** `undefined`: every namespace, and what belongs to none. */
  readonly namespace: string | undefined;
  /** Things younger than this are no finding yet, in seconds. */
  readonly olderThan: number;
  /** Which objects are judged, of those that lie in the scope; all unless given. */
  readonly concerns?: (object: KubeObject, cluster: Cluster) => boolean;
}

/**
 * Asks each rule about each object of its kinds. A rule that could not see something is in `silenced`: that it found
 * nothing there means nothing.
 */
export function audit(
  rules: readonly AnyRuleEntry[],
  { namespace, olderThan, concerns = () => true }: AuditScope,
  snapshot: Snapshot,
  knowledge: Knowledge,
  controllers: readonly AnyController[],
): Report {
  const unread = new Map<string, Unread>();
  const cluster = createCluster(snapshot, noted);
  const context = contextOf(cluster, olderThan, knowledge, controllers);
  const silenced = new Map<string, Silenced>();
  const failed = new Set<string>();
  const silence = (code: string, missing: Unread) =>
    silenced.set(JSON.stringify([code, identity(missing)]), { code, unread: missing });

  /** Object after object, so that each is made only once, and not all of them are there at a time. */
  function findingsOn(resource: Resource): readonly Finding[] {
    const asking = rules.filter(({ on }) => on.includes(resource));
    const walk = cluster.each(resource, scopeOf(resource, namespace));
    if (!walk.read) {
      for (const { code } of asking) silence(code, walk.unread);
      return [];
    }
    const findings: Finding[] = [];
    for (const object of walk.objects) {
      if (!concerns(object, cluster)) continue;
      for (const rule of asking) findings.push(...judgedOrNot(rule, resource, object));
    }
    return findings;
  }

  /** One that fails must not take the others with it, nor look as if all were well. Its first error is told. */
  function judgedOrNot(rule: AnyRuleEntry, resource: Resource, object: KubeObject): readonly Finding[] {
    try {
      return judged(rule, object);
    } catch (error) {
      const key = JSON.stringify([rule.code, resource]);
      if (!failed.has(key)) silence(rule.code, noted(notJudged(resource, object, error)));
      failed.add(key);
      return [];
    }
  }

  function noted(missing: Unread): Unread {
    unread.set(identity(missing), missing);
    return missing;
  }

  function judged(rule: AnyRuleEntry, object: KubeObject): readonly Finding[] {
    const answer = rule.check(object, context);
    if ("unread" in answer) silence(rule.code, answer.unread);
    const found = "unread" in answer ? (answer.findings ?? []) : answer;
    return found
      .filter(({ since }) => (secondsSince(since, cluster.now) ?? olderThan) >= olderThan)
      .map((each) => findingOf(rule, object, each, cluster, knowledge));
  }

  const resources = new Set(rules.flatMap(({ on }) => on));
  const findings = [...resources].flatMap(findingsOn).sort(worstFirst);
  const { takenAt, clock, source, skipped } = snapshot;
  return {
    takenAt,
    clock,
    source,
    skipped,
    unread: [...unread.values()],
    diagnoses: [],
    findings,
    silenced: inOrder([...silenced.values()], rules),
  };
}

function inOrder(silenced: readonly Silenced[], rules: readonly AnyRuleEntry[]): readonly Silenced[] {
  const places = new Map<string, number>(rules.map(({ code }, place) => [code, place]));
  const placeOf = ({ code }: Silenced) => places.get(code) ?? 0;
  return [...silenced].sort((a, b) => placeOf(a) - placeOf(b));
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

function contextOf(
  cluster: Cluster,
  olderThan: number,
  knowledge: Knowledge,
  controllers: readonly AnyController[],
): AuditContext {
  const diagnosed = once((object) => diagnose(object, cluster, knowledge, controllers));
  return {
    cluster,
    olderThan,
    diagnose: diagnosed,
    explain: once((object) => explain(object, cluster, knowledge)),
  };
}

/** Rules ask about an object and those around it, and then never again. */
const mostKept = 1000;

function once<T>(make: (object: KubeObject) => T): (object: KubeObject) => T {
  const known = new Map<string, T>();
  return (object) => {
    const key = nameKey(refOf(object));
    const before = known.get(key);
    if (before !== undefined) return before;
    if (known.size >= mostKept) known.clear();
    const made = make(object);
    known.set(key, made);
    return made;
  };
}

function explain(object: KubeObject, cluster: Cluster, knowledge: Knowledge): Explanation {
  const since = stateSince(object);
  const { holds } = causeGraph(object, cluster, knowledge);
  return { holds, ...(since === undefined ? {} : { since }) };
}

function scopeOf(resource: Resource, namespace: string | undefined): Scope {
  return namespace === undefined || !kindOf(resource).namespaced ? everywhere : inNamespace(namespace);
}

function findingOf(
  rule: AnyRuleEntry,
  object: KubeObject,
  { message, severity, confidence, since, bytes, storageClass, reason, evidence, remedies }: RuleFinding,
  cluster: Cluster,
  knowledge: Knowledge,
): Finding {
  const offered: readonly Remedy[] = remediesFor(remedies ?? [], cluster, knowledge);
  return {
    code: rule.code,
    title: rule.title,
    subject: refOf(object),
    message,
    severity: severity ?? rule.severity,
    confidence: confidence ?? rule.confidence,
    ...(since === undefined ? {} : { since }),
    ...(bytes === undefined ? {} : { bytes }),
    ...(storageClass === undefined ? {} : { storageClass }),
    ...(reason === undefined ? {} : { reason }),
    evidence: evidence ?? [],
    remedies: offered,
  };
}

const severities: readonly Severity[] = ["error", "warning", "note"];

function worstFirst(a: Finding, b: Finding): number {
  const keyOf = ({ severity, code, subject }: Finding) =>
    [severities.indexOf(severity), code, subject.namespace ?? "", subject.kind, subject.name] as const;
  const [left, right] = [keyOf(a), keyOf(b)];
  for (const [position, value] of left.entries()) {
    const other = right[position] ?? "";
    if (value !== other) return value < other ? -1 : 1;
  }
  return 0;
}

function identity({ resource, scope }: Unread): string {
  return JSON.stringify([resource, scope]);
}
