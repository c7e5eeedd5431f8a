import { controllerOf, type Phrase, type Pod, say } from "../../model/index.ts";

/** How the makers of pods are told to clean up after themselves. */
const cleaners: { readonly [kind: string]: Phrase } = {
  Job: say`So that it does not happen again: set ttlSecondsAfterFinished in the Job.`,
  Workflow: say`So that it does not happen again: set podGC and volumeClaimGC in the Workflow.`,
  TaskRun: say`So that it does not happen again: let the Tekton pruner remove finished runs, or delete the PipelineRun when its logs are no longer needed.`,
  PipelineRun: say`So that it does not happen again: let the Tekton pruner remove finished runs, or delete the PipelineRun when its logs are no longer needed.`,
};

export function cleanerFor(pods: readonly Pod[]): readonly Phrase[] {
  const kinds = new Set(pods.flatMap((pod) => controllerOf(pod)?.kind ?? []));
  return [...kinds]
    .map((kind) => (Object.hasOwn(cleaners, kind) ? (cleaners[kind] ?? []) : []))
    .filter((step) => step.length > 0);
}
