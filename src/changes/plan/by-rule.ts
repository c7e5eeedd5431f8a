import type { AuditScope } from "../../analysis/index.ts";
import { audit, createAnalysis, unreadKey } from "../../analysis/index.ts";
import type { Snapshot, Unread } from "../../cluster/index.ts";
import { createCluster } from "../../cluster/index.ts";
import type { AnyRuleEntry, Knowledge } from "../../define/index.ts";
import type { Finding } from "../../report/index.ts";
import { fingerprintOf } from "../../report/index.ts";
import type { FixableRemedy } from "./choose.ts";
import { personMustAct } from "./choose.ts";
import type { Proposal, Proposals } from "./propose.ts";
import { drafted } from "./propose.ts";

/** What would be done about everything that a rule finds: for each finding the first remedy that fix can do. */
export function proposalsByRule(
  rule: AnyRuleEntry,
  scope: AuditScope,
  snapshot: Snapshot,
  knowledge: Knowledge,
): Proposals {
  const found = audit([rule], scope, snapshot, knowledge);
  const unread = new Map<string, Unread>(found.unread.map((each) => [unreadKey(each), each]));
  const cluster = createCluster(snapshot, (missing) => unread.set(unreadKey(missing), missing));
  const analysis = createAnalysis(cluster, knowledge);

  function proposed(finding: Finding): Proposal {
    const { subject, reason, message } = finding;
    const remedy = finding.remedies.find(({ fix }) => fix !== undefined);
    const object = cluster.resolve(subject);
    if (object?.state !== "found" || remedy?.fix === undefined)
      return { state: "refused", refusals: [personMustAct(subject, message, [], finding.remedies[0])] };
    const because = {
      object: subject,
      leaves: [`${fingerprintOf(finding)}${reason === undefined ? "" : ` ${reason}`}`],
    };
    const fixable: FixableRemedy = { ...remedy, fix: remedy.fix };
    return drafted({ object: object.object, remedy: fixable, because }, analysis);
  }

  const proposals = found.findings.map(proposed);
  return {
    takenAt: snapshot.takenAt,
    proposals,
    unread: [...unread.values()],
    skipped: snapshot.skipped,
  };
}
