import { defineWait, stuck } from "../define/index.ts";
import type { ChangeRefused } from "../evidence/index.ts";
import { changesRefused } from "../evidence/index.ts";
import type { StatefulSet } from "../kubernetes/index.ts";
import { isTerminating, nameOf, refOf, say } from "../kubernetes/index.ts";
import { recreateSet } from "../remedies/index.ts";

export default defineWait({
  wait: "set-change-refused",
  on: ["apps/v1/statefulsets"],
  sources: [
    "kubernetes/kubernetes pkg/apis/apps/validation/validation.go ValidateStatefulSetUpdate, 1.36",
    "fluxcd/pkg ssa/manager_apply.go Apply, shouldForceApply (force deletes in the background), at e2cfd1a2",
    "argoproj/argo-cd gitops-engine/pkg/sync/sync_context.go applyObject (Replace, Force), v3.5",
    "helm/helm#7998",
    "argoproj/argo-cd#1068",
    "kubernetes/enhancements#661",
  ],
  reasons: {
    SetChangeRefused: stuck("A tool cannot change the StatefulSet, because the field is immutable", {
      what: "The tool that applies the StatefulSet says that the API server refused its change. Of a StatefulSet's spec, only replicas, ordinals, template, updateStrategy, revisionHistoryLimit, persistentVolumeClaimRetentionPolicy and minReadySeconds can be changed.",
      why: "The set keeps its old volumeClaimTemplates, serviceName, podManagementPolicy and selector. Most often a chart's new version, or a larger size, changes volumeClaimTemplates. The tool tries again, and each attempt fails.",
      whatToDo:
        "Undo the change in Git, or create the set again and leave its pods running: grow the claims first, then `kubectl delete statefulset NAME -n NAMESPACE --cascade=orphan`, and let the tool apply it again. A person must compare the two templates first.",
    }),
  },
  holds: (set, cluster) =>
    isTerminating(set)
      ? []
      : changesRefused(set, cluster).map((refused) => ({
          reason: "SetChangeRefused" as const,
          holder: { object: refOf(refused.by) },
          isRoot: true as const,
          message: say`${nameOf(refused.by)} could not change ${nameOf(set)}, which keeps its old volumeClaimTemplates and all other fields: ${refused.text}`,
          evidence: [refused.evidence],
          remedies: [recreateSet(set)],
          avoid: avoidOf(set, refused),
        })),
});

/** Each deletes the set in the background: the garbage collector deletes what the set owns after it. */
function avoidOf(set: StatefulSet, { by }: ChangeRefused) {
  const ways: { readonly [kind: string]: string } = {
    Application: "with the sync options Force=true or Replace=true,Force=true",
    Kustomization: "with spec.force: true",
  };
  const way = ways[by.kind];
  const deletesClaims = set.spec?.persistentVolumeClaimRetentionPolicy?.whenDeleted === "Delete";
  return {
    step: say`delete ${nameOf(set)} without --cascade=orphan${way === undefined ? [] : say`, or let the tool do it ${way}`}`,
    because: deletesClaims
      ? say`all its pods would stop, and its claims would be deleted with it (whenDeleted: Delete)`
      : say`all its pods would stop at once`,
  };
}
