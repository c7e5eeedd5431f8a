import { needsFinalizer } from "../../controllers/index.ts";
import { type AuditContext, isFresh, type RuleFinding } from "../../engine/index.ts";
import { isTerminating, type KubeObject, type Phrase, proof, refOf, say } from "../../model/index.ts";
import { isOlderThan } from "./age.ts";
import { sizeOf } from "./size.ts";

/** Younger ones may just not have been seen yet by the controller, in seconds. */
const grace = 300;

/** How an object came to be without the finalizer that every live one of its kind has. */
type Gap = "nobody-adds" | "not-acting" | "stripped";

/** Is it old enough that it should have the finalizer? */
export function isDue(object: KubeObject, { cluster, olderThan }: AuditContext): boolean {
  if (isTerminating(object) || isFresh(object, cluster.now)) return false;
  return isOlderThan(object, Math.max(grace, olderThan), cluster.now);
}

/** Admission adds the finalizer at creation, and a controller to whatever lacks it: without it, both have failed. */
export function isUnprotected(object: KubeObject, finalizer: string, context: AuditContext): boolean {
  return needsFinalizer(object, finalizer) && isDue(object, context);
}

/** `peers`: the objects of the same kind, old enough that they should have the finalizer. */
export function unprotectedFinding(
  object: KubeObject,
  finalizer: string,
  peers: readonly KubeObject[],
  cost: Phrase,
): RuleFinding {
  const lacking = peers.filter((peer) => needsFinalizer(peer, finalizer));
  const gap = gapOf(lacking.length, peers.length);
  const on = refOf(object);
  return {
    message: say`it lacks ${finalizer}${why(gap, lacking.length, finalizer)}; ${cost}`,
    confidence: gap === "stripped" ? "likely" : "certain",
    evidence: [
      proof(on, "metadata.finalizers", (object.metadata.finalizers ?? []).join(", ")),
      proof(on, "metadata.creationTimestamp", object.metadata.creationTimestamp),
    ],
    ...sizeOf(object),
    remedies: [
      ...(gap === "stripped" ? [] : [{ remedy: "enable-protection", on }]),
      { remedy: "add-finalizer", on, using: { finalizer } },
    ],
  };
}

function gapOf(lacking: number, all: number): Gap {
  if (lacking < 2) return "stripped";
  return lacking === all ? "nobody-adds" : "not-acting";
}

function why(gap: Gap, lacking: number, finalizer: string): Phrase {
  const controller = finalizer.endsWith("pvc-protection")
    ? "pvc-protection-controller"
    : "pv-protection-controller";
  switch (gap) {
    case "nobody-adds":
      return say`, as all ${lacking} do: the admission plugin StorageObjectInUseProtection is off, and ${controller} does not run`;
    case "not-acting":
      return say`, as ${lacking} do: ${controller} should have put it back, and does not act on them`;
    case "stripped":
      return say` and is the only one: somebody took it off, and ${controller} has not put it back`;
  }
}
