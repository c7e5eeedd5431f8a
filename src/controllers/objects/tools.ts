import type { AnyObject, KubeObject, PersistentVolumeClaim, Phrase } from "../../kubernetes/index.ts";
import { annotationOf, argoTracking, labelOf, say, toolMarks } from "../../kubernetes/index.ts";
import { bindCompleted } from "../annotation-names.ts";

/** A tool that made an object and will delete it again, and by what. */
export type ToolDeletion =
  | { readonly tool: "Argo CD"; readonly by: "label" | "tracking id"; readonly with: ArgoDeletes }
  | { readonly tool: "Argo CD"; readonly by: "hook"; readonly policies: readonly string[] }
  | { readonly tool: "Flux"; readonly kustomization: string }
  | { readonly tool: "Helm"; readonly release: string };

/** With the deletion of the application, when the object is no longer in Git, or with either. */
export type ArgoDeletes = "app" | "prune" | "either";

/**
 * `Prune=false` keeps an object that is no longer in Git, `Delete=false` one whose application is deleted, as does Helm's `keep`.
 * Neither does both. The same options in an application count only in newer versions, so they are not relied on.
 * argoproj/argo-cd docs/user-guide/sync-options.md; controller/appcontroller.go shouldBeDeleted;
 * gitops-engine/pkg/sync/sync_context.go pruneObject, isPruningDisabled, at 37ee0097.
 */
export function argoKeeps(object: KubeObject): ArgoKeeps {
  const options = listIn(annotationOf(object, toolMarks.argoOptions));
  const isKept = annotationOf<AnyObject>(object, toolMarks.helmPolicy) === "keep";
  const hasOption = options.includes("Delete=false");
  return {
    onDelete: hasOption || isKept,
    onPrune: options.includes("Prune=false"),
    mark: isKept && !hasOption ? `${toolMarks.helmPolicy}: keep` : "Delete=false",
  };
}

interface ArgoKeeps {
  readonly onDelete: boolean;
  readonly onPrune: boolean;
  /** What keeps it when its application is deleted. */
  readonly mark: string;
}

/**
 * An object of which a sync hook is made is deleted by its policies, and without any before the next sync.
 * argoproj/argo-cd gitops-engine/pkg/sync/hook/delete_policy.go DeletePolicies, hook.go IsHook, v3.
 */
function asArgoHook(object: KubeObject): ToolDeletion | undefined {
  const hooks = listIn(annotationOf<AnyObject>(object, toolMarks.argoHook));
  if (hooks.length === 0 || hooks.includes("Skip")) return undefined;
  const policies = listIn(annotationOf<AnyObject>(object, toolMarks.argoHookPolicy)).filter((policy) =>
    argoHookPolicies.includes(policy),
  );
  return { tool: "Argo CD", by: "hook", policies: policies.length === 0 ? ["BeforeHookCreation"] : policies };
}

const argoHookPolicies: readonly string[] = ["BeforeHookCreation", "HookSucceeded", "HookFailed"];

function listIn(text: string | undefined): readonly string[] {
  return (text ?? "").split(",").flatMap((part) => part.trim() || []);
}

function byArgo(object: KubeObject): ToolDeletion | undefined {
  const tracking = argoTracking(object);
  const keeps = argoKeeps(object);
  if (tracking === undefined || (keeps.onDelete && keeps.onPrune)) return undefined;
  const others: ArgoDeletes = keeps.onDelete ? "prune" : "either";
  return { tool: "Argo CD", by: tracking.by, with: keeps.onPrune ? "app" : others };
}

function byFlux(object: KubeObject): ToolDeletion | undefined {
  const kustomization = labelOf(object, toolMarks.fluxKustomization);
  if (kustomization === undefined || fluxKeeps(object) !== undefined) return undefined;
  return { tool: "Flux", kustomization };
}

/**
 * The mark, a label or an annotation, by which Flux neither prunes an object nor deletes it with its Kustomization.
 * fluxcd/kustomize-controller internal/controller/kustomization_controller.go prune, finalize, v1.7.
 */
function fluxKeeps(object: KubeObject): string | undefined {
  return [toolMarks.fluxPrune, toolMarks.fluxReconcile].find((mark) => isMarked(object, mark, "disabled"));
}

function isMarked(object: KubeObject, mark: string, value: string): boolean {
  return labelOf(object, mark) === value || annotationOf<AnyObject>(object, mark) === value;
}

/** helm/helm pkg/action/resource_policy.go filterManifestsToKeep, v3. */
function byHelm(object: KubeObject): ToolDeletion | undefined {
  const release = annotationOf(object, toolMarks.helmRelease);
  const isKept = annotationOf(object, toolMarks.helmPolicy) === "keep";
  return release === undefined || isKept ? undefined : { tool: "Helm", release };
}

/** Which tool deletes this object with its application, Kustomization or release, or when it is no longer in Git? */
export function toolDeletion(object: KubeObject): ToolDeletion | undefined {
  return asArgoHook(object) ?? byArgo(object) ?? byFlux(object) ?? byHelm(object);
}

/** Whether a tool that manages an object deletes it by itself, or by which mark it is told to keep it. */
export type ToolCustody =
  | { readonly tool: string; readonly may: "delete it" }
  | { readonly tool: string; readonly may: "keep it"; readonly mark: string };

export function toolCustody(object: KubeObject): ToolCustody | undefined {
  const deletion = toolDeletion(object);
  if (deletion !== undefined) return { tool: deletion.tool, may: "delete it" };
  if (argoTracking(object) !== undefined)
    return { tool: "Argo CD", may: "keep it", mark: `${toolMarks.argoOptions}: Prune=false,Delete=false` };
  if (labelOf(object, toolMarks.fluxKustomization) !== undefined)
    return { tool: "Flux", may: "keep it", mark: `${fluxKeeps(object) ?? toolMarks.fluxPrune}: disabled` };
  return annotationOf(object, toolMarks.helmRelease) === undefined
    ? undefined
    : { tool: "Helm", may: "keep it", mark: `${toolMarks.helmPolicy}: keep` };
}

const makers: readonly (readonly [label: string, manager: string])[] = [
  [toolMarks.fluxKustomization, "Flux"],
  [toolMarks.fluxHelmRelease, "Flux"],
  [toolMarks.argoInstance, "Argo CD"],
  ["velero.io/restore-name", "Velero"],
];

/** The tool that made the object from a manifest of its own, as its marks tell. */
export function manifestTool(object: KubeObject): string | undefined {
  const marked = makers.find(([label]) => labelOf(object, label) !== undefined);
  if (marked !== undefined) return marked[1];
  if (annotationOf(object, toolMarks.argoTrackingId) !== undefined) return "Argo CD";
  return labelOf(object, "app.kubernetes.io/managed-by") === "Helm" ? "Helm" : undefined;
}

/**
 * The tool that applies the manifest of an object again and again, and may so revert a manual change. Whether
 * it does is not to be seen in the object.
 * argoproj/argo-cd docs/user-guide/auto_sync.md, selfHeal, v3; fluxcd/kustomize-controller
 * internal/controller/kustomization_controller.go apply, v1.7; fluxcd/helm-controller docs/spec/v2/helmreleases.md, driftDetection, v1.5.
 */
export function applierOf(object: KubeObject): Phrase | undefined {
  const argo = argoTracking(object);
  if (argo !== undefined) return say`Argo CD (application ${argo.application})`;
  const kustomization = labelOf(object, toolMarks.fluxKustomization);
  if (kustomization !== undefined && !isLeftAsItIs(object)) return say`Flux (Kustomization ${kustomization})`;
  const release = labelOf(object, toolMarks.fluxHelmRelease);
  return release === undefined ? undefined : say`Flux (HelmRelease ${release})`;
}

/** Flux never applies this object again, or only where it does not exist. */
function isLeftAsItIs(object: KubeObject): boolean {
  return (
    isMarked(object, toolMarks.fluxReconcile, "disabled") ||
    isMarked(object, toolMarks.fluxApply, "Ignore") ||
    isMarked(object, toolMarks.fluxApply, "IfNotPresent")
  );
}

/**
 * Does the manifest that was applied carry the PV controller's own annotation? A claim made from it counts as one that
 * was bound before. kubernetes/kubernetes#112562.
 */
export function manifestShipsBinding(claim: PersistentVolumeClaim): boolean {
  const by = markedAsBoundBy(claim);
  if (by !== "unknown") return by === "manifest";
  const applied = annotationOf(claim, "kubectl.kubernetes.io/last-applied-configuration") ?? "";
  return applied.includes(bindCompleted);
}

/**
 * Who wrote that the claim counts as bound. Its status is written only by the PV controller, which has another
 * name in each distribution (`kube-controller-manager`, `k3s`): if the annotation has the same field manager as the
 * status, the controller did bind the claim.
 */
export function markedAsBoundBy({ metadata }: PersistentVolumeClaim): "controller" | "manifest" | "unknown" {
  const entries = metadata.managedFields ?? [];
  const marking = entries.filter(
    ({ fieldsV1 }) => fieldsV1?.["f:metadata"]?.["f:annotations"]?.[`f:${bindCompleted}`] !== undefined,
  );
  const ofStatus = entries.filter(({ subresource }) => subresource === "status");
  if (marking.length === 0 || ofStatus.length === 0) return "unknown";
  return marking.some(({ manager }) => ofStatus.some((entry) => entry.manager === manager))
    ? "controller"
    : "manifest";
}
