import type {
  EarlierFinding,
  Finding,
  KubeObject,
  PersistentVolume,
  PersistentVolumeClaim,
} from "../../model/index.ts";
import type { AuditSettings } from "./settings.ts";
import { isAtLeast } from "./severity.ts";

type Filters = Pick<AuditSettings, "minSeverity" | "storageClasses" | "labels">;

/** Does a person want to hear of this finding? */
export function isShown(
  finding: Finding,
  objectOf: (finding: Finding) => KubeObject | undefined,
  { minSeverity, storageClasses, labels }: Filters,
): boolean {
  if (!isAtLeast(finding.severity, minSeverity)) return false;
  if (storageClasses.length === 0 && labels === undefined) return true;
  const object = objectOf(finding);
  return (
    isOfClass(finding.storageClass ?? classOf(object), storageClasses) &&
    (labels === undefined || labels(object?.metadata.labels ?? {}))
  );
}

/** The same of a finding of which only an earlier report knows: its labels are not known any more. */
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

/** Claims and volumes name their class in the same field. */
function classOf(object: KubeObject | undefined): string | undefined {
  if (object?.kind !== "PersistentVolumeClaim" && object?.kind !== "PersistentVolume") return undefined;
  return (object as PersistentVolumeClaim | PersistentVolume).spec?.storageClassName;
}
