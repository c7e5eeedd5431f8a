/**
 * Does the API server refuse to change this StatefulSet, since a field of it cannot be changed? A tool can list several objects
 * in one text. kubernetes/kubernetes pkg/apis/apps/validation/validation.go ValidateStatefulSetUpdate, 1.25 to 1.36.
 */
export function saysSetIsImmutable(text: string, set: string): boolean {
  return text.includes(
    `"${set}" is invalid: spec: Forbidden: updates to statefulset spec for fields other than`,
  );
}
