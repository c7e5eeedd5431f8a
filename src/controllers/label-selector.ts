import { type KubeObject, labelOf, type PersistentVolumeClaim } from "../model/index.ts";

type LabelSelector = NonNullable<NonNullable<PersistentVolumeClaim["spec"]>["selector"]>;
type Requirement = NonNullable<LabelSelector["matchExpressions"]>[number];

/**
 * kubernetes/kubernetes staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.go LabelSelectorAsSelector, 1.36.
 * An operator that is not known matches nothing: upstream refuses such a selector.
 */
export function selectorMatches(selector: LabelSelector, object: KubeObject): boolean {
  const equal = Object.entries(selector.matchLabels ?? {});
  return (
    equal.every(([key, value]) => labelOf(object, key) === value) &&
    (selector.matchExpressions ?? []).every((requirement) => requirementHolds(requirement, object))
  );
}

function requirementHolds({ key, operator, values = [] }: Requirement, object: KubeObject): boolean {
  const value = key === undefined ? undefined : labelOf(object, key);
  if (operator === "In") return value !== undefined && values.includes(value);
  if (operator === "NotIn") return value === undefined || !values.includes(value);
  if (operator === "Exists") return value !== undefined;
  return operator === "DoesNotExist" && value === undefined;
}
