import type { Cluster } from "../cluster/index.ts";
import { inNamespace } from "../cluster/index.ts";
import { conditionOf, notNamed } from "../controllers/index.ts";
import { couldNotRead, defineWait } from "../define/index.ts";
import {
  apiGroupsAnswer,
  deletionRefused,
  finalizerOwner,
  finalizersRemaining,
  kindsRemaining,
  refusalsOf,
  refuserKinds,
  refuserOf,
  saysOnlyWhatStays,
} from "../evidence/index.ts";
import type { KubeObject, Namespace, Phrase } from "../kubernetes/index.ts";
import { isTerminating, join, nameOf, refOf, say } from "../kubernetes/index.ts";
import { checkController, listContent, repairApiService, retainVolumes } from "../remedies/index.ts";
import { noneFound, proof } from "../report/index.ts";
import type { NamespaceHold } from "./shared/namespace.ts";
import {
  avoid,
  isBetweenRounds,
  isNew,
  namespaceReasons,
  ofContent,
  retried,
  storageKinds,
} from "./shared/namespace.ts";

export default defineWait({
  wait: "namespace-content",
  on: ["v1/namespaces"],
  needs: [
    "v1/pods",
    ...storageKinds,
    "v1/persistentvolumes",
    "apiregistration.k8s.io/v1/apiservices",
    ...refuserKinds,
    "coordination.k8s.io/v1/leases",
  ],
  sources: [
    "kubernetes/kubernetes pkg/controller/namespace/namespace_controller.go worker, nsControllerRateLimiter, 1.36",
    "kubernetes/kubernetes pkg/controller/namespace/deletion/namespaced_resources_deleter.go deleteAllContent, 1.36",
    "kubernetes/kubernetes pkg/controller/namespace/deletion/status_condition_utils.go, 1.36",
    "kubernetes/kubernetes#60807",
  ],
  reasons: namespaceReasons,
  holds(namespace, cluster) {
    if (!isTerminating(namespace)) return [];
    const found = [
      ...ofDiscovery(namespace, cluster),
      ...ofFailures(namespace, cluster),
      ...ofContent(namespace, cluster),
    ];
    return (found.length > 0 ? found : [ofTheRest(namespace, cluster)]).map((hold) =>
      hold.reason === "CouldNotRead"
        ? hold
        : { ...hold, remedies: [...(hold.remedies ?? []), retainVolumes(namespace)] },
    );
  },
});

/** What keeps a namespace in which nothing is left of the kinds that are read. */
function ofTheRest(namespace: Namespace, cluster: Cluster): NamespaceHold {
  return ofConditions(namespace, cluster) ?? ofFinalizers(namespace) ?? ofController(namespace, cluster);
}

function ofConditions(namespace: Namespace, cluster: Cluster): NamespaceHold | undefined {
  if (isOutOfDate(namespace)) return undefined;
  const types = ["NamespaceContentRemaining", "NamespaceFinalizersRemaining"] as const;
  const found = types.flatMap((type) => conditionOf(namespace, type) ?? []);
  if (found.length === 0) return undefined;
  const kinds = namesKinds(found[0]?.message ?? "");
  return {
    reason: "OtherContentInNamespace",
    holder: { controller: "the owner of what is left" },
    message: say`no pod, claim or snapshot is left in the namespace, but the namespace controller last reported: ${join(
      found.map(({ message = "" }) => say`${message}`),
      "; ",
    )}${missingOwners(namespace, cluster)}`,
    evidence: found.map(({ type = "", message }) => proof(namespace, `status.conditions[${type}]`, message)),
    remedies: kinds.length === 0 ? [] : [listContent(namespace, { kinds: kinds.join(",") })],
    avoid,
  };
}

/** The kinds as kubectl takes them, without those that were read. Those of the core group end in a dot. */
function namesKinds(message: string): readonly string[] {
  const left = (kindsRemaining(message) ?? []).filter((kind) => !kindsRead.includes(kind));
  return left.map((kind) => kind.replace(/\.$/, ""));
}

/** Why a finalizer that is left will not be removed, where its owner is known and missing. */
function missingOwners(namespace: Namespace, cluster: Cluster): Phrase {
  const left = finalizersRemaining(conditionOf(namespace, "NamespaceFinalizersRemaining")?.message ?? "");
  return left.flatMap((finalizer) => {
    const owner = finalizerOwner(namespace, finalizer, cluster);
    return owner.is === "refuted" ? say`; the owner of ${finalizer} is missing: ${owner.because}` : [];
  });
}

const kindsRead = ["pods.", "persistentvolumeclaims.", "volumesnapshots.snapshot.storage.k8s.io"];

/**
 * It names only kinds of which none is left: the namespace controller writes it again in its next round, some seconds later.
 * As in `Some resources are remaining: persistentvolumeclaims. has 1 resource instances, …`.
 */
function isOutOfDate(namespace: Namespace): boolean {
  const remaining = kindsRemaining(conditionOf(namespace, "NamespaceContentRemaining")?.message ?? "");
  return remaining?.every((each) => kindsRead.includes(each)) ?? false;
}

/** Beside `kubernetes`, which the namespace controller removes itself. */
function ofFinalizers(namespace: Namespace): NamespaceHold | undefined {
  const finalizer = namespace.spec?.finalizers?.find((name) => name !== "kubernetes");
  if (finalizer === undefined) return undefined;
  return {
    reason: "NamespaceFinalizerLeft",
    holder: { controller: `the owner of ${finalizer}` },
    message: say`the finalizer ${finalizer} is left in the namespace's spec, and its owner has not removed it`,
    evidence: [proof(namespace, "spec.finalizers", finalizer)],
    remedies: [checkController(namespace, { controller: `the owner of ${finalizer}` })],
    avoid,
  };
}

function ofController(namespace: Namespace, cluster: Cluster): NamespaceHold {
  const holder = { controller: "namespace-controller" };
  const evidence = [
    proof(namespace, "metadata.deletionTimestamp", namespace.metadata.deletionTimestamp),
    noneFound(namespace, "pods, claims, snapshots"),
  ];
  if (isNew(namespace, cluster) || isBetweenRounds(namespace, cluster)) {
    return {
      reason: "NamespaceAboutToGo",
      holder,
      message: say`no pod, claim or snapshot is left in the namespace; the namespace controller still has to go through the other kinds`,
      evidence,
    };
  }
  return {
    reason: "NamespaceControllerNotActing",
    holder,
    message: say`no pod, claim or snapshot is left in the namespace, and the namespace controller does not say what else is`,
    evidence,
    remedies: [checkController(namespace, { controller: "kube-controller-manager" })],
    avoid,
  };
}

const resourcesRead: ReadonlySet<string> = new Set(["v1/pods", ...storageKinds]);

/** An API group that cannot be asked what it has in the namespace. */
function ofDiscovery(namespace: Namespace, cluster: Cluster): readonly NamespaceHold[] {
  const condition =
    conditionOf(namespace, "NamespaceDeletionDiscoveryFailure") ??
    conditionOf(namespace, "NamespaceDeletionGroupVersionParsingFailure");
  if (condition === undefined) return [];
  const groups = apiGroupsAnswer(cluster);
  if (groups.is === "unread") return [couldNotRead(groups.unread)];
  const unavailable = groups.silent;
  const evidence = [proof(namespace, `status.conditions[${condition.type ?? ""}]`, condition.message)];
  if (unavailable.length === 0) {
    return [
      {
        reason: "DiscoveryFails",
        holder: { controller: "namespace-controller" },
        message: say`API discovery fails: ${condition.message ?? ""}`,
        evidence,
        avoid,
      },
    ];
  }
  return unavailable.map((service) => ({
    reason: "ApiGroupUnavailable",
    holder: { object: refOf(service) },
    message: say`${nameOf(service)} is not available, so the namespace controller cannot tell what that API group has in the namespace; this is not a volume problem`,
    evidence,
    remedies: [repairApiService(service)],
    avoid,
    isRoot: true,
  }));
}

/** Who refused the objects that are read: each of those says so itself. */
function toldByContent(namespace: Namespace, cluster: Cluster): ReadonlySet<string> {
  const scope = inNamespace(namespace.metadata.name);
  const all = (["v1/pods", ...storageKinds] as const).map((kind) => cluster.list(kind, scope));
  const live = all.flatMap((listed): readonly KubeObject[] => {
    const first = listed.read ? listed.items.find((object) => !isTerminating(object)) : undefined;
    return first === undefined ? [] : [first];
  });
  return new Set(live.flatMap((object) => refusalsOf(object, namespace).map(({ by }) => JSON.stringify(by))));
}

/** Deletions that the API server refused, by the policy or webhook that refused. */
function ofFailures(namespace: Namespace, cluster: Cluster): readonly NamespaceHold[] {
  const condition = conditionOf(namespace, "NamespaceDeletionContentFailure");
  if (
    condition === undefined ||
    saysOnlyWhatStays(condition.message ?? "", (resource) => resourcesRead.has(resource))
  )
    return [];
  const evidence = [
    proof(namespace, "status.conditions[NamespaceDeletionContentFailure]", condition.message),
  ];
  const { refusals } = deletionRefused(namespace);
  const request = { operation: "DELETE", namespace: namespace.metadata.name } as const;
  const told = toldByContent(namespace, cluster);
  if (refusals.length > 0)
    return refusals
      .filter(({ by }) => !told.has(JSON.stringify(by)))
      .flatMap((refusal) => {
        const refuser = refuserOf(refusal, request, cluster);
        const { holder = notNamed, over, unread } = refuser;
        const hold: NamespaceHold = {
          reason: over === undefined ? "DeletionRefused" : "RefuserGone",
          holder,
          message: say`the API server refused to delete an object in the namespace: ${refusal.message}${retried(refuser)}`,
          evidence,
          avoid,
          isRoot: true,
        };
        return unread === undefined ? [hold] : [hold, couldNotRead(unread)];
      });
  return [
    {
      reason: "ContentDeletionFails",
      holder: { controller: "namespace-controller" },
      message: say`the objects in the namespace cannot be deleted: ${condition.message ?? ""}`,
      evidence,
      avoid,
    },
  ];
}
