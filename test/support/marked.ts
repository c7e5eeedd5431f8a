import { fatesAfter } from "../../src/analysis/after-acts.ts";
import { createAnalysis } from "../../src/analysis/index.ts";
import { labelled } from "../../src/analysis/label.ts";
import type { Cluster } from "../../src/cluster/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import type { MarkedRemedy, Remedy } from "../../src/report/index.ts";

/** The remedy with the label that its dangers and its acts give it, where nothing is held. */
export function marked(
  remedy: Remedy | undefined,
  object: KubeObject,
  cluster: Cluster,
): MarkedRemedy | undefined {
  const analysis = createAnalysis(cluster, knowledge);
  return (
    remedy &&
    labelled(remedy, {
      released: () => [],
      after: (acts) => fatesAfter(acts, object, analysis, () => []),
      lostBy: (acts) => analysis.lostBy(acts, object),
    })
  );
}
