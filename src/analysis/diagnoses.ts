import type { KubeObject } from "../kubernetes/index.ts";
import { nameKey, nameOf, refOf, say } from "../kubernetes/index.ts";
import type { Diagnosis, Hold, Verdict } from "../report/index.ts";
import type { Analysis } from "./analysis.ts";
import type { Manner } from "./diagnose.ts";
import { diagnose, remediesOfItself } from "./diagnose.ts";

/**
 * The diagnosis of an object, and after it those of its parts that something is wrong with. What is to be done for a part, and
 * what becomes of its data, is said of the part: its future is that of the part, not that of the workload.
 */
export function diagnosesOf(
  object: KubeObject,
  analysis: Analysis,
  manner: Manner = {},
): readonly Diagnosis[] {
  // First of all: what is remembered of the object's holds must not hide from its diagnosis what was not read for them.
  const isUntold = manner.deletion === "told" && isOnlyLookedAt(object);
  const whole = diagnose(object, analysis, isUntold ? { ...manner, deletion: "untold" } : manner);
  const candidates = partsOf(object, analysis);
  if (candidates.length === 0) return [whole];
  const partOf = refOf(object);
  const told = new Set<string>();
  const parts: Diagnosis[] = [];
  for (const part of candidates) {
    const { rootHolds } = analysis.causesOf(part);
    const keys = rootHolds.map(rootKey);
    if (rootHolds.length === 0 ? !ends(part, analysis) : keys.every((key) => told.has(key))) continue;
    for (const key of keys) told.add(key);
    parts.push({ ...diagnose(part, analysis, { ...manner, deletion: "untold" }), partOf });
  }
  return [ofWhole(whole, parts), ...parts];
}

/** What would happen without a node or a class is a question about all that names it: no sentence has room for that. */
function isOnlyLookedAt({ kind }: KubeObject): boolean {
  return kind === "Node" || kind === "StorageClass";
}

/** The objects that a workload is made of, as its waits say. */
function partsOf(object: KubeObject, { holdsOf, cluster }: Analysis): readonly KubeObject[] {
  return holdsOf(object).flatMap(({ isPart, holder }) => {
    const part = isPart === true && "object" in holder ? cluster.resolve(holder.object) : undefined;
    return part?.state === "found" ? [part.object] : [];
  });
}

/** Nothing holds it, but a controller is about to delete it. */
function ends(part: KubeObject, analysis: Analysis): boolean {
  return analysis.remarkOn(part)?.end !== undefined;
}

/** A pod that waits for a claim is told of with the claim. */
function rootKey({ held, reason, holder }: Hold): string {
  return JSON.stringify([nameKey(held), reason, holder]);
}

/** Its data is that of its parts; that one of them is about to be deleted is no hold, and still worth knowing. */
function ofWhole(whole: Diagnosis, parts: readonly Diagnosis[]): Diagnosis {
  const [first] = parts;
  const isHeldItself = remediesOfItself(whole.object, whole.holds).length > 0;
  const own = {
    ...whole,
    ...(isHeldItself ? {} : { remedies: [], avoid: [] }),
    next: [],
    ...(first === undefined ? {} : { advice: "What to do is said of each object that is listed." }),
  };
  return whole.roots.length > 0 || first === undefined ? own : { ...own, verdict: verdictBy(first) };
}

function verdictBy({ object, verdict }: Diagnosis): Verdict {
  return { ...verdict, summary: say`${nameOf(object)}: ${verdict.summary}` };
}
