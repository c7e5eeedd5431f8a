import type { AnyRuleEntry } from "../../engine/index.ts";
import { type Demand, kindOf, type Resource } from "../../model/index.ts";

/** What can be used by pods, and the pods: read together, so that the source can read the pods last. */
const joined: readonly Resource[] = [
  "v1/persistentvolumeclaims",
  "v1/persistentvolumes",
  "storage.k8s.io/v1/volumeattachments",
  "v1/pods",
];

/** The lists that an audit needs in any case: what the rules judge, and what must be of about the same moment. */
export function prefetched(rules: readonly AnyRuleEntry[], namespace: string | undefined): readonly Demand[] {
  const judged = rules.flatMap(({ on }) => on);
  const needed = new Set(rules.flatMap(({ needs }) => needs));
  const wanted = new Set([...judged, ...joined.filter((resource) => needed.has(resource))]);
  return [...wanted].map((resource) => ({
    resource,
    scope:
      namespace === undefined || !kindOf(resource).namespaced
        ? { of: "cluster" }
        : { of: "namespace", namespace },
  }));
}
