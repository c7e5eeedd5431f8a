import type { ClaimFacts } from "../../support/objects.ts";
import { claim, claimRefTo, ebs, statefulSet, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const bound = (facts: ClaimFacts) => claim({ phase: "Bound", volumeName: "pv-data", ...facts });
const disk = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(claim()) });
const helm = { "meta.helm.sh/release-name": "shop" };
const instance = { "argocd.argoproj.io/instance": "shop" };
const option = "argocd.argoproj.io/sync-options";
const tracking = "shop:/PersistentVolumeClaim:shop/data";

export const cases: RuleCases = {
  fires: [
    {
      what: "of a Helm chart",
      objects: [bound({ annotations: helm }), disk],
      on: ["data"],
      severity: "note",
      says: /uninstalling the Helm release shop.*also deletes vol-0abc/,
      remedies: ["keep-claim", "set-retain"],
    },
    {
      what: "of Flux",
      objects: [bound({ labels: { "kustomize.toolkit.fluxcd.io/name": "apps" } }), disk],
      on: ["data"],
      severity: "note",
      says: /Flux Kustomization apps/,
    },
    {
      what: "Argo CD, with Prune=false alone",
      objects: [
        bound({ annotations: { [option]: "Prune=false", "argocd.argoproj.io/tracking-id": tracking } }),
        disk,
      ],
      on: ["data"],
      severity: "warning",
      says: /Prune=false does not cover this/,
    },
    {
      what: "Argo CD's label on a claim that a StatefulSet made",
      objects: [bound({ name: "data-web-0", labels: instance }), disk, statefulSet()],
      on: ["data-web-0"],
      severity: "warning",
      says: /created by statefulset\/web and is not in Git/,
    },
    {
      what: "Argo CD, told by Helm's annotation to keep it, which pruning does not look at",
      objects: [bound({ labels: instance, annotations: { "helm.sh/resource-policy": "keep" } }), disk],
      on: ["data"],
      severity: "warning",
      says: /^helm\.sh\/resource-policy: keep does not cover this: when the claim is removed from Git/,
    },
  ],
  silent: [
    { what: "made by hand", objects: [bound({}), disk] },
    {
      what: "Helm is told to keep it",
      objects: [bound({ annotations: { ...helm, "helm.sh/resource-policy": "keep" } }), disk],
    },
    {
      what: "Argo CD is told to keep it",
      objects: [bound({ labels: instance, annotations: { [option]: "Delete=false,Prune=false" } }), disk],
    },
    {
      what: "a tracking annotation that was copied from another object",
      objects: [
        bound({ annotations: { "argocd.argoproj.io/tracking-id": "shop:apps/StatefulSet:shop/web" } }),
        disk,
      ],
    },
    {
      what: "being deleted already, which other rules tell of",
      objects: [bound({ annotations: helm, deletionTimestamp: "2026-11-20T11:00:00Z" }), disk],
    },
    { what: "it has no volume yet", objects: [claim({ phase: "Pending", annotations: helm }), disk] },
    {
      what: "policy Retain",
      objects: [bound({ annotations: helm }), volume({ policy: "Retain", spec: ebs })],
    },
  ],
  unread: [
    { what: "claims", objects: [bound({}), disk], hidden: ["v1/persistentvolumeclaims"] },
    { what: "volumes", objects: [bound({ annotations: helm }), disk], hidden: ["v1/persistentvolumes"] },
    {
      what: "the set that made the claim",
      objects: [bound({ name: "data-web-0", labels: instance }), disk],
      hidden: ["apps/v1/statefulsets"],
    },
  ],
};
