import { clusterBackends } from "../../backends/index.ts";
import type { ObjectRef } from "../../kubernetes/index.ts";
import { groupOf, kindNamed } from "../../kubernetes/index.ts";
import type { NotJudged } from "../../report/index.ts";

/**
 * Kinds of Kubernetes itself behind which there is no disk, by their group. Nothing makes volumes, claims, snapshots or pods from
 * them, and no controller deletes any of these with them.
 *
 * kubernetes/kubernetes api/openapi-spec/swagger.json, 1.36.
 */
const withoutData: Readonly<Record<string, readonly string[]>> = {
  "": [
    "ConfigMap",
    "Endpoints",
    "Event",
    "LimitRange",
    "ResourceQuota",
    "Secret",
    "Service",
    "ServiceAccount",
  ],
  "admissionregistration.k8s.io": [
    "MutatingWebhookConfiguration",
    "ValidatingAdmissionPolicy",
    "ValidatingAdmissionPolicyBinding",
    "ValidatingWebhookConfiguration",
  ],
  autoscaling: ["HorizontalPodAutoscaler"],
  "coordination.k8s.io": ["Lease"],
  "discovery.k8s.io": ["EndpointSlice"],
  "events.k8s.io": ["Event"],
  "networking.k8s.io": ["Ingress", "IngressClass", "NetworkPolicy"],
  policy: ["PodDisruptionBudget"],
  "rbac.authorization.k8s.io": ["ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"],
  "scheduling.k8s.io": ["PriorityClass"],
};

/** What can be said of an object of a kind whose deletion pvguard does not judge. */
export function notJudged(object: ObjectRef): NotJudged {
  const { apiVersion, kind } = object;
  if (withoutData[groupOf(apiVersion)]?.includes(kind) === true) return { object, why: "without-data" };
  const isRecord = clusterBackends.some(({ resource }) => resource === resourceOf(object));
  return { object, why: isRecord ? "record-of-disk" : "unknown-kind" };
}

/** The resource of an object, if pvguard reads its kind. */
export function resourceOf({ apiVersion, kind }: ObjectRef) {
  return kindNamed(apiVersion, kind)?.resource;
}
