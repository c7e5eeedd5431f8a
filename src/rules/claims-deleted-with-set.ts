import type { Unread } from "../cluster/index.ts";
import { inNamespace, live, setsThatDeleteClaims } from "../cluster/index.ts";
import {
  claimNamesOf,
  dependentsByOwner,
  hasUnexpectedController,
  keptBesides,
  podNameOf,
} from "../controllers/index.ts";
import type { AuditContext, RuleAnswer, RuleFinding } from "../define/index.ts";
import { defineRule } from "../define/index.ts";
import type { PersistentVolumeClaim, Phrase, StatefulSet, StorageClass } from "../kubernetes/index.ts";
import { isTerminating, join, say, workloadKinds } from "../kubernetes/index.ts";
import { proof } from "../report/index.ts";
import { volumeAtStake } from "./shared/claims.ts";
import { sizeOf } from "./shared/findings.ts";

export default defineRule({
  code: "PVG210",
  name: "claims-deleted-with-set",
  title: "A StatefulSet's retention policy deletes its claims and data",
  severity: "note",
  manifests: true,
  on: ["apps/v1/statefulsets"],
  only: [live, setsThatDeleteClaims],
  needs: [
    "v1/persistentvolumeclaims",
    "v1/persistentvolumes",
    "v1/pods",
    ...workloadKinds.filter((kind) => kind !== "apps/v1/statefulsets"),
    "batch/v1/cronjobs",
    "storage.k8s.io/v1/storageclasses",
  ],
  what: "The persistentVolumeClaimRetentionPolicy of a StatefulSet says Delete, and its claims have volumes with policy Delete. In manifests that were never applied, it also looks at the claim templates whose StorageClass is in the same files.",
  why: "With whenDeleted: Delete, the claims are deleted with the set. With whenScaled: Delete, they are deleted when the set is scaled down. Their disks are deleted at once.",
  whatToDo:
    "If you need the data longer than the set, set both to Retain: `kubectl edit statefulset NAME -n NAMESPACE`. Or set the volumes to Retain.",
  sources: [
    "kubernetes/kubernetes pkg/controller/statefulset/stateful_set_utils.go updateClaimOwnerRefForSetAndPod, hasUnexpectedController, 1.36",
    "kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem, 1.36",
    "kubernetes/kubernetes pkg/apis/storage/v1/defaults.go SetDefaults_StorageClass, 1.36",
    "kubernetes/enhancements keps/sig-apps/1847-autoremove-statefulset-pvcs/README.md",
  ],
  check(set, context) {
    const when = occasions(set);
    return when.length === 0 || isTerminating(set) ? [] : judge(set, when, context);
  },
});

function occasions(set: StatefulSet): readonly Phrase[] {
  const { whenDeleted, whenScaled } = set.spec?.persistentVolumeClaimRetentionPolicy ?? {};
  return [
    ...(whenDeleted === "Delete" ? [say`deleting the set`] : []),
    ...(whenScaled === "Delete" ? [say`scaling it down`] : []),
  ];
}

function judge(
  set: StatefulSet,
  [first = [], second]: readonly Phrase[],
  { cluster }: AuditContext,
): RuleAnswer | RuleFinding {
  const stakes = claimsAtStake(set, cluster);
  if ("unread" in stakes) return stakes;
  const { claims } = stakes;
  const occasion = second === undefined ? first : say`${first} or ${second}`;
  const policy = set.spec?.persistentVolumeClaimRetentionPolicy;
  const asked = [
    proof(set, "spec.persistentVolumeClaimRetentionPolicy.whenDeleted", policy?.whenDeleted),
    proof(set, "spec.persistentVolumeClaimRetentionPolicy.whenScaled", policy?.whenScaled),
  ];
  if (claims.length === 0) {
    const classes = isApplied(set) ? [] : classesThatDelete(set, cluster);
    const names = join(
      classes.map(({ metadata }) => say`${metadata.name}`),
      ", ",
    );
    if (classes.length === 0) return [];
    return {
      message: say`${occasion} deletes the data of the claims that it creates: the StorageClass of their template has policy Delete (${names})`,
      evidence: [
        ...asked,
        ...classes.map((each) => proof(each, "reclaimPolicy", each.reclaimPolicy ?? "Delete, the default")),
      ],
    };
  }
  const disks = claims.flatMap((claim) => sizeOf(claim).disks ?? []);
  return {
    message: say`${occasion} deletes the data of its claims: ${claims.length} of them ${claims.length === 1 ? say`has a volume` : say`have volumes`} with policy Delete`,
    disks,
    evidence: asked,
  };
}

/** An API server gives each object a version. */
function isApplied({ metadata }: StatefulSet): boolean {
  return metadata.resourceVersion !== undefined;
}

/**
 * The classes that the templates name, as far as the same files have them. Of a template that leaves its class open, the
 * default class of a cluster decides, which no file shows.
 */
function classesThatDelete(set: StatefulSet, cluster: AuditContext["cluster"]): readonly StorageClass[] {
  const names = new Set(
    (set.spec?.volumeClaimTemplates ?? []).flatMap(({ spec }) => spec?.storageClassName || []),
  );
  return [...names].flatMap((name) => {
    const found = cluster.get("storage.k8s.io/v1/storageclasses", name);
    return found.state === "found" && (found.object.reclaimPolicy ?? "Delete") === "Delete"
      ? [found.object]
      : [];
  });
}

/** More than any real set has, so that a number in a file cannot keep the rule busy. */
const mostPods = 1000;

type Claims = { readonly claims: readonly PersistentVolumeClaim[] } | { readonly unread: Unread };

function claimsAtStake(set: StatefulSet, cluster: AuditContext["cluster"]): Claims {
  const all = claimsOf(set, cluster);
  if ("unread" in all) return all;
  const claims: PersistentVolumeClaim[] = [];
  for (const claim of all.claims) {
    const stake = volumeAtStake(claim, cluster);
    if (stake.volume === "unread") return { unread: stake.unread };
    if (stake.volume !== "none") claims.push(claim);
  }
  return { claims };
}

/** Those of its pods; and those that it owns, which a scale-down has left: they are deleted with the set too. */
function claimsOf(set: StatefulSet, cluster: AuditContext["cluster"]): Claims {
  const { namespace = "", uid } = set.metadata;
  const claims = new Map<string, PersistentVolumeClaim>();
  const start = set.spec?.ordinals?.start ?? 0;
  const replicas = Math.max(0, Math.min(set.spec?.replicas ?? 1, mostPods));
  for (let ordinal = start; ordinal < start + replicas; ordinal += 1) {
    for (const name of claimNamesOf(set, ordinal)) {
      const claim = cluster.get("v1/persistentvolumeclaims", name, namespace);
      if (claim.state === "unread") return { unread: claim.unread };
      if (claim.state === "absent") continue;
      const taken = isTaken(claim.object, set, podNameOf(set, ordinal), cluster);
      if (taken === true) claims.set(name, claim.object);
      else if (taken !== false) return taken;
    }
  }
  if (set.spec?.persistentVolumeClaimRetentionPolicy?.whenDeleted === "Delete") {
    const owned = cluster.lookup(dependentsByOwner("v1/persistentvolumeclaims"), uid, inNamespace(namespace));
    if (!owned.read) return { unread: owned.unread };
    for (const claim of owned.items) {
      const besides = keptBesides(claim, [uid], cluster);
      if (besides.kept === "unread") return besides;
      if (besides.kept === "no") claims.set(claim.metadata.name, claim);
    }
  }
  return { claims: [...claims.values()] };
}

/**
 * Is the claim of a wanted pod deleted with the set or the pod? It needs no owner yet: the controller adds it, unless something else
 * controls the claim, or an earlier set or pod of that name owns it. The garbage collector leaves what another owner keeps.
 */
function isTaken(
  claim: PersistentVolumeClaim,
  set: StatefulSet,
  podName: string,
  cluster: AuditContext["cluster"],
): boolean | { readonly unread: Unread } {
  const owners = claim.metadata.ownerReferences ?? [];
  if (owners.length === 0) return true;
  const isOfPod = owners.some(({ kind, name }) => kind === "Pod" && name === podName);
  const pod = isOfPod ? cluster.get("v1/pods", podName, claim.metadata.namespace) : undefined;
  if (pod?.state === "unread") return pod;
  const podUid = pod?.state === "found" ? pod.object.metadata.uid : undefined;
  if (hasUnexpectedController(claim, set, { name: podName, uid: podUid })) return false;
  const gone = [set.metadata.uid, ...(podUid === undefined ? [] : [podUid])];
  const besides = keptBesides(claim, gone, cluster);
  return besides.kept === "unread" ? besides : besides.kept === "no";
}
