import { controllerOf, type Phrase, type Pod, say } from "../../model/index.ts";

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
