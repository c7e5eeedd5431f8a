import { nameOf } from "../../engine/index.ts";
import type { Acceptance, KubeObject, Phrase, Pod, RemedyFix } from "../../model/index.ts";
import { controllerOf, say, seenRefOf } from "../../model/index.ts";

/** A DELETE request for each of these very objects. */
export function deletionOf(
  objects: readonly [KubeObject, ...KubeObject[]],
  accept: readonly Acceptance[],
  cannotUndo: readonly Phrase[] = [],
): RemedyFix {
  const [first, ...others] = objects;
  return {
    acts: [
      { do: "delete", on: seenRefOf(first) },
      ...others.map((object) => ({ do: "delete" as const, on: seenRefOf(object) })),
    ],
    cannotUndo: [
      ...objects.map((object) => say`The deletion of ${nameOf(object)} cannot be undone.`),
      ...cannotUndo,
    ],
    accept,
  };
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
