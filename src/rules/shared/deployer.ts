import { keyOf, splitNumber, statefulSetsByClaimPrefix } from "../../controllers/index.ts";
import {
  annotationOf,
  type Cluster,
  inNamespace,
  labelOf,
  type PersistentVolumeClaim,
  type Phrase,
  say,
  type Unread,
} from "../../model/index.ts";

/** Who deletes the claim together with the application that it belongs to. */
export interface Deployer {
  readonly tool: "argocd" | "helm" | "flux";
  readonly mark: string;
  readonly observed: string;
  readonly says: Phrase;
  /** `surprise`: the marks show that somebody counts on the claim being kept. */
  readonly kind: "design" | "surprise";
}

export type DeployerSeen = { readonly deployer: Deployer | undefined } | { readonly unread: Unread };

export function deployerOf(claim: PersistentVolumeClaim, cluster: Cluster): DeployerSeen {
  const tracking = argoTracking(claim);
  if (tracking !== undefined) return ofArgo(claim, tracking, cluster);
  return { deployer: ofHelm(claim) ?? ofFlux(claim) };
}

interface Tracking {
  readonly by: "label" | "annotation";
  readonly application: string;
}

const instance = "argocd.argoproj.io/instance";
const trackingId = "argocd.argoproj.io/tracking-id";

/** An annotation that names another object was copied, and does not count: argoproj/argo-cd docs resource_tracking. */
function argoTracking(claim: PersistentVolumeClaim): Tracking | undefined {
  const label = labelOf(claim, instance);
  if (label !== undefined) return { by: "label", application: label };
  const { name, namespace } = claim.metadata;
  const id = annotationOf(claim, trackingId) ?? "";
  const suffix = `:/PersistentVolumeClaim:${namespace ?? ""}/${name}`;
  return id.endsWith(suffix) ? { by: "annotation", application: id.slice(0, -suffix.length) } : undefined;
}

function argoOptions(claim: PersistentVolumeClaim): readonly string[] {
  return (annotationOf(claim, "argocd.argoproj.io/sync-options") ?? "")
    .split(",")
    .map((option) => option.trim());
}

function ofArgo(claim: PersistentVolumeClaim, tracking: Tracking, cluster: Cluster): DeployerSeen {
  const options = argoOptions(claim);
  const keepsOnDelete = options.includes("Delete=false");
  const keepsOnPrune = options.includes("Prune=false");
  const base = {
    tool: "argocd" as const,
    mark:
      tracking.by === "label" ? `metadata.labels["${instance}"]` : `metadata.annotations["${trackingId}"]`,
    observed: tracking.application,
  };
  if (!keepsOnPrune && tracking.by === "label") {
    const set = setOf(claim, cluster);
    if ("unread" in set) return set;
    if (set.name !== undefined) {
      return {
        deployer: {
          ...base,
          kind: "surprise",
          says: say`it was made by statefulset/${set.name} and is not in Git, but carries the tracking label of the Argo CD application ${tracking.application}: a sync with pruning deletes it`,
        },
      };
    }
  }
  if (keepsOnDelete) return { deployer: undefined };
  const says = keepsOnPrune
    ? say`its option Prune=false does not cover this: deleting the Argo CD application ${tracking.application} deletes the claim`
    : say`deleting the Argo CD application ${tracking.application}, or taking the claim out of Git, deletes it`;
  return { deployer: { ...base, kind: keepsOnPrune ? "surprise" : "design", says } };
}

function setOf(
  claim: PersistentVolumeClaim,
  cluster: Cluster,
): { readonly name: string | undefined } | { readonly unread: Unread } {
  const numbered = splitNumber(claim.metadata.name);
  if (numbered === undefined) return { name: undefined };
  const namespace = claim.metadata.namespace ?? "";
  const key = keyOf(namespace, numbered.prefix);
  const sets = cluster.lookup(statefulSetsByClaimPrefix, key, inNamespace(namespace));
  return sets.read ? { name: sets.items[0]?.metadata.name } : { unread: sets.unread };
}

/** Claims of a StatefulSet's templates lack the annotation: Helm did not make them, and leaves them. */
function ofHelm(claim: PersistentVolumeClaim): Deployer | undefined {
  const release = annotationOf(claim, "meta.helm.sh/release-name");
  const keeps = annotationOf(claim, "helm.sh/resource-policy");
  if (release === undefined || keeps === "keep") return undefined;
  return {
    tool: "helm",
    mark: 'metadata.annotations["meta.helm.sh/release-name"]',
    observed: release,
    kind: "design",
    says: say`uninstalling the Helm release ${release}, or dropping the claim from its chart, deletes it`,
  };
}

function ofFlux(claim: PersistentVolumeClaim): Deployer | undefined {
  const kustomization = labelOf(claim, "kustomize.toolkit.fluxcd.io/name");
  const prune = "kustomize.toolkit.fluxcd.io/prune";
  const isKept = annotationOf(claim, prune) === "disabled" || labelOf(claim, prune) === "disabled";
  if (kustomization === undefined || isKept) return undefined;
  return {
    tool: "flux",
    mark: 'metadata.labels["kustomize.toolkit.fluxcd.io/name"]',
    observed: kustomization,
    kind: "design",
    says: say`deleting the Flux Kustomization ${kustomization}, or taking the claim out of Git, deletes it`,
  };
}
