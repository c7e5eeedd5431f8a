/** Does what fix plans, and what an audit predicts, agree with what why says of the same? */

import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { nameKey, refOf } from "../../../src/kubernetes/index.ts";
import type { Diagnosis, Finding, OfferedRemedy } from "../../../src/report/index.ts";
import type { Account } from "./account.ts";
import { audited, isSame, nameOf, planned, text } from "./account.ts";

const losing: readonly string[] = ["destroyed", "exposed"];
const lossNames: readonly string[] = ["DataDestroyed", "DataExposed", "SnapshotDestroyed"];

/** Of each remedy that why offers and fix can carry out. */
export function plansAgainst(object: KubeObject, diagnosis: Diagnosis, account: Account): readonly string[] {
  const fixable = diagnosis.remedies.filter(({ fix }) => fix !== undefined);
  // Of two with one name, fix takes the first.
  const first = fixable.filter((each) => fixable.find(({ name }) => name === each.name) === each);
  return first.flatMap((remedy) =>
    planAgainst(object, remedy, account).map((each) => `${nameOf(object)}, ${remedy.name}: ${each}`),
  );
}

function planAgainst(object: KubeObject, remedy: OfferedRemedy, account: Account): readonly string[] {
  const proposal = planned(object, remedy.name, account.snapshot);
  if (proposal.state !== "draft") return [];
  const { acts, safety, accept, next, fate } = proposal.draft;
  const said: string[] = [];
  if (JSON.stringify(acts) !== JSON.stringify(remedy.fix?.acts)) said.push("plans other acts than why shows");
  if (safety !== remedy.safety) said.push(`the plan is ${safety}, and why says ${remedy.safety}`);
  const loss = accept.find(({ name }) => lossNames.includes(name));
  if (loss !== undefined && remedy.safety !== "loses-data")
    said.push(`asks to accept ${loss.name}, and why says ${remedy.safety}`);
  if (safety === "loses-data" && accept.length === 0) said.push("the plan loses data, and names no loss");
  const destroyed = next.find((step) => step.fate !== undefined);
  if (loss !== undefined && destroyed === undefined)
    said.push(`asks to accept ${loss.name}, and no step loses data`);
  if (
    remedy.safety === "safe" &&
    destroyed?.fate !== undefined &&
    text(destroyed.when) === "now" &&
    !isKeeping(remedy)
  )
    said.push(`why says safe, and then at once ${text(destroyed.action)}`);
  // That of a namespace is the worst of all that is in it, and names no volume.
  const stepped = next.some(
    (step) => step.fate === fate?.data && (fate?.volume === undefined || isSame(step.object, fate.volume)),
  );
  if (fate !== undefined && losing.includes(fate.data) && !stepped && fate.through === undefined)
    said.push(`the plan says ${fate.data} by no step`);
  const follows = remedy.follows?.data;
  if (follows !== undefined && losing.includes(follows) && fate?.data === "kept")
    said.push(`why says that ${follows} follows, the plan that it is kept`);
  return said;
}

function isKeeping({ fix }: OfferedRemedy): boolean {
  return fix?.acts.every((act) => act.do === "edit") === true;
}

/** What fix proposes unasked is what why proposes. */
export function proposalAgainst(
  object: KubeObject,
  diagnosis: Diagnosis,
  account: Account,
): readonly string[] {
  const primary = diagnosis.remedies.find((remedy) => remedy.primary);
  const proposal = planned(object, undefined, account.snapshot);
  if (proposal.state !== "draft") return [];
  return proposal.draft.remedy === primary?.name
    ? []
    : [`${nameOf(object)}: fix proposes ${proposal.draft.remedy}, and why ${primary?.name}`];
}

/** What an audit says of an object, against the report on it. */
export function auditAgainst(account: Account): readonly string[] {
  return audited(account.snapshot).findings.flatMap((finding) => {
    const diagnosis = account.diagnoses.get(nameKey(refOf(finding.subject)));
    return diagnosis === undefined ? [] : findingAgainst(finding, diagnosis);
  });
}

function findingAgainst(
  finding: Finding,
  { verdict, fate, roots, holds, remedies }: Diagnosis,
): readonly string[] {
  const { code, subject, severity, reason } = finding;
  const about = `${code} of ${nameOf(subject)}`;
  const said: string[] = [];
  const isHeld = code.startsWith("PVG10") && code !== "PVG107";
  const known = [...roots, ...holds].map((each) => each.reason).concat(verdict.reason);
  if (reason !== undefined && isHeld && !known.includes(reason))
    said.push(`${about}: ${reason} is no cause that why names (${known.join()})`);
  // An error is what destroys data once it is released.
  if (isHeld && severity === "error" && fate !== undefined && !losing.includes(fate.data))
    said.push(`${about}: an error, as if data were destroyed once it is released, and why says ${fate.data}`);
  for (const remedy of finding.remedies) {
    const known = remedies.find(
      (each) =>
        each.name === remedy.name && JSON.stringify(each.commands) === JSON.stringify(remedy.commands),
    );
    if (known !== undefined && known.safety !== remedy.safety)
      said.push(`${about}: ${remedy.name} is ${remedy.safety}, and why says ${known.safety}`);
  }
  return said;
}
