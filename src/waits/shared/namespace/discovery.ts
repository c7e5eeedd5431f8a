import { conditionOf } from "../../../controllers/index.ts";
import { couldNotRead, nameOf } from "../../../engine/index.ts";
import { type Cluster, everywhere, type Namespace, proof, refOf, say } from "../../../model/index.ts";
import { avoid, type Found } from "./words.ts";

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
  const evidence = [proof(refOf(namespace), `status.conditions[${condition.type ?? ""}]`, condition.message)];
  if (unavailable.length === 0) {
    return [
      {
        reason: "DiscoveryFails",
        holder: { controller: "namespace-controller" },
        message: say`discovery fails: ${condition.message ?? ""}`,
        evidence,
        avoid,
      },
    ];
  }
  return unavailable.map((service) => ({
    reason: "ApiGroupUnavailable",
    holder: { object: refOf(service) },
    message: say`${nameOf(refOf(service))} is not available, so nobody can tell what that API group has in the namespace; it is not a volume problem`,
    evidence,
    remedies: [{ remedy: "repair-api-service", on: refOf(service) }],
    avoid,
    isRoot: true,
  }));
}

/** Deletions that the API server refused. */
export function ofFailures(namespace: Namespace): readonly Found[] {
  const condition = conditionOf(namespace, "NamespaceDeletionContentFailure");
  if (condition === undefined) return [];
  return [
    {
      reason: "ContentDeletionFails",
      holder: { controller: "namespace-controller" },
      message: say`deleting what is in it fails: ${condition.message ?? ""}`,
      evidence: [
        proof(refOf(namespace), "status.conditions[NamespaceDeletionContentFailure]", condition.message),
      ],
      avoid,
    },
  ];
}
