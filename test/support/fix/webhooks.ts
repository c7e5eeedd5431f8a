import type { JsonObject, ServedKind } from "../memory-server/index.ts";

export const endpointSlices: ServedKind = {
  group: "discovery.k8s.io",
  apiVersion: "discovery.k8s.io/v1",
  kind: "EndpointSlice",
  plural: "endpointslices",
  singular: "endpointslice",
  shortNames: [],
  namespaced: true,
  origin: "built-in",
  subresources: [],
};

/** A webhook with failurePolicy Fail behind a Service without endpoints. */
export function deadWebhook(operation: string, resource: string): JsonObject {
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "guard", uid: "w" },
    webhooks: [
      {
        name: "guard.example.com",
        failurePolicy: "Fail",
        clientConfig: { service: { namespace: "guard", name: "guard" } },
        rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: [operation], resources: [resource] }],
      },
    ],
  };
}
