import { type KubeObject, kindOf, type Resource } from "../model/index.ts";
import type { WalkableCluster } from "./cluster.ts";
import type { Conditions } from "./conditions.ts";
import { questionsOf } from "./questions.ts";
import type { AnyRuleEntry } from "./rule.ts";

/** An object, and the rules that are to be asked about it. */
interface Suspect {
  readonly object: KubeObject;
  readonly asked: readonly AnyRuleEntry[];
}

/** One after the other, so that each object is made only once, and not all of them are there at a time. */
export function* suspectsOf(
  resource: Resource,
  rules: readonly AnyRuleEntry[],
  namespace: string | undefined,
  cluster: WalkableCluster,
  conditions: Conditions,
): Iterable<Suspect> {
  const objects = cluster.objects(resource);
  const within = kindOf(resource).namespaced ? namespace : undefined;
  const askedAt = questionsOf(resource, rules, objects, conditions);
  const { places } = objects;
  for (let place = 0; place < places; place++) {
    if (within !== undefined && !objects.mayLieIn(within, place)) continue;
    const asked = askedAt(place);
    if (asked.length === 0) continue;
    const object = objects.atPlace(place);
    if (object === undefined || (within !== undefined && object.metadata.namespace !== within)) continue;
    yield { object, asked };
  }
}
