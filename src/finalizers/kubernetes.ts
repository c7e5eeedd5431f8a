import { defineFinalizer } from "../define/index.ts";

/** It is in `spec.finalizers` of a namespace, not in its metadata: the wait `namespace-content` explains it. */
export default defineFinalizer({
  finalizer: "kubernetes",
  on: ["v1/namespaces"],
  owner: "namespace-controller",
  sources: [
    "kubernetes/kubernetes pkg/controller/namespace/deletion/namespaced_resources_deleter.go deleteAllContent, 1.36",
  ],
  addedWhen: "The namespace is created. The finalizer is in spec.finalizers.",
  releasedWhen:
    "Everything in the namespace has been deleted, and every API group could be asked for the objects that it has there.",
  ifForced:
    "What is left in the namespace remains in etcd without a namespace, and comes back when a namespace with that name is created.",
  manualRemoval: { safety: "loses-data", check: "Never: fix what keeps the namespace instead." },
  since: "Kubernetes 1.2",
  reasons: {},
  holds: () => [],
});
