import { volumeHandleOf } from "../controllers/index.ts";
import { defineRule, type RuleFinding } from "../engine/index.ts";
import {
  claimsOfTools,
  isTerminating,
  live,
  type PersistentVolume,
  type PersistentVolumeClaim,
  proof,
  refOf,
  say,
} from "../model/index.ts";
import { type Deployer, deployerOf } from "./shared/deployer.ts";
import { sizeOf } from "./shared/size.ts";
import { volumeAtStake } from "./shared/volume-of-claim.ts";

export default defineRule({
  code: "PVG209",
  name: "claim-deleted-with-app",
  title: "A GitOps tool or Helm deletes a claim and its data with the app",
  severity: "note",
  confidence: "likely",
  on: ["v1/persistentvolumeclaims"],
  only: [live, claimsOfTools],
  needs: ["v1/persistentvolumes", "apps/v1/statefulsets"],
  doc: {
    what: "A claim whose volume has policy Delete is managed by Argo CD, Flux or Helm, and is not marked to be kept.",
    why: "Deleting the application, uninstalling the release, or pruning deletes the claim and its disk. This is a warning if the marks show a misunderstanding. Argo CD's Prune=false does not cover the deletion of the application. Argo CD's tracking label on a StatefulSet's claim makes Argo CD prune what was never in Git.",
    whatToDo:
      "Mark the claim to be kept, for example `kubectl annotate pvc NAME -n NAMESPACE helm.sh/resource-policy=keep`, and set its volume to Retain. Add the mark to the manifest too.",
  },
  sources: [
    "argoproj/argo-cd#9853",
    "argoproj/argo-cd#3050",
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
  const on = refOf(claim);
  return {
    message: say`${deployer.says}, and also deletes ${volumeHandleOf(volume) ?? "its disk"} (policy Delete)`,
    severity: deployer.kind === "surprise" ? "warning" : "note",
    evidence: [
      proof(on, deployer.mark, deployer.observed),
      proof(refOf(volume), "spec.persistentVolumeReclaimPolicy", "Delete"),
    ],
    ...sizeOf(claim),
    remedies: [
      { remedy: "keep-claim", on, using: { tool: deployer.tool } },
      { remedy: "set-retain", on: refOf(volume) },
    ],
  };
}
