import { needsFinalizer } from "../../controllers/index.ts";
import type { AuditContext, RuleFinding } from "../../engine/index.ts";
import { isFresh, remedy } from "../../engine/index.ts";
import type { KubeObject, Phrase, Walked } from "../../model/index.ts";
import { isTerminating, proof, say } from "../../model/index.ts";
import { isOlderThan, sizeOf } from "./findings.ts";

/** The controller may not have seen younger ones yet, in seconds. */
const grace = 300;

/** How an object came to be without the finalizer that every live one of its kind has. */
type Gap = "nobody-adds" | "not-acting" | "stripped" | "not-told";

/** Of the objects that should have the finalizer, how many lack it. */
interface Counts {
  readonly all: number;
  readonly lacking: number;
}

/** Is it old enough that it should have the finalizer? */
function isDue(object: KubeObject, { cluster, olderThan }: AuditContext): boolean {
  if (isTerminating(object) || isFresh(object, cluster.now)) return false;
  return isOlderThan(object, Math.max(grace, olderThan), cluster.now);
}

/** Admission adds the finalizer at creation, and a controller to whatever lacks it: without it, both have failed. */
export function isUnprotected(object: KubeObject, finalizer: string, context: AuditContext): boolean {
  return needsFinalizer(object, finalizer) && isDue(object, context);
}

/** A rule is handed objects of a list that was read, so that the list of their like can be read too. */
export function objectsOf(walked: Walked<KubeObject>): Iterable<KubeObject> {
  return walked.read ? walked.objects : [];
}

const known = new WeakMap<AuditContext, Map<string, Counts>>();

/** Counted once for each audit, finalizer and namespace, however many objects lack it. */
function countsOf(
  object: KubeObject,
  finalizer: string,
  peers: () => Iterable<KubeObject>,
  context: AuditContext,
): Counts {
  const counted = known.get(context) ?? new Map<string, Counts>();
  known.set(context, counted);
  const key = JSON.stringify([finalizer, object.metadata.namespace ?? ""]);
  const counts = counted.get(key) ?? count(finalizer, peers(), context);
  counted.set(key, counts);
  return counts;
}

function count(finalizer: string, peers: Iterable<KubeObject>, context: AuditContext): Counts {
  let [all, lacking] = [0, 0];
  for (const peer of peers) {
    if (!isDue(peer, context)) continue;
    all++;
    if (needsFinalizer(peer, finalizer)) lacking++;
  }
  return { all, lacking };
}

/** `peers`: the objects of the same kind. */
export function unprotectedFinding(
  object: KubeObject,
  finalizer: string,
  peers: () => Iterable<KubeObject>,
  cost: Phrase,
  context: AuditContext,
): RuleFinding {
  const counts = countsOf(object, finalizer, peers, context);
  const gap = gapOf(counts);
  return {
    message: say`it lacks ${finalizer}${why(gap, counts.lacking, finalizer)}; ${cost}`,
    confidence: gap === "nobody-adds" || gap === "not-acting" ? "certain" : "likely",
    evidence: [
      proof(object, "metadata.finalizers", (object.metadata.finalizers ?? []).join(", ")),
      proof(object, "metadata.creationTimestamp", object.metadata.creationTimestamp),
    ],
    ...sizeOf(object),
    remedies: [
      ...(gap === "stripped" ? [] : [remedy("enable-protection", object)]),
      remedy("add-finalizer", object, { finalizer }),
    ],
  };
}

function gapOf({ all, lacking }: Counts): Gap {
  if (all === 1) return "not-told";
  if (lacking === 1) return "stripped";
  return lacking === all ? "nobody-adds" : "not-acting";
}

function why(gap: Gap, lacking: number, finalizer: string): Phrase {
  const controller = finalizer.endsWith("pvc-protection")
    ? "pvc-protection-controller"
    : "pv-protection-controller";
  switch (gap) {
    case "nobody-adds":
      return say`; all ${lacking} lack it: the admission plugin StorageObjectInUseProtection is off, and ${controller} does not run`;
    case "not-acting":
      return say`; ${lacking} lack it: ${controller} should have added it again, but does not act on them`;
    case "not-told":
      return say`: a person or tool removed it, or ${controller} does not act`;
    case "stripped":
      return say` and is the only one that does: a person or tool removed it, and ${controller} has not added it again`;
  }
}
