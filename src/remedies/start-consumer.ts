import { defineRemedy, kubectl } from "../define/index.ts";
import { nameOf, say } from "../kubernetes/index.ts";
import type { CommandLine } from "../report/index.ts";

interface Using {
  readonly kind?: string;
  readonly name?: string;
  readonly replicas?: string;
}

/** On a claim that waits for a pod. `using.kind` and `using.name`: the workload at rest that names it; neither where none does. `using.replicas`: with so many it makes the pod. */
export const startConsumer = defineRemedy({
  name: "start-consumer",
  summary: "Start a pod that uses a claim, for which something waits",
  on: ["v1/persistentvolumeclaims"],
  make(on, { kind = "", name = "", replicas = "1" }: Using) {
    const namespace = on.namespace ?? "default";
    const command = startOf(kind, name, { namespace, replicas });
    return {
      title:
        name === ""
          ? say`Start a pod that uses ${nameOf(on)}`
          : say`Start ${kind.toLowerCase()}/${name}, which names ${nameOf(on)}`,
      because: say`What the claim waits for happens when a pod that uses it is placed on a node.`,
      commands: command === undefined ? [kubectl`get pvc ${on.name} -n ${namespace} -o yaml`] : [command],
      steps:
        command === undefined
          ? [
              say`Find out from its owner, labels and annotations which workload it belongs to, and start that.`,
            ]
          : [say`If it was stopped on purpose, ask its owner first.`],
    };
  },
});

function startOf(
  kind: string,
  name: string,
  { namespace, replicas }: { readonly namespace: string; readonly replicas: string },
): CommandLine | undefined {
  switch (kind) {
    case "Deployment":
    case "ReplicaSet":
    case "StatefulSet":
      return kubectl`scale ${kind.toLowerCase()} ${name} -n ${namespace} --replicas=${replicas}`;
    case "CronJob":
    case "Job":
      return kubectl`patch ${kind.toLowerCase()} ${name} -n ${namespace} --type=merge -p {"spec":{"suspend":false}}`;
    default:
      return undefined;
  }
}
