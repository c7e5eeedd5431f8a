import { conditionOf } from "../controllers/index.ts";
import { defineWait, remedy } from "../engine/index.ts";
import { type Cluster, isTerminating, type Namespace, proof, say } from "../model/index.ts";
import { isNew, ofContent, storageKinds } from "./shared/namespace/content.ts";
import { ofDiscovery, ofFailures } from "./shared/namespace/discovery.ts";
import { namespaceReasons } from "./shared/namespace/reasons.ts";
import { webhookKinds } from "./shared/namespace/refused.ts";
import { avoid, type Found } from "./shared/namespace/words.ts";

export default defineWait({
  wait: "namespace-content",
  on: ["v1/namespaces"],
  needs: [
    "v1/pods",
    ...storageKinds,
    "v1/persistentvolumes",
    "apiregistration.k8s.io/v1/apiservices",
    ...webhookKinds,
  ],
  sources: [
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
    return found.length > 0 ? found : [ofTheRest(namespace, cluster)];
  },
});

/** What keeps a namespace in which nothing is left of the kinds that are read. */
function ofTheRest(namespace: Namespace, cluster: Cluster): Found {
  return ofConditions(namespace) ?? ofFinalizers(namespace) ?? ofController(namespace, cluster);
}

function ofConditions(namespace: Namespace): Found | undefined {
  if (isOutOfDate(namespace)) return undefined;
  const types = ["NamespaceFinalizersRemaining", "NamespaceContentRemaining"] as const;
  const condition = types.map((type) => conditionOf(namespace, type)).find((found) => found !== undefined);
  if (condition === undefined) return undefined;
  return {
    reason: "OtherContentInNamespace",
    holder: { controller: "the owner of what is left" },
    message: say`no pod, claim or snapshot is left in the namespace, but something else is: ${condition.message ?? ""}`,
    evidence: [proof(namespace, `status.conditions[${condition.type ?? ""}]`, condition.message)],
    avoid,
  };
}

const kindsRead = ["pods.", "persistentvolumeclaims.", "volumesnapshots.snapshot.storage.k8s.io"];

/**
 * It names only kinds of which none is left: the namespace controller writes it again in its next round, some seconds later.
 * As in `Some resources are remaining: persistentvolumeclaims. has 1 resource instances, …`.
 */
function isOutOfDate(namespace: Namespace): boolean {
  const [, named] = conditionOf(namespace, "NamespaceContentRemaining")?.message?.split(": ") ?? [];
  if (named === undefined) return false;
  return named.split(", ").every((each) => kindsRead.includes(each.replace(/ has .*/, "")));
}

/** Beside `kubernetes`, which the namespace controller removes itself. */
function ofFinalizers(namespace: Namespace): Found | undefined {
  const finalizer = namespace.spec?.finalizers?.find((name) => name !== "kubernetes");
  if (finalizer === undefined) return undefined;
  return {
    reason: "NamespaceFinalizerLeft",
    holder: { controller: `the owner of ${finalizer}` },
    message: say`the finalizer ${finalizer} is left in the namespace's spec, and its owner has not removed it`,
    evidence: [proof(namespace, "spec.finalizers", finalizer)],
    remedies: [remedy("check-controller", namespace, { controller: `the owner of ${finalizer}` })],
    avoid,
  };
}

function ofController(namespace: Namespace, cluster: Cluster): Found {
  const holder = { controller: "namespace-controller" };
  if (isNew(namespace, cluster)) {
    return {
      reason: "NamespaceAboutToGo",
      holder,
      message: say`no pod, claim or snapshot is left in the namespace; the namespace controller still has to go through the other kinds`,
    };
  }
  return {
    reason: "NamespaceControllerNotActing",
    holder,
    message: say`no pod, claim or snapshot is left in the namespace, and the namespace controller does not say what else is`,
    remedies: [remedy("check-controller", namespace, { controller: "kube-controller-manager" })],
    avoid,
  };
}
