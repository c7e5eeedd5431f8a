import type { Cluster } from "../cluster/index.ts";
import type { ArgoDeletes, ToolDeletion } from "../controllers/index.ts";
import { argoKeeps, setsOfClaim, toolDeletion } from "../controllers/index.ts";
import type { Remark } from "../define/index.ts";
import { defineWait, waiting } from "../define/index.ts";
import { toolOrders } from "../evidence/index.ts";
import type { PersistentVolumeClaim, Phrase } from "../kubernetes/index.ts";
import { isTerminating, say, words } from "../kubernetes/index.ts";

type Reason =
  | "ArgoHookDeletesClaim"
  | "ArgoPrunesClaim"
  | "ArgoDeletesClaim"
  | "FluxDeletesClaim"
  | "HelmDeletesClaim";

export default defineWait({
  wait: "deleted-by-a-tool",
  on: ["v1/persistentvolumeclaims"],
  needs: ["apps/v1/statefulsets"],
  sources: [
    "argoproj/argo-cd#9853",
    "argoproj/argo-cd#3050",
    "helm/helm#10820",
    "helm/helm pkg/action/resource_policy.go filterManifestsToKeep, v3",
    "fluxcd/flux2#4392",
  ],
  reasons: {
    ArgoHookDeletesClaim: waiting("Argo CD deletes the claim as a hook of its syncs", {
      what: "The claim has the annotation argocd.argoproj.io/hook. Argo CD treats it as a step of a sync, and not as a part of the application.",
      why: "By default Argo CD deletes a hook before the next sync and creates it again. With the policies HookSucceeded and HookFailed it deletes the hook as soon as its result is known. With policy Delete, the data of the claim is deleted each time.",
      whatToDo:
        "If the data is needed, a person must remove the annotation argocd.argoproj.io/hook from the manifest in Git. Set the volume to Retain first.",
    }),
    ArgoPrunesClaim: waiting("Argo CD tracks the StatefulSet's claim, and pruning deletes it", {
      what: "The claim was created from a StatefulSet's template, and has the label by which Argo CD tracks what it applied. It is not in Git, so a sync with pruning deletes it.",
      why: "The tracking label is in the claim template, and is copied to every claim.",
      whatToDo:
        "A person must remove the label from the claim template, or let Argo CD track by annotation. Then remove it from the claim: `kubectl label pvc NAME -n NAMESPACE argocd.argoproj.io/instance-`.",
    }),
    ArgoDeletesClaim: waiting("Argo CD deletes the claim with its application, or if Git drops it", {
      what: "Argo CD tracks the claim, and it does not have both sync options. Prune=false does not cover the deletion of the application. Delete=false does not cover a sync with pruning.",
      why: "A cascading deletion of an application deletes every object that it tracks, and a sync with pruning every one that is no longer in Git.",
      whatToDo:
        "To keep the claim, add the option in Git too: `kubectl annotate pvc NAME -n NAMESPACE argocd.argoproj.io/sync-options=Prune=false,Delete=false --overwrite`. Also set its volume to Retain.",
    }),
    FluxDeletesClaim: waiting("Flux deletes the claim when it is removed from Git", {
      what: "The claim belongs to a Flux Kustomization, and pruning is not disabled for it.",
      why: "With prune: true Flux deletes what is no longer in Git, also when the Kustomization itself is deleted.",
      whatToDo:
        "To keep the claim, set this in Git: `kubectl annotate pvc NAME -n NAMESPACE kustomize.toolkit.fluxcd.io/prune=disabled`. Also set its volume to Retain.",
    }),
    HelmDeletesClaim: waiting("Uninstalling the Helm release deletes the claim", {
      what: "The claim is an object of a chart's templates, and does not have the annotation helm.sh/resource-policy: keep.",
      why: "Helm deletes every object of a release. Only claims from a StatefulSet's volumeClaimTemplates are kept, because they are not part of the release.",
      whatToDo:
        "A person must add helm.sh/resource-policy: keep to the chart's template and upgrade the release. On the live object alone it has no effect on an uninstall. `helm get manifest RELEASE` shows what counts. Also set its volume to Retain.",
    }),
  },
  remark(claim, cluster) {
    const deletion = isTerminating(claim) ? undefined : toolDeletion(claim);
    if (deletion === undefined) return undefined;
    const remark = tell(deletion, claim, cluster);
    // A hook is no part of what the application applies.
    if (deletion.tool === "Argo CD" && deletion.by === "hook") return remark;
    return { ...remark, message: [...remark.message, ...toolOrders(claim, cluster)] };
  },
});

function tell(deletion: ToolDeletion, claim: PersistentVolumeClaim, cluster: Cluster): Remark<Reason> {
  switch (deletion.tool) {
    case "Argo CD":
      return deletion.by === "hook"
        ? { reason: "ArgoHookDeletesClaim", message: asHook(deletion.policies) }
        : byArgo(deletion, claim, cluster);
    case "Flux":
      return {
        reason: "FluxDeletesClaim",
        message: say`Flux (Kustomization ${deletion.kustomization}) can delete this claim when it is removed from Git, or with the Kustomization`,
      };
    case "Helm":
      return {
        reason: "HelmDeletesClaim",
        message: say`helm uninstall ${deletion.release} will delete this claim: it has no helm.sh/resource-policy=keep`,
      };
  }
}

function byArgo(
  deletion: Extract<ToolDeletion, { by: "label" | "tracking id" }>,
  claim: PersistentVolumeClaim,
  cluster: Cluster,
): Remark<Reason> {
  const sets = setsOfClaim(claim, cluster);
  const maker = sets.read ? sets.items[0]?.set.metadata.name : undefined;
  if (maker !== undefined && deletion.by === "label" && deletion.with !== "app") {
    return {
      reason: "ArgoPrunesClaim",
      message: say`Argo CD tracks this claim by its label, but StatefulSet/${maker} created it and it is not in Git: a sync with pruning deletes it`,
      avoid: {
        step: say`add only Prune=false`,
        because: say`the application would remain OutOfSync; the label is the cause`,
      },
    };
  }
  return { reason: "ArgoDeletesClaim", message: byArgoWith(deletion.with, argoKeeps(claim).mark) };
}

function asHook(policies: readonly string[]): Phrase {
  const when = policies.includes("BeforeHookCreation")
    ? "before each sync, and then creates a new claim without the data"
    : "when the result of the hook is known";
  return say`Argo CD takes this claim for a hook (${policies.join(", ")}) and deletes it ${words(when)}`;
}

function byArgoWith(what: ArgoDeletes, mark: string): Phrase {
  switch (what) {
    case "app":
      return say`if its Argo CD application is deleted with its resources, so is this claim: Prune=false does not cover that, only Delete=false does`;
    case "prune":
      return say`if this claim is not in Git, a sync of Argo CD with pruning deletes it: ${mark} does not cover that, only Prune=false does`;
    case "either":
      return say`Argo CD tracks this claim, and no annotation keeps it: if the application is deleted with its resources, so is the claim; if the claim is not in Git, a sync with pruning deletes it`;
  }
}
