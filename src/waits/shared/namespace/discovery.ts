import { conditionOf, refusalsIn, refuserOf } from "../../../controllers/index.ts";
import { couldNotRead, nameOf, remedy } from "../../../engine/index.ts";
import { type Cluster, everywhere, type Namespace, proof, refOf, say } from "../../../model/index.ts";
import { storageKinds } from "./content.ts";
import { avoid, type Found } from "./words.ts";

const kindsRead: ReadonlySet<string> = new Set(["v1/pods", ...storageKinds]);

/** An API group that cannot be asked what it has in the namespace. */
export function ofDiscovery(namespace: Namespace, cluster: Cluster): readonly Found[] {
  const condition =
    conditionOf(namespace, "NamespaceDeletionDiscoveryFailure") ??
    conditionOf(namespace, "NamespaceDeletionGroupVersionParsingFailure");
  if (condition === undefined) return [];
  const services = cluster.list("apiregistration.k8s.io/v1/apiservices", everywhere);
  if (!services.read) return [couldNotRead(services.unread)];
  const unavailable = services.items.filter(({ status }) =>
    status?.conditions?.some(({ type, status: state }) => type === "Available" && state !== "True"),
  );
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
    remedies: [remedy("repair-api-service", service)],
    avoid,
    isRoot: true,
  }));
}

/** Deletions that the API server refused, by the policy or webhook that refused. */
export function ofFailures(namespace: Namespace, cluster: Cluster): readonly Found[] {
  const condition = conditionOf(namespace, "NamespaceDeletionContentFailure");
  if (condition === undefined || isOfWhatStays(condition.message ?? "")) return [];
  const evidence = [
    proof(namespace, "status.conditions[NamespaceDeletionContentFailure]", condition.message),
  ];
  const refusals = refusalsIn(namespace);
  if (refusals.length > 0)
    return refusals.map((refusal) => ({
      reason: "DeletionRefused",
      holder: refuserOf(refusal, cluster),
      message: say`the API server refused to delete an object in the namespace: ${refusal.message}`,
      evidence,
      avoid,
      isRoot: true,
    }));
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

/**
 * Nothing was refused: pods that have outlived their grace period are still there, or were in its last round. What is there is
 * told of itself. As in `Failed to delete all resource types, 1 remaining: unexpected items still remain in namespace: shop
 * for gvr: /v1, Resource=pods`.
 * kubernetes/kubernetes pkg/controller/namespace/deletion/namespaced_resources_deleter.go
 * deleteAllContentForGroupVersionResource, 1.36.
 */
function isOfWhatStays(message: string): boolean {
  const stays = /unexpected items still remain in namespace: \S+ for gvr: ([^,]*), Resource=([\w.-]+)/g;
  const rest = message.replace(stays, (all, groupVersion: string, plural: string) =>
    kindsRead.has(`${groupVersion.replace(/^\//, "")}/${plural}`) ? "" : all,
  );
  return rest !== message && /^Failed to delete all resource types, \d+ remaining: [[\], ]*$/.test(rest);
}
