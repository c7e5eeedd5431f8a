import type { EarlierFinding, Finding } from "../../model/index.ts";
import type { AuditSettings } from "./settings.ts";
import { isAtLeast } from "./severity.ts";
import type { Subject } from "./subjects.ts";

type Filters = Pick<AuditSettings, "minSeverity" | "storageClasses" | "labels">;

/** Is this finding to be shown? */
export function isShown(
  finding: Finding,
  subject: Subject | undefined,
  { minSeverity, storageClasses }: Pick<Filters, "minSeverity" | "storageClasses">,
): boolean {
  return (
    isAtLeast(finding.severity, minSeverity) &&
    isOfClass(finding.storageClass ?? subject?.storageClass, storageClasses) &&
    subject?.isChosen !== false
  );
}

/** The same of a finding of which only an earlier report knows: its labels are no longer known. */
export function isEarlierShown(
  { severity, storageClass, subject }: EarlierFinding,
  { minSeverity, storageClasses, labels }: Filters,
  namespace: string | undefined,
): boolean {
  return (
    isAtLeast(severity, minSeverity) &&
    isOfClass(storageClass, storageClasses) &&
    labels === undefined &&
    (namespace === undefined || subject.namespace === namespace)
  );
}

function isOfClass(storageClass: string | undefined, wanted: readonly string[]): boolean {
  return wanted.length === 0 || (storageClass !== undefined && wanted.includes(storageClass));
}
