import {
  type ArgoTracking,
  argoKeeps,
  argoTracking,
  setsOfClaim,
  toolDeletion,
} from "../../controllers/index.ts";
import {
  type Cluster,
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
  /** `surprise`: the marks show that a person expects the claim to be kept. */
  readonly kind: "design" | "surprise";
}

type DeployerSeen = { readonly deployer: Deployer | undefined } | { readonly unread: Unread };

export function deployerOf(claim: PersistentVolumeClaim, cluster: Cluster): DeployerSeen {
  const tracking = argoTracking(claim);
  if (tracking !== undefined) return ofArgo(claim, tracking, cluster);
  return { deployer: ofOthers(claim) };
}

const marks = {
  label: 'metadata.labels["argocd.argoproj.io/instance"]',
  "tracking id": 'metadata.annotations["argocd.argoproj.io/tracking-id"]',
};

function ofArgo(claim: PersistentVolumeClaim, tracking: ArgoTracking, cluster: Cluster): DeployerSeen {
  const { onDelete: keepsOnDelete, onPrune: keepsOnPrune } = argoKeeps(claim);
  const base = {
    tool: "argocd" as const,
    mark: marks[tracking.by],
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
          says: say`it was created by statefulset/${set.name} and is not in Git, but has the tracking label of the Argo CD application ${tracking.application}: a sync with pruning deletes it`,
        },
      };
    }
  }
  if (keepsOnDelete) return { deployer: undefined };
  const says = keepsOnPrune
    ? say`its option Prune=false does not cover this: deleting the Argo CD application ${tracking.application} deletes the claim`
    : say`deleting the Argo CD application ${tracking.application}, or removing the claim from Git, deletes it`;
  return { deployer: { ...base, kind: keepsOnPrune ? "surprise" : "design", says } };
}

function setOf(
  claim: PersistentVolumeClaim,
  cluster: Cluster,
): { readonly name: string | undefined } | { readonly unread: Unread } {
  const sets = setsOfClaim(claim, cluster);
  return sets.read ? { name: sets.items[0]?.set.metadata.name } : { unread: sets.unread };
}

/** Claims of a StatefulSet's templates lack Helm's annotation: Helm did not create them, and keeps them. */
function ofOthers(claim: PersistentVolumeClaim): Deployer | undefined {
  const deletion = toolDeletion(claim);
  switch (deletion?.tool) {
    case "Helm":
      return {
        tool: "helm",
        mark: 'metadata.annotations["meta.helm.sh/release-name"]',
        observed: deletion.release,
        kind: "design",
        says: say`uninstalling the Helm release ${deletion.release}, or removing the claim from its chart, deletes it`,
      };
    case "Flux":
      return {
        tool: "flux",
        mark: 'metadata.labels["kustomize.toolkit.fluxcd.io/name"]',
        observed: deletion.kustomization,
        kind: "design",
        says: say`deleting the Flux Kustomization ${deletion.kustomization}, or removing the claim from Git, deletes it`,
      };
    case "Argo CD":
    case undefined:
      return undefined;
  }
}
