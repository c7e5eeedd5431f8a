import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { metadataOf } from "./metadata.ts";

const apiVersion = "admissionregistration.k8s.io/v1";

/** A ValidatingAdmissionPolicy about every request, and the binding by which it denies. */
export function denyingPolicy(name: string): readonly KubeObject[] {
  const binding = metadataOf({}, `${name}-binding`);
  return [
    { apiVersion, kind: "ValidatingAdmissionPolicy", metadata: metadataOf({}, name) },
    {
      apiVersion,
      kind: "ValidatingAdmissionPolicyBinding",
      metadata: binding,
      spec: { policyName: name, validationActions: ["Deny"] },
    },
  ];
}
