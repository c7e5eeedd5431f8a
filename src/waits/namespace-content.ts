import { defineWait } from "../engine/index.ts";
import { isTerminating } from "../model/index.ts";
import { ofContent, storageKinds } from "./shared/namespace/content.ts";
import { ofDiscovery, ofFailures } from "./shared/namespace/discovery.ts";
import { namespaceReasons } from "./shared/namespace/reasons.ts";
import { webhookKinds } from "./shared/namespace/refused.ts";
import { ofTheRest } from "./shared/namespace/rest.ts";

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
