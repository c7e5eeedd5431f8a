import type { Cluster, Unread } from "../cluster/index.ts";
import { claimsOfTools, live } from "../cluster/index.ts";
import { argoKeeps, setsOfClaim, toolDeletion, volumeHandleOf } from "../controllers/index.ts";
import type { RuleFinding } from "../define/index.ts";
import { defineRule } from "../define/index.ts";
import { deletedByFlux, prunesWhenAsked } from "../evidence/index.ts";
import type { ArgoTracking, PersistentVolume, PersistentVolumeClaim, Phrase } from "../kubernetes/index.ts";
import { argoTracking, isTerminating, join, nameOf, say, toolMarks, words } from "../kubernetes/index.ts";
import { keepClaim, setRetain } from "../remedies/index.ts";
import { proof } from "../report/index.ts";
import { volumeAtStake } from "./shared/claims.ts";
import { sizeOf } from "./shared/findings.ts";

/** Who deletes the claim together with the application that it belongs to. */
interface Deployer {
  readonly tool: "argocd" | "helm" | "flux";
  /** The field that names its application, and what stands there. */
  readonly mark: readonly [path: string, observed: string];
  readonly says: Phrase;
  /** `surprise`: the marks show that a person expects the claim to be kept. */
  readonly kind: "design" | "surprise";
  /** No option keeps what is a hook. */
  readonly hook?: true;
}

type DeployerSeen = { readonly deployer: Deployer | undefined } | { readonly unread: Unread };

function deployerOf(claim: PersistentVolumeClaim, cluster: Cluster): DeployerSeen {
  const deletion = toolDeletion(claim);
  if (deletion?.tool === "Argo CD" && deletion.by === "hook") return { deployer: asHook(deletion.policies) };
  const tracking = argoTracking(claim);
  return tracking === undefined ? { deployer: ofOthers(claim, cluster) } : ofArgo(claim, tracking, cluster);
}

function asHook(policies: readonly string[]): Deployer {
  return {
    tool: "argocd",
    mark: [annotation(toolMarks.argoHook), policies.join(",")],
    kind: "surprise",
    hook: true,
    says: say`it is a hook of an Argo CD application (${policies.join(", ")}): Argo CD deletes it with its syncs`,
  };
}

const label = (key: string) => `metadata.labels["${key}"]`;
const annotation = (key: string) => `metadata.annotations["${key}"]`;

function ofArgo(
  claim: PersistentVolumeClaim,
  { by, application }: ArgoTracking,
  cluster: Cluster,
): DeployerSeen {
  const { onDelete, onPrune, mark } = argoKeeps(claim);
  const path = by === "label" ? label(toolMarks.argoInstance) : annotation(toolMarks.argoTrackingId);
  const argo = { tool: "argocd", mark: [path, application] } as const;
  const app = prunesWhenAsked(claim, cluster);
  const asked =
    app === undefined
      ? words("")
      : say` (${nameOf(app)} prunes only in a sync for which a person asks for it)`;
  const pruned = app === undefined ? "surprise" : "design";
  if (!onPrune && by === "label") {
    const sets = setsOfClaim(claim, cluster);
    if (!sets.read) return { unread: sets.unread };
    const [maker] = sets.items;
    if (maker !== undefined) {
      const says = say`it was created by statefulset/${maker.set.metadata.name} and is not in Git, but has the tracking label of the Argo CD application ${application}: a sync with pruning deletes it${asked}`;
      return { deployer: { ...argo, kind: pruned, says } };
    }
  }
  if (onDelete && onPrune) return { deployer: undefined };
  if (onPrune) {
    const says = say`its option Prune=false does not cover this: deleting the Argo CD application ${application} deletes the claim`;
    return { deployer: { ...argo, kind: "surprise", says } };
  }
  const says = onDelete
    ? say`${mark} does not cover this: when the claim is removed from Git, the Argo CD application ${application} deletes it${asked}`
    : say`deleting the Argo CD application ${application}, or removing the claim from Git${asked}, deletes it`;
  return { deployer: { ...argo, kind: onDelete ? pruned : "design", says } };
}

/** Claims of a StatefulSet's templates lack Helm's annotation: Helm did not create them, and keeps them. */
function ofOthers(claim: PersistentVolumeClaim, cluster: Cluster): Deployer | undefined {
  const deletion = toolDeletion(claim);
  switch (deletion?.tool) {
    case "Helm":
      return {
        tool: "helm",
        mark: [annotation(toolMarks.helmRelease), deletion.release],
        kind: "design",
        says: say`uninstalling the Helm release ${deletion.release}, or removing the claim from its chart, deletes it`,
      };
    case "Flux":
      return byFlux(deletion.kustomization, deletedByFlux(claim, cluster));
    case "Argo CD":
    case undefined:
      return undefined;
  }
}

function byFlux(name: string, { prunes, deletes }: ReturnType<typeof deletedByFlux>): Deployer | undefined {
  if (!prunes && !deletes) return undefined;
  const ways = [
    ...(deletes ? [say`deleting the Flux Kustomization ${name}`] : []),
    ...(prunes ? [words("removing the claim from Git")] : []),
  ];
  return {
    tool: "flux",
    mark: [label(toolMarks.fluxKustomization), name],
    kind: "design",
    says: say`${join(ways, ", or ")}${words(ways.length > 1 ? "," : "")} deletes it`,
  };
}

export default defineRule({
  code: "PVG209",
  name: "claim-deleted-with-app",
  title: "A GitOps tool or Helm deletes a claim and its data with the app",
  severity: "note",
  confidence: "likely",
  on: ["v1/persistentvolumeclaims"],
  only: [live, claimsOfTools],
  needs: ["v1/persistentvolumes", "apps/v1/statefulsets"],
  what: "A claim whose volume has policy Delete is managed by Argo CD, Flux or Helm, and is not marked to be kept.",
  why: "Deleting the application, uninstalling the release, or pruning deletes the claim and its disk. This is a warning if the marks show a misunderstanding, and a note if the application was read and prunes only when a person asks for it. Argo CD's Prune=false does not cover the deletion of the application. Delete=false and helm.sh/resource-policy: keep do not cover pruning. Argo CD's tracking label on a StatefulSet's claim makes Argo CD prune what was never in Git.",
  whatToDo:
    "Mark the claim to be kept, for example `kubectl annotate pvc NAME -n NAMESPACE helm.sh/resource-policy=keep`, and set its volume to Retain. Add the mark to the manifest too.",
  sources: [
    "argoproj/argo-cd#9853",
    "argoproj/argo-cd#3050",
    "argoproj/argo-cd controller/appcontroller.go shouldBeDeleted, autoSync; gitops-engine/pkg/sync/sync_context.go isPruningDisabled, at 37ee0097",
    "helm/helm#10820",
    "fluxcd/kustomize-controller internal/controller/kustomization_controller.go prune, v1",
  ],
  check(claim, { cluster }) {
    if (isTerminating(claim)) return [];
    const seen = deployerOf(claim, cluster);
    if ("deployer" in seen && seen.deployer === undefined) return [];
    const stake = volumeAtStake(claim, cluster);
    if (stake.volume === "none") return [];
    if (stake.volume === "unread") return { unread: stake.unread };
    if ("unread" in seen) return { unread: seen.unread };
    return seen.deployer === undefined ? [] : [finding(claim, stake.volume, seen.deployer)];
  },
});

function finding(claim: PersistentVolumeClaim, volume: PersistentVolume, deployer: Deployer): RuleFinding {
  return {
    message: say`${deployer.says}, and also deletes ${volumeHandleOf(volume) ?? "its disk"} (policy Delete)`,
    severity: deployer.kind === "surprise" ? "warning" : "note",
    evidence: [proof(claim, ...deployer.mark), proof(volume, "spec.persistentVolumeReclaimPolicy", "Delete")],
    ...sizeOf(claim),
    remedies: [
      ...(deployer.hook === true ? [] : [keepClaim(claim, { tool: deployer.tool })]),
      setRetain(volume),
    ],
  };
}
