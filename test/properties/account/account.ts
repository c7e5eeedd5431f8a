/** All that these properties ask of pvguard: what changes there changes here, and nowhere else in this folder. */
import { audit, report } from "../../../src/analysis/index.ts";
import { proposals } from "../../../src/changes/index.ts";
import type { Cluster, Snapshot } from "../../../src/cluster/index.ts";
import { createCluster } from "../../../src/cluster/index.ts";
import { knowledge } from "../../../src/knowledge.ts";
import type { KubeObject, ObjectRef, Phrase, Resource } from "../../../src/kubernetes/index.ts";
import { flatten, kindNamed, nameKey, refOf } from "../../../src/kubernetes/index.ts";
import type { Diagnosis, OfferedRemedy, Report } from "../../../src/report/index.ts";
import { now, snapshotOf } from "../../support/snapshot.ts";

export { createCluster, knowledge };

const told: readonly string[] = [
  "PersistentVolumeClaim",
  "PersistentVolume",
  "VolumeAttachment",
  "VolumeSnapshot",
  "VolumeSnapshotContent",
  "Pod",
  "Namespace",
];

/** One cluster, and the report on each of its objects that a person can ask about. */
export interface Account {
  readonly objects: readonly KubeObject[];
  readonly snapshot: Snapshot;
  readonly cluster: Cluster;
  readonly report: Report;
  /** By the key of the object. */
  readonly diagnoses: ReadonlyMap<string, Diagnosis>;
}

export function accountOf(objects: readonly KubeObject[], hidden: readonly Resource[] = []): Account {
  return accountIn(objects, snapshotOf(objects, hidden));
}

/** As a snapshot tells it, of objects that it has or has not. */
export function accountIn(objects: readonly KubeObject[], snapshot: Snapshot): Account {
  const cluster = createCluster(snapshot, () => {});
  const asked = objects.filter(
    ({ apiVersion, kind, metadata: { name, namespace } }) =>
      told.includes(kind) &&
      namespace !== "kube-system" &&
      isRead(cluster, apiVersion, kind, name, namespace),
  );
  const made = report(asked, snapshot, knowledge);
  const diagnoses = new Map(made.diagnoses.map((each) => [nameKey(each.object), each]));
  return { objects, snapshot, cluster, report: made, diagnoses };
}

function isRead(
  cluster: Cluster,
  apiVersion: string,
  kind: string,
  name: string,
  namespace?: string,
): boolean {
  const resource = kindNamed(apiVersion, kind)?.resource;
  return resource !== undefined && cluster.get(resource, name, namespace).state === "found";
}

/** The report on one object, as if it were deleted at this moment. */
export function accountIfDeleted(object: KubeObject, objects: readonly KubeObject[]): Diagnosis | undefined {
  const metadata = { ...object.metadata, deletionTimestamp: now };
  const gone = { ...object, metadata };
  const after = objects.map((each) => (each === object ? gone : each));
  return report([gone], snapshotOf(after), knowledge).diagnoses[0];
}

export function audited(snapshot: Snapshot): Report {
  return audit(knowledge.rules, { namespace: undefined, olderThan: 300 }, snapshot, knowledge);
}

/** What fix would do about an object by this remedy. */
export function planned(object: KubeObject, remedy: string | undefined, snapshot: Snapshot) {
  const wish = remedy === undefined ? {} : { remedy };
  const [proposal] = proposals([object], wish, snapshot, knowledge).proposals;
  if (proposal === undefined) throw new Error("nothing was said");
  return proposal;
}

export function text(phrase: Phrase): string {
  return flatten(phrase, (data) => data);
}

export function nameOf(ref: ObjectRef | KubeObject): string {
  const { kind, namespace, name } = refOf(ref);
  return `${kind} ${namespace === undefined ? "" : `${namespace}/`}${name}`;
}

export function isSame(a: ObjectRef | undefined, b: ObjectRef | undefined): boolean {
  return a !== undefined && b !== undefined && nameKey(a) === nameKey(b);
}

export function keeps({ name, safety, spares, fix }: OfferedRemedy): boolean {
  const retains = fix?.acts.some(
    (act) => act.do === "edit" && act.edits.some((edit) => edit.op !== "remove" && edit.value === "Retain"),
  );
  return (
    safety === "safe" &&
    (retains === true || (fix === undefined && spares !== undefined && name.startsWith("retain")))
  );
}
