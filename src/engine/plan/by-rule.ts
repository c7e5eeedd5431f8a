import type { Finding, Snapshot, Unread } from "../../model/index.ts";
import { fingerprintOf } from "../../model/index.ts";
import type { AuditScope } from "../audit.ts";
import { audit } from "../audit.ts";
import { createCluster } from "../cluster.ts";
import type { Knowledge } from "../define.ts";
import { unreadKey } from "../report.ts";
import type { AnyRuleEntry } from "../rule.ts";
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
    return drafted(object.object, fixable, because, cluster, knowledge);
  }

  const proposals = found.findings.map(proposed);
  return {
    takenAt: snapshot.takenAt,
    proposals,
    unread: [...unread.values()],
    skipped: snapshot.skipped,
  };
}
