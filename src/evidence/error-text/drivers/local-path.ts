import type { KnownErrors } from "./known.ts";

/** local-path-provisioner. */
export const localPath: KnownErrors = {
  drivers: ["rancher.io/local-path"],
  source: "rancher/local-path-provisioner v0.0.37",
  errors: [
    {
      says: /claim\.Spec\.Selector is not supported/,
      subject: "the claim",
      cause: "has a selector, which this provisioner refuses",
      mends: { who: "owner", how: "recreate the claim without spec.selector" },
      retry: "never",
      where: "provisioner.go provisionFor",
    },
    {
      says: /NodePath only supports ReadWriteOnce/,
      subject: "the claim",
      cause: "requests an access mode that a path on one node cannot have",
      mends: { who: "owner", how: "recreate the claim with the access mode ReadWriteOnce" },
      retry: "never",
      where: "provisioner.go provisionFor",
    },
    {
      says: /no local path available on node|config doesn't contain (?:node|path)/,
      subject: "the node",
      cause: "has no path in the configuration of the provisioner",
      mends: { who: "cluster", how: "add a path for the node to the ConfigMap of the provisioner" },
      retry: "after",
      where: "provisioner.go getPathOnNode",
    },
    {
      says: /create process timeout after/,
      subject: "the helper pod of the provisioner",
      cause: "has not finished on the node",
      mends: { who: "node", how: "look at the helper pod and at the node" },
      retry: "after",
      where: "provisioner.go createHelperPod",
    },
  ],
};
