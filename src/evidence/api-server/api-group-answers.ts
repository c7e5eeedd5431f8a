import type { Cluster } from "../../cluster/index.ts";
import { everywhere } from "../../cluster/index.ts";
import type { APIService } from "../../kubernetes/index.ts";
import { hint } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";

/**
 * Does every API group answer? An APIService that is not available keeps controllers from knowing what its group has, such as
 * the namespace controller and the garbage collector. For each there is what speaks against it.
 * kubernetes/kubernetes staging/src/k8s.io/kube-aggregator/pkg/controllers/status/remote/remote_available_controller.go, 1.36.
 */
export function apiGroupsAnswer(cluster: Cluster): Answer<{ readonly silent: readonly APIService[] }> {
  const services = cluster.list("apiregistration.k8s.io/v1/apiservices", everywhere);
  if (!services.read) return notLooked(services.unread);
  const silent = services.items.filter(isSilent);
  const against = silent.map((service) => hint(service, "status.conditions[Available]", "False"));
  return { ...weigh([], against), silent };
}

function isSilent({ status }: APIService): boolean {
  return (
    status?.conditions?.some(({ type, status: state }) => type === "Available" && state !== "True") ?? false
  );
}
