import { deleting } from "../../define/index.ts";
import type { AnyObject, KubeObject, Phrase, Pod } from "../../kubernetes/index.ts";
import { annotationOf, controllerOf, nameOf, pointerPart, say, seenRefOf } from "../../kubernetes/index.ts";
import type { Acceptance, Act, Edit, RemedyFix } from "../../report/index.ts";

/** The deletion of each of these very objects. */
export function deletions([first, ...others]: readonly [KubeObject, ...KubeObject[]]): readonly [
  Act,
  ...Act[],
] {
  return [deleting(first), ...others.map(deleting)];
}

/** What `fix` does by that. */
export function deletionFix(
  objects: readonly [KubeObject, ...KubeObject[]],
  accept: readonly Acceptance[],
  cannotUndo: readonly Phrase[] = [],
): RemedyFix {
  return {
    acts: deletions(objects),
    cannotUndo: [
      ...objects.map((object) => say`The deletion of ${nameOf(object)} cannot be undone.`),
      ...cannotUndo,
    ],
    accept,
  };
}

/** Edits of one object that cost nothing: nothing is final, and nothing must be accepted. */
export function harmless(object: KubeObject, edits: readonly [Edit, ...Edit[]]): RemedyFix {
  return { acts: [{ do: "edit", on: seenRefOf(object), edits }], cannotUndo: [], accept: [] };
}

/** Sets an annotation, and leaves the others. */
export function annotationEdit(object: AnyObject, key: string, value: string): Edit {
  if (object.metadata.annotations === undefined)
    return { op: "add", path: "/metadata/annotations", value: { [key]: value } };
  const path = `/metadata/annotations/${pointerPart(key)}`;
  const was = annotationOf(object, key);
  return was === undefined ? { op: "add", path, value } : { op: "replace", path, value, was };
}

/** Removes those of the annotations that exist. */
export function annotationRemovals(object: AnyObject, keys: readonly string[]): readonly Edit[] {
  return keys.flatMap((key) => {
    const was = annotationOf(object, key);
    return was === undefined
      ? []
      : [{ op: "remove" as const, path: `/metadata/annotations/${pointerPart(key)}`, was }];
  });
}

/** How the controllers that create pods are told to clean up. */
const cleaners: { readonly [kind: string]: Phrase } = {
  Job: say`To prevent this in future, set ttlSecondsAfterFinished in the Job.`,
  Workflow: say`To prevent this in future, set podGC and volumeClaimGC in the Workflow.`,
  TaskRun: say`To prevent this in future, let the Tekton pruner remove finished runs, or delete the PipelineRun when its logs are no longer needed.`,
  PipelineRun: say`To prevent this in future, let the Tekton pruner remove finished runs, or delete the PipelineRun when its logs are no longer needed.`,
};

export function cleanerFor(pods: readonly Pod[]): readonly Phrase[] {
  const kinds = new Set(pods.flatMap((pod) => controllerOf(pod)?.kind ?? []));
  return [...kinds]
    .map((kind) => (Object.hasOwn(cleaners, kind) ? (cleaners[kind] ?? []) : []))
    .filter((step) => step.length > 0);
}

/** What is deleted along with pods loses its disks. */
export function lossOf(along: Phrase): readonly ["DataDestroyed"] | readonly [] {
  return along.length === 0 ? [] : ["DataDestroyed"];
}
