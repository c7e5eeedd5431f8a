import type { KnownErrors } from "./known.ts";

/** Pure Storage, by Pure Service Orchestrator. Its source is not public: these are the words that its users reported. */
export const pure: KnownErrors = {
  drivers: ["pure-csi"],
  source: "purestorage/helm-charts and purestorage/pso-csi, their issues",
  errors: [
    {
      says: /\(root\): Invalid type\. Expected: object, given: null/,
      subject: "the configuration of the driver",
      cause: "names no array",
      mends: { who: "cluster", how: "add the arrays to the values of its Helm chart, and restart its pods" },
      retry: "after",
      where: "purestorage/helm-charts#212",
    },
  ],
};
