import { deletionReporter, keptResources } from "../../analysis/index.ts";
import { everywhere, inNamespace } from "../../cluster/index.ts";
import { exemptControllers } from "../../guard/index.ts";
import { knowledge } from "../../knowledge.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { kindNamed, say, words } from "../../kubernetes/index.ts";
import type { DeletedObject, DeletionReport } from "../../report/index.ts";
import { askAgain } from "../asking/ask.ts";
import { inTurns } from "../asking/collect.ts";
import type { FlagValues } from "../flags/index.ts";
import { explainable } from "../resources.ts";
import type { Source } from "../sources/source.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Settings } from "./flags.ts";
import type { Review } from "./review.ts";
import type { Borrowed } from "./windows.ts";

/** What is said to a request. */
export type Judgement =
  | { readonly is: "passed"; readonly because: Passed }
  | { readonly is: "loss"; readonly deleted: DeletedObject }
  | { readonly is: "unknown"; readonly because: Phrase };

/**
 * Why a request passes. `exempt`: of a controller, or of whom `--exempt` names. `unlocked`: its object has the annotation.
 * `in any case`: what is lost is lost without it too. `snapshot`: one keeps the data.
 */
type Passed =
  | "no deletion"
  | "under way"
  | "exempt"
  | "unlocked"
  | "orphaning"
  | "gone"
  | "nothing lost"
  | "in any case"
  | "snapshot";

/** What a judgement rests on: nothing of it was read before that, in milliseconds. `undefined`: nothing was read for it. */
export interface Judged {
  readonly judgement: Judgement;
  readonly readSince?: number;
}

/** Where a review gets what was read. */
interface Reading {
  shared(): Promise<Borrowed>;
  fresh(): Promise<Borrowed>;
}

/** What decides without a look at the cluster. */
function passedUnread(review: Review, settings: Settings): Passed | undefined {
  const { operation, deletion, user, unlock, object, dependents } = review;
  if (operation !== "DELETE") return "no deletion";
  if (deletion === "under way") return "under way";
  if (isExempt(user, settings.exempt)) return "exempt";
  if (unlock !== undefined && unlock === object.uid) return "unlocked";
  return dependents === "orphaned" && isWorkload(review) ? "orphaning" : undefined;
}

/** What is deleted with a workload stays where its dependents are orphaned: claims, volumes and snapshots have data of their own. */
function isWorkload({ object }: Review): boolean {
  return object.apiVersion.startsWith("apps/") || object.apiVersion.startsWith("batch/");
}

/** Judges a deletion. What rests on older readings refuses nothing: it is asked again. */
export async function judged(
  review: Review,
  settings: Settings,
  reading: Reading,
  surroundings: Pick<Surroundings, "now" | "rest"> & { readonly flags: FlagValues },
): Promise<Judged> {
  const passed = passedUnread(review, settings);
  if (passed !== undefined) return { judgement: { is: "passed", because: passed } };
  const judgedBy = async (borrowed: Borrowed) => {
    const { is, since: readSince, source } = borrowed;
    const report = await asked(review, source, surroundings).finally(() => borrowed.giveBack());
    return { is, readSince, judgement: judgementOf(report, review, settings, surroundings.now()) };
  };
  const first = await judgedBy(await reading.shared());
  if (first.judgement.is === "passed" || first.is === "fresh") return first;
  return await judgedBy(await reading.fresh());
}

async function asked(
  { object }: Review,
  source: Source,
  { rest, flags }: Pick<Surroundings, "rest"> & { readonly flags: FlagValues },
): Promise<DeletionReport | "gone" | Phrase> {
  const { apiVersion, kind, name, namespace } = object;
  const resource = kindNamed(apiVersion, kind)?.resource;
  if (resource === undefined || !explainable.includes(resource) || name === "")
    return say`pvguard does not judge the deletion of ${kind} "${name}"`;
  const target = { resource, name, ...(namespace === undefined ? {} : { namespace }) };
  const { answer, failures, objects } = await askAgain(
    { by: "name", targets: [target] },
    flags,
    kind === "Namespace" ? await withContent(name, source) : source,
    (given) => inTurns(deletionReporter(given, knowledge), rest),
  );
  const [failure] = failures;
  if (failure !== undefined) return failure.kind === "not-found" ? "gone" : failure.phrase;
  // It was deleted, and created again: the request is not about that one.
  if (objects.some(({ metadata }) => object.uid !== undefined && metadata.uid !== object.uid)) return "gone";
  return answer;
}

/** Most of what the answer about a namespace needs, read at once: each answer that lacks something is made for nothing. */
async function withContent(namespace: string, source: Source): Promise<Source> {
  const within = inNamespace(namespace);
  const { readings, skipped } = await source.collect([
    { resource: "v1/persistentvolumeclaims", scope: within },
    { resource: "v1/pods", scope: within },
    { resource: "snapshot.storage.k8s.io/v1/volumesnapshots", scope: within },
    { resource: "apps/v1/statefulsets", scope: within },
    ...keptResources.map((resource) => ({ resource, scope: within })),
    // Those of a namespace itself are in `default`, as those of all that is outside of namespaces.
    { resource: "v1/events", scope: inNamespace("default") },
    { resource: "v1/persistentvolumes", scope: everywhere },
    { resource: "storage.k8s.io/v1/volumeattachments", scope: everywhere },
    { resource: "storage.k8s.io/v1/csidrivers", scope: everywhere },
    { resource: "storage.k8s.io/v1/csinodes", scope: everywhere },
    { resource: "snapshot.storage.k8s.io/v1/volumesnapshotcontents", scope: everywhere },
  ]);
  // What could not be read is asked for again by who needs it.
  const read = readings.filter((reading) => reading.read);
  return { ...source, start: () => ({ ...source.start(), readings: read, skipped }) };
}

function judgementOf(
  report: DeletionReport | "gone" | Phrase,
  { object }: Review,
  { snapshotAge }: Settings,
  now: number,
): Judgement {
  if (report === "gone") return { is: "passed", because: "gone" };
  if (!("loses" in report)) return { is: "unknown", because: report };
  const [deleted] = report.objects;
  if (deleted === undefined) return { is: "unknown", because: say`nothing is known of ${object.name}` };
  switch (deleted.loses) {
    case "nothing":
      return { is: "passed", because: "nothing lost" };
    case "unknown":
      return {
        is: "unknown",
        because: deleted.because.length > 0 ? deleted.because : words("not all was read"),
      };
    case "data":
    case "record":
      if (deleted.comes === "in any case") return { is: "passed", because: "in any case" };
      return hasCopies(deleted, snapshotAge, now)
        ? { is: "passed", because: "snapshot" }
        : { is: "loss", deleted };
  }
}

/** Each disk that is lost has a snapshot that is ready, stays, and is new enough. */
function hasCopies({ fates }: DeletedObject, snapshotAge: number | undefined, now: number): boolean {
  if (snapshotAge === undefined) return false;
  const lost = fates.filter(({ data }) => data !== "kept" && data !== "none" && data !== "already-gone");
  return (
    lost.length > 0 &&
    lost.every(
      ({ data, copies = [] }) =>
        data === "destroyed" &&
        copies.some(({ state, takenAt }) => {
          const age = now - Date.parse(takenAt ?? "");
          return state === "ready" && age >= 0 && age <= snapshotAge;
        }),
    )
  );
}

/** @param names more users, or groups, that pass */
function isExempt(
  { username, groups }: { readonly username: string; readonly groups: readonly string[] },
  names: readonly string[],
): boolean {
  return (
    exemptControllers.some(({ user }) => user === username) ||
    names.includes(username) ||
    groups.some((group) => names.includes(group))
  );
}
