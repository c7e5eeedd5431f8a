/** A cluster of 2,000 claims in which nothing is wrong, with all that looks wrong at a glance. */
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { csiNode, namespaceObject, storageClass } from "../../support/objects.ts";
import { boundClaim, ebsDriver, nodes, runningPod, times } from "./parts.ts";
import { clones, inMotion, localVolumes, populators, retained, snapshots } from "./storage.ts";
import {
  deployments,
  ephemeral,
  jobs,
  machines,
  runningSets,
  setsAtRest,
  waitingForFirstPod,
} from "./workloads.ts";

const size = 2000;

function surroundings(): readonly KubeObject[] {
  const waits = "WaitForFirstConsumer";
  const driver: KubeObject = {
    apiVersion: "storage.k8s.io/v1",
    kind: "CSIDriver",
    metadata: { name: ebsDriver, uid: "driver-uid" },
  };
  return [
    ...nodes,
    ...nodes.map(({ metadata: { name } }) => csiNode(name, ebsDriver)),
    driver,
    storageClass({ name: "gp3", volumeBindingMode: waits }),
    storageClass({ name: "gp3-retain", reclaimPolicy: "Retain" }),
    storageClass({
      name: "fast-disks",
      provisioner: "kubernetes.io/no-provisioner",
      volumeBindingMode: waits,
    }),
    storageClass({ name: "local-path", provisioner: "rancher.io/local-path", volumeBindingMode: waits }),
  ];
}

const isClaim = ({ kind }: KubeObject) => kind === "PersistentVolumeClaim";

export function healthyCluster(): readonly KubeObject[] {
  const special = [
    ...surroundings(),
    ...runningSets(),
    ...setsAtRest(),
    ...deployments(),
    ...jobs(),
    ...ephemeral(),
    ...waitingForFirstPod(),
    ...machines(),
    ...clones(),
    ...snapshots(),
    ...populators(),
    ...localVolumes(),
    ...retained(),
    ...inMotion(),
  ];
  const rest = times(size - special.filter(isClaim).length, (number) => {
    const pair = boundClaim({ name: `plain-${number}`, namespace: "plain" });
    return [...pair, ...runningPod(pair, `plain-pod-${number}`, number)];
  });
  const objects = [...special, ...rest.flat()];
  const names = new Set(objects.flatMap(({ metadata }) => metadata.namespace ?? []));
  return [...objects, ...[...names].map((name) => namespaceObject({ name }))];
}
