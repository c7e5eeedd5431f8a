import type { Cluster } from "../../cluster/index.ts";
import type { OtherObject, StatefulSet } from "../../kubernetes/index.ts";
import type { Evidence } from "../../report/index.ts";
import { proof } from "../../report/index.ts";
import { saysSetIsImmutable } from "../error-text/index.ts";
import { appliersFound } from "./tool-orders.ts";

/** A tool says that the API server refuses what it wants to change of a StatefulSet. */
export interface ChangeRefused {
  readonly by: OtherObject;
  /** The whole text. */
  readonly text: string;
  readonly evidence: Evidence;
}

/**
 * Each tool that could not change a field of a StatefulSet which cannot be changed, such as volumeClaimTemplates. A text that
 * is about another set of the same tool does not count. That a tool says nothing of it proves nothing.
 * kubernetes/kubernetes pkg/apis/apps/validation/validation.go ValidateStatefulSetUpdate, 1.36.
 */
export function changesRefused(set: StatefulSet, cluster: Cluster): readonly ChangeRefused[] {
  const { name } = set.metadata;
  return appliersFound(set, cluster).flatMap((by) => {
    const told = textsOf(by).find(({ text }) => saysSetIsImmutable(text, name));
    return told === undefined ? [] : [{ by, text: told.text, evidence: proof(by, told.path, told.text) }];
  });
}

/**
 * Where tools write why they could not apply something, the narrowest first. argoproj/argo-cd controller/sync.go, v3.5;
 * fluxcd/helm-controller internal/reconcile/upgrade.go failure, v1.6; fluxcd/kustomize-controller
 * internal/controller/kustomization_controller.go reconcile, v1.9.
 */
function textsOf({ status }: OtherObject): readonly { readonly path: string; readonly text: string }[] {
  const { resources = [] } = status?.operationState?.syncResult ?? {};
  return [
    ...resources.map(({ message }, at) => ({
      path: `status.operationState.syncResult.resources[${at}].message`,
      text: message ?? "",
    })),
    { path: "status.operationState.message", text: status?.operationState?.message ?? "" },
    ...(status?.conditions ?? []).map(({ type, message }) => ({
      path: `status.conditions[${type}].message`,
      text: message ?? "",
    })),
  ];
}
