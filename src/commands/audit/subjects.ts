import type { ObjectVersion } from "../../cluster/index.ts";
import { storageClassNameOf } from "../../controllers/index.ts";
import type { KubeObject, ObjectRef } from "../../kubernetes/index.ts";
import { distinct, ignoreAnnotation, nameKey, refOf } from "../../kubernetes/index.ts";
import type { EarlierFinding, Finding, RecentDeletions, RecentWaits } from "../../report/index.ts";
import type { AuditSettings } from "./settings.ts";
import { isAtLeast } from "./threshold.ts";

/** What is asked about the object of a finding after it was judged. */
export interface Subject {
  /** `undefined` where the source does not say. */
  readonly version: ObjectVersion | undefined;
  /** Its annotations that ask to ignore something. */
  readonly wishes: KubeObject["metadata"]["annotations"];
  /** Claims and volumes have one. */
  readonly storageClass: string | undefined;
  /** Whether the label selector chooses the object. */
  readonly isChosen: boolean;
}

/** The objects of which something was found, as they were judged last: so that they need not be built again. */
export class Subjects {
  readonly #known = new Map<string, Subject>();
  readonly #labels: AuditSettings["labels"];
  readonly #recent = new Map<string, ObjectRef>();
  readonly #waiting = new Map<string, ObjectRef>();

  constructor({ labels }: Pick<AuditSettings, "labels">) {
    this.#labels = labels;
  }

  note(object: KubeObject): void {
    const { uid, resourceVersion, labels } = object.metadata;
    this.#known.set(nameKey(refOf(object)), {
      version: resourceVersion === undefined ? undefined : { uid, resourceVersion },
      wishes: wishesOf(object),
      storageClass: classOf(object),
      isChosen: this.#labels?.(labels ?? {}) ?? true,
    });
  }

  /** One whose deletion is too young to be judged. */
  noteRecent(object: KubeObject): void {
    this.note(object);
    const ref = refOf(object);
    this.#recent.set(nameKey(ref), ref);
  }

  /** One that waits for something, and is too new to be judged. */
  noteWaiting(object: KubeObject): void {
    this.note(object);
    const ref = refOf(object);
    this.#waiting.set(nameKey(ref), ref);
  }

  /** Those that a person asks about; `undefined` if there are none. */
  recentDeletions(settings: AuditSettings): RecentDeletions | undefined {
    const objects = this.#wanted(this.#recent, settings);
    return objects.length === 0 ? undefined : { olderThan: settings.olderThan, objects };
  }

  /** The same, counted. */
  recentWaits(settings: AuditSettings): readonly RecentWaits[] {
    const kinds = this.#wanted(this.#waiting, settings).map(({ kind }) => kind);
    return distinct(kinds).map((kind) => ({ kind, count: kinds.filter((each) => each === kind).length }));
  }

  #wanted(all: ReadonlyMap<string, ObjectRef>, { storageClasses }: AuditSettings): readonly ObjectRef[] {
    return [...all.values()].filter((ref) => {
      const subject = this.get(ref);
      return subject?.isChosen !== false && isOfClass(subject?.storageClass, storageClasses);
    });
  }

  get(ref: ObjectRef): Subject | undefined {
    return this.#known.get(nameKey(ref));
  }
}

/** Of a claim or a volume. */
function classOf(object: KubeObject): string | undefined {
  if (object.kind !== "PersistentVolumeClaim" && object.kind !== "PersistentVolume") return undefined;
  return storageClassNameOf(object);
}

/** The annotations by which an object asks to ignore something; `undefined` for most objects. */
export function wishesOf({ metadata: { annotations } }: KubeObject): KubeObject["metadata"]["annotations"] {
  if (annotations === undefined || !Object.hasOwn(annotations, ignoreAnnotation)) return undefined;
  return Object.fromEntries(Object.entries(annotations).filter(([key]) => key.startsWith(ignoreAnnotation)));
}

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
