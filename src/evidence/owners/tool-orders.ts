import type { Cluster, OtherOwner } from "../../cluster/index.ts";
import { unreadPhrase } from "../../define/index.ts";
import type { AnyObject, ObjectRef, OtherObject, Phrase } from "../../kubernetes/index.ts";
import { appliersOf, isTerminating, join, nameOf, say, words } from "../../kubernetes/index.ts";

/**
 * What the tools that apply an object are told to do with it, as the objects say by which they do it. Nothing where no mark names
 * one; where it was not read, that.
 */
export function toolOrders(object: AnyObject, cluster: Cluster): Phrase {
  const found = appliersFound(object, cluster);
  const told = appliersOf(object).map((ref) => {
    const by = found.find(({ kind, metadata }) => kind === ref.kind && metadata.name === ref.name);
    return by === undefined ? notSeen(ref, cluster.otherOwner(ref)) : ordersOf(by);
  });
  return told.length === 0 ? [] : say`; ${join(told, "; ")}`;
}

function ordersOf(by: OtherObject): Phrase {
  if (isTerminating(by)) return say`${nameOf(by)} is being deleted now`;
  switch (by.kind) {
    case "Application":
      return ofApplication(by);
    case "Kustomization":
      return ofKustomization(by);
    default:
      return ofHelmRelease(by);
  }
}

/**
 * argoproj/argo-cd controller/appcontroller.go autoSync; pkg/apis/application/v1alpha1/types.go IsAutomatedSyncEnabled,
 * CascadedDeletion, v3.5.
 */
function ofApplication(by: OtherObject): Phrase {
  const prunes = prunesByItself(by);
  const cascades = (by.metadata.finalizers ?? []).some((finalizer) => cascading.test(finalizer));
  const pruning = prunes
    ? "prunes by itself (automated.prune)"
    : "prunes only in a sync for which a person asks for it";
  const deletion = cascades
    ? "its deletion deletes what it tracks"
    : "it has no finalizer of Argo CD now, so kubectl delete would leave what it tracks, but argocd app delete would not";
  return say`${nameOf(by)} ${words(pruning)}, and ${words(deletion)}`;
}

function prunesByItself({ spec }: OtherObject): boolean {
  const automated = spec?.syncPolicy?.automated;
  return automated !== undefined && automated.enabled !== false && automated.prune === true;
}

/** The Argo CD application that applies an object and prunes only when a person asks for it, if that was read. */
export function prunesWhenAsked(object: AnyObject, cluster: Cluster): OtherObject | undefined {
  return appliersFound(object, cluster).find((by) => by.kind === "Application" && !prunesByItself(by));
}

const cascading = /^resources-finalizer\.argocd\.argoproj\.io(?:\/|$)/;

/**
 * fluxcd/kustomize-controller internal/controller/kustomization_controller.go prune, finalizerShouldDeleteResources;
 * api/v1/kustomization_types.go GetDeletionPolicy, v1.9.
 */
function ofKustomization(by: OtherObject): Phrase {
  const { suspend, deletionPolicy = "" } = by.spec ?? {};
  if (suspend === true) return say`${nameOf(by)} is suspended, so it deletes nothing before it is resumed`;
  const { prunes, deletes } = deletionsBy(by);
  if (prunes && deletes) return say`${nameOf(by)} is told so (prune: true)`;
  if (prunes)
    return say`${nameOf(by)} prunes (prune: true), but its own deletion leaves the object (deletionPolicy: ${deletionPolicy})`;
  return deletes
    ? say`${nameOf(by)} does not prune (prune: false), but its own deletion deletes the object (deletionPolicy: ${deletionPolicy})`
    : say`as ${nameOf(by)} is told now, it does neither (prune: false)`;
}

function deletionsBy({ spec }: OtherObject): { readonly prunes: boolean; readonly deletes: boolean } {
  const { prune, deletionPolicy = "MirrorPrune" } = spec ?? {};
  const prunes = prune === true;
  return { prunes, deletes: deletionPolicy === "MirrorPrune" ? prunes : deletionPolicy !== "Orphan" };
}

/** With what Flux deletes an object that a Kustomization applies: what was not read is taken for the usual, which is both. */
export function deletedByFlux(object: AnyObject, cluster: Cluster): ReturnType<typeof deletionsBy> {
  const ref = appliersOf(object).find(({ kind }) => kind === "Kustomization");
  const found = ref === undefined ? undefined : cluster.otherOwner(ref);
  if (found?.state === "absent") return { prunes: false, deletes: false };
  return found?.state === "found" ? deletionsBy(found.object) : { prunes: true, deletes: true };
}

/** fluxcd/helm-controller internal/controller/helmrelease_controller.go reconcileDelete, v1.6. */
function ofHelmRelease(by: OtherObject): Phrase {
  return by.spec?.suspend === true
    ? say`${nameOf(by)} is suspended, so its deletion does not uninstall the release`
    : say`the deletion of ${nameOf(by)} uninstalls the release`;
}

/** By which an object is applied is not always told: see `appliersOf`. */
function notSeen(ref: ObjectRef, found: OtherOwner): Phrase {
  if (found.state === "absent" && ref.kind !== "Application")
    return say`${nameOf(ref)} does not exist, so Flux does nothing now`;
  if (found.state === "absent" || found.state === "found")
    return say`the Application ${ref.name} that tracks it was not found in the namespace ${ref.namespace ?? ""}, so whether it prunes is unknown: kubectl get applications.argoproj.io -A`;
  if (found.state === "unread")
    return say`${unreadPhrase(found.unread)}, so what it is told to do is unknown`;
  return say`${nameOf(ref)} was not read, so what it is told to do is unknown`;
}

/**
 * The objects by which tools apply this one, as far as they were read. Of an Argo CD application only its name is known for
 * certain: one that does not list the object among its own is another's of that name.
 * argoproj/argo-cd pkg/apis/application/v1alpha1/types.go ApplicationStatus.Resources, v3.5.
 */
export function appliersFound(object: AnyObject, cluster: Cluster): readonly OtherObject[] {
  return appliersOf(object).flatMap((ref) => {
    const found = cluster.otherOwner(ref);
    if (found.state !== "found") return [];
    return ref.kind !== "Application" || lists(found.object, object) ? [found.object] : [];
  });
}

function lists({ status }: OtherObject, { kind, metadata }: AnyObject): boolean {
  return (status?.resources ?? []).some(
    (each) =>
      each.kind === kind &&
      each.name === metadata.name &&
      (each.namespace ?? "") === (metadata.namespace ?? ""),
  );
}
