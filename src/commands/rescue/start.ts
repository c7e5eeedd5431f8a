import { createAnalysis, diagnose } from "../../analysis/index.ts";
import type { Executor } from "../../changes/executor/index.ts";
import type { Rescue, RescueStart } from "../../changes/index.ts";
import { begin, objectsOf, withManifests } from "../../changes/index.ts";
import type { Cluster, Snapshot, Unread } from "../../cluster/index.ts";
import { createCluster, isWantedOwner } from "../../cluster/index.ts";
import { claimEnd, claimOf } from "../../controllers/index.ts";
import { knowledge } from "../../knowledge.ts";
import type { KubeObject, ObjectRef, PersistentVolume, Phrase } from "../../kubernetes/index.ts";
import { isTerminating, kindNamed, nameKey, nameOf, refOf, say, words } from "../../kubernetes/index.ts";
import type { DataFate, Refusal } from "../../report/index.ts";
import { collect } from "../asking/collect.ts";
import type { ExitCode } from "../failure.ts";
import { Failure } from "../failure.ts";
import type { Source } from "../sources/source.ts";
import type { Account } from "./account.ts";

/** What is known of the manifests beside the cluster: by `nameKey`, and of a volume that is gone. */
interface Known {
  readonly saved?: ReadonlyMap<string, string>;
  readonly volume?: string | undefined;
}

/** What a rescue is planned from: a cluster, or files. */
interface Ground {
  readonly connected: { readonly source: Source };
  readonly executor: Pick<Executor, "read">;
}

/** Reads what a start depends on, and then its objects whole. */
export async function started(
  make: (snapshot: Snapshot) => RescueStart,
  { saved = new Map(), volume }: Known,
  { connected: { source }, executor }: Ground,
): Promise<RescueStart> {
  const { made } = await collect(make, source.start(), source);
  if (made.start !== "rescue") return made;
  const texts = new Map([...(await textsOf(made.rescue, executor)), ...saved]);
  const rescue = withManifests(made.rescue, texts, volume);
  return "reason" in rescue ? { start: "refused", refusal: rescue, unread: [] } : { ...made, rescue };
}

/** Whole, as the server has them: what pvguard does not know must come back too. */
async function textsOf(rescue: Rescue, executor: Ground["executor"]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const ref of objectsOf(rescue)) {
    const resource = kindNamed(ref.apiVersion, ref.kind)?.resource;
    if (resource === undefined) continue;
    const read = await executor.read(resource, ref);
    if (read.state === "unread") throw new Failure("unreadable", say`error: ${read.phrase}`);
    if (read.state === "found") texts.set(nameKey(ref), read.raw.text);
  }
  return texts;
}

/** How a run ends that has nothing to rescue. */
export function endedWithout(start: Exclude<RescueStart, { start: "rescue" }>, account: Account): ExitCode {
  switch (start.start) {
    case "nothing-to-do":
      account.nothingToDo(start.because, start.told);
      return 0;
    case "refused":
      account.refused(start.refusal);
      return start.refusal.reason === "NothingLeft" ? 2 : 5;
    case "unknown":
      account.unread(start.unread);
      return 3;
  }
}

/**
 * What belongs to the rescue of an object.
 *
 * @param former a rescue of the same object that is not to go on
 */
export function beginning(
  named: ObjectRef,
  accepted: readonly string[],
  former: Rescue | undefined,
): (snapshot: Snapshot) => RescueStart {
  return (snapshot) => {
    const start = begin(named, accepted, createCluster(snapshot), former?.stopped);
    if (start.start !== "nothing-to-do") return start;
    const { refusal, isUnknown, unread, owners } = foreseen(named, snapshot);
    const all = { unread: [...start.unread, ...unread], owners };
    if (isUnknown && unread.length > 0) return { start: "unknown", ...all };
    return refusal === undefined ? { ...start, ...all } : { start: "refused", refusal, ...all };
  };
}

interface Foreseen {
  /** Why it is not true that there is nothing to rescue; `undefined` where nothing takes the data. */
  readonly refusal: Refusal | undefined;
  /** Whether what was not read could take the data. */
  readonly isUnknown: boolean;
  readonly unread: readonly Unread[];
  readonly owners: readonly Unread[];
}

/**
 * What `why` foresees of an object that is not being deleted yet: it can be deleted with its namespace, its owner or its
 * StatefulSet. Nothing is to be brought back then, and its data is to be kept at once.
 */
export function foreseen(named: ObjectRef, snapshot: Snapshot): Foreseen {
  const unread: Unread[] = [];
  const owners: Unread[] = [];
  const cluster = createCluster(
    snapshot,
    (missing) => (isWantedOwner(missing) ? owners : unread).push(missing),
    "asked for",
  );
  const found = cluster.resolve(named);
  if (found?.state !== "found") return { refusal: undefined, isUnknown: false, unread, owners };
  const { object } = found;
  const { fate, verdict, holds } = diagnose(object, createAnalysis(cluster, knowledge));
  const lost = fate && losses[fate.data];
  const end = fate?.data === "kept" ? endOfClaim(object, cluster) : "stays";
  if (lost === undefined && end !== "goes")
    return {
      refusal: undefined,
      isUnknown: end === "unread" || verdict.category === "unknown",
      unread,
      owners,
    };
  const volume = volumeOf(object);
  // The verdict may speak of what comes before that, such as a pod that is ending.
  const why = holds.find(({ held }) => nameKey(held) === nameKey(refOf(object)))?.message ?? verdict.summary;
  const refusal: Refusal = {
    reason: "NotDeletedYet",
    object: refOf(object),
    message: say`${nameOf(refOf(object))} is not being deleted yet, so there is nothing to rescue yet. But it will be deleted: ${why}. ${words(lost ?? kept)}`,
    instead: lost === undefined ? laterFor(volume) : retainNow(volume),
  };
  return { refusal, isUnknown: false, unread, owners };
}

const losses: { readonly [F in DataFate]?: string } = {
  destroyed: "Its disk will then be deleted.",
  exposed: "Any claim can then take its data.",
  leaked: "Its disk will then remain in the storage backend, with no record of it.",
};

const kept = "Its disk will then be kept, but no claim will use it.";

function retainNow(volume: string | undefined): Phrase {
  return volume === undefined
    ? say`Set its volume to Retain now.`
    : say`Set the volume to Retain now: kubectl pvguard fix pv/${volume} --remedy set-retain`;
}

function laterFor(volume: string | undefined): Phrase {
  return say`Wait until the claim is being deleted or no longer exists. Then bring it back, in a namespace that exists: kubectl pvguard rescue pv/${volume ?? "NAME"}`;
}

/** What is deleted with its namespace, its owner or its set is not marked before that. */
function endOfClaim(object: KubeObject, cluster: Cluster): "goes" | "stays" | "unread" {
  const ref = object.kind === "PersistentVolume" ? claimOf(object as PersistentVolume) : refOf(object);
  const found = cluster.get("v1/persistentvolumeclaims", ref?.name ?? "", ref?.namespace ?? "");
  if (found.state !== "found" || isTerminating(found.object))
    return found.state === "unread" ? "unread" : "stays";
  const { ends } = claimEnd(found.object, cluster);
  switch (ends) {
    case "with":
    case "without its owners":
      return "goes";
    case "unread":
      return "unread";
    case "no":
      return "stays";
  }
}

function volumeOf(object: KubeObject): string | undefined {
  if (object.kind === "PersistentVolume") return object.metadata.name;
  return object.kind === "PersistentVolumeClaim" ? object.spec?.volumeName : undefined;
}
