/** The parts of manually written reports. */

import type { ObjectRef } from "../../../src/kubernetes/index.ts";
import { say } from "../../../src/kubernetes/index.ts";
import type { Diagnosis, Hold, Report } from "../../../src/report/index.ts";

export const claim = refTo("PersistentVolumeClaim", "data-0", "shop");
export const volume = refTo("PersistentVolume", "pvc-6b1c");
export const pod = refTo("Pod", "import-x", "shop");

export function refTo(kind: string, name: string, namespace?: string, apiVersion = "v1"): ObjectRef {
  return { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }), uid: `${name}-uid` };
}

export function reportOf(diagnoses: readonly Diagnosis[], facts: Partial<Report> = {}): Report {
  return {
    takenAt: "2026-11-20T12:00:00Z",
    clock: "live",
    source: "https://10.0.0.1:6443",
    unread: [],
    skipped: [],
    diagnoses,
    findings: [],
    silenced: [],
    ...facts,
  };
}

export function hold(facts: Partial<Hold> & Pick<Hold, "holder" | "reason" | "message">): Hold {
  return {
    held: claim,
    by: { finalizer: "kubernetes.io/pvc-protection" },
    category: "blocked",
    evidence: [],
    remedies: [],
    avoid: [],
    ...facts,
  };
}

/** The last hold is the root cause, unless told otherwise. */
export function diagnosis(
  holds: readonly Hold[],
  facts: Partial<Diagnosis> = {},
  rootHolds = holds.slice(-1),
): Diagnosis {
  const roots = rootHolds.map(({ held, holder, reason, category, message }) => ({
    held,
    holder,
    reason,
    title: `The reason is ${reason}`,
    category,
    message,
    depth: holds.length - 1,
  }));
  const [first] = roots;
  return {
    object: claim,
    state: "Terminating",
    since: "2026-11-18T09:00:00Z",
    verdict:
      first === undefined
        ? { category: "healthy", reason: "Bound", summary: say`nothing is wrong with it` }
        : { category: first.category, reason: first.reason, summary: first.message },
    roots,
    holds,
    next: [],
    remedies: [],
    avoid: [],
    ...facts,
  };
}
