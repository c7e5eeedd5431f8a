import type { AnyRuleEntry } from "../../engine/index.ts";
import { type Demand, kindOf, type Resource } from "../../model/index.ts";

/**
 * The lists that the rules say they need. They are asked for together, so that the source can read the pods last, and so
 * that the rules need not be asked again and again. Events are asked for later, of few objects, and capacities only where
 * the scheduler speaks of them.
 */
export function prefetched(rules: readonly AnyRuleEntry[], namespace: string | undefined): readonly Demand[] {
  const needed = rules.flatMap(({ on, needs }): readonly Resource[] => [...on, ...needs]);
  const wanted = new Set(needed.filter((resource) => !askedForLater.has(resource)));
  return [...wanted].map((resource) => ({
    resource,
    scope:
      namespace === undefined || !kindOf(resource).namespaced
        ? { of: "cluster" }
        : { of: "namespace", namespace },
  }));
}

const askedForLater: ReadonlySet<Resource> = new Set(["v1/events", "storage.k8s.io/v1/csistoragecapacities"]);
