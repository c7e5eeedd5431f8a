import { type Cause, type Cluster, type Fate, type Finding, type KubeObject, refOf } from "../model/index.ts";
import type { CauseFound } from "./cause-of.ts";
import type { Knowledge } from "./define.ts";
import { remediesFor } from "./remedies.ts";
import type { AnyRuleEntry, RuleFinding } from "./rule.ts";

/** What a rule found, with what it says of itself where the finding does not. */
export function findingOf(
  rule: AnyRuleEntry,
  object: KubeObject,
  {
    message,
    severity,
    confidence,
    since,
    disks,
    storageClass,
    reason,
    holder,
    evidence,
    remedies,
  }: RuleFinding,
  cluster: Cluster,
  knowledge: Knowledge,
  stakes: (object: KubeObject) => readonly Fate[],
  causes: (object: KubeObject, found: CauseFound) => Cause,
): Finding {
  return {
    code: rule.code,
    title: rule.title,
    subject: refOf(object),
    message,
    severity: severity ?? rule.severity,
    confidence: confidence ?? rule.confidence,
    ...(since === undefined ? {} : { since }),
    ...(disks === undefined ? {} : { disks }),
    ...(storageClass === undefined ? {} : { storageClass }),
    ...(reason === undefined ? {} : { reason }),
    cause: causes(object, { code: rule.code, holder, reason, storageClass }),
    evidence: evidence ?? [],
    remedies: remediesFor(remedies ?? [], cluster, knowledge, () => stakes(object)),
  };
}
