import { defineRemedy, kubectl } from "../define/index.ts";
import { nameOf, say } from "../kubernetes/index.ts";

export const repairApiService = defineRemedy({
  name: "repair-api-service",
  summary: "Repair an API group, so that the namespace controller can query it",
  on: ["apiregistration.k8s.io/v1/apiservices"],
  needs: ["apiregistration.k8s.io/v1/apiservices"],
  make(on, _using, cluster) {
    const found = cluster.get("apiregistration.k8s.io/v1/apiservices", on.name);
    if (found.state !== "found") return undefined;
    const service = found.object.spec?.service;
    return {
      title: say`Repair the server behind ${nameOf(on)}`,
      because: say`The namespace will be deleted once every API group responds.`,
      commands: [kubectl`get apiservice ${on.name} -o yaml`],
      steps: [
        service?.name === undefined
          ? say`Check the condition Available of the APIService: it says what is missing.`
          : say`Check why service/${service.name} (${service.namespace ?? ""}) has no ready endpoints, and repair what serves it.`,
        say`Only if that API has been removed permanently: kubectl delete apiservice ${on.name}. What it still has in etcd can then no longer be reached.`,
      ],
    };
  },
});
