import assert from "node:assert/strict";
import type { Cluster } from "../../src/cluster/index.ts";
import { createCluster } from "../../src/cluster/index.ts";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import type { Evidence } from "../../src/report/index.ts";
import { snapshotOf } from "../support/snapshot.ts";

/** The objects that a question is put to; of the `hidden` kinds nothing was read. */
export function clusterOf(objects: readonly KubeObject[], ...hidden: readonly Resource[]): Cluster {
  return createCluster(snapshotOf(objects, hidden));
}

/** The answer of a question that could be looked at. */
export function looked<A extends { readonly is: string }>(answer: A): Exclude<A, { readonly is: "unread" }> {
  assert.notEqual(answer.is, "unread");
  return answer as Exclude<A, { readonly is: "unread" }>;
}

/** What an answer rests on, as `kind/name path: observed`. */
export function restsOn(evidence: readonly Evidence[]): readonly string[] {
  return evidence.map(({ about, path, observed }) => `${about.kind}/${about.name} ${path}: ${observed}`);
}
