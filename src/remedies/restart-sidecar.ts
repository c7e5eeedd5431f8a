import type { Cluster } from "../cluster/index.ts";
import type { MadeRemedy } from "../define/index.ts";
import { defineRemedy, kubectl } from "../define/index.ts";
import type { Sidecar } from "../evidence/index.ts";
import { isSidecar, sidecarRuns, sidecarStarted, sidecarVersion } from "../evidence/index.ts";
import type { ObjectRef, Phrase, Pod } from "../kubernetes/index.ts";
import { instant, nameOf, refOf, say } from "../kubernetes/index.ts";

interface SidecarOf {
  readonly controller: string;
  readonly driver: string;
  /** A known fault of the version that runs is fixed in this one. */
  readonly fixedIn?: string;
}

/** `using.controller`: the container to look for, such as csi-provisioner. `using.driver`: whose. */
export const restartSidecar = defineRemedy({
  name: "restart-sidecar",
  summary: "Check that a driver's controller is running, and restart it",
  needs: ["coordination.k8s.io/v1/leases", "v1/pods"],
  make(on, using: SidecarOf, cluster) {
    const controller = using.controller ?? "the controller";
    const driver = using.driver ?? "the driver";
    return (
      (isSidecar(controller) ? asSeen(on, controller, using, cluster) : undefined) ?? ask(controller, driver)
    );
  },
});

/** Nothing tells whether it runs. */
function ask(controller: string, driver: string): MadeRemedy {
  const of = driver === "the cluster" ? [] : say` of ${driver}`;
  return {
    title:
      controller === "csi-resizer"
        ? say`Check that ${controller}${of} is installed and running`
        : say`Check that ${controller}${of} is running, and restart it`,
    because: say`When it starts, it checks every object again. Running pods keep their volumes in the meantime.`,
    commands: [kubectl`get pods --all-namespaces -o wide`],
    steps: [
      controller.startsWith("csi-")
        ? say`Find the pods of ${driver} that have a container named ${controller}, and search that container's log for the name of the object.`
        : say`Find the pods of ${driver === "the cluster" ? controller : driver}, and search their logs for the name of the object.`,
      ...(controller.includes("/") ? [helperPods] : []),
      ...(controller === "snapshot-controller" ? [notInstalled] : []),
      ...(controller === "csi-resizer" ? [leftOut(driver)] : []),
      say`Restart it: kubectl rollout restart deployment/NAME -n NAMESPACE`,
    ],
  };
}

/**
 * What has its own code, as its name with a slash tells, can work in a pod on the node.
 * rancher/local-path-provisioner provisioner.go createHelperPod, v0.0.34; canonical/microk8s#4385.
 */
const helperPods = say`Some provisioners start a helper pod for each volume, often in their own namespace. One that is Pending, or whose image is not available, is the cause: kubectl get pods -A`;

/** kubernetes-csi/external-snapshotter README.md, v8.6: it comes with the distribution of the cluster, not with a driver. */
const notInstalled = say`If there are none, install it with its CustomResourceDefinitions: no driver brings it along. In a managed cluster it can run where you do not see it: ask the operator of the control plane.`;

/**
 * The manifests of some drivers leave it out, or give it the wrong socket.
 * kubernetes-csi/external-resizer README.md, v2.2; scaleway/scaleway-csi#45.
 */
function leftOut(driver: string): Phrase {
  return say`If no pod of ${driver} has this container, add it with what installed the driver: nothing else expands its volumes. No data is lost until then.`;
}

/** Its lease and its pod tell. */
function asSeen(on: ObjectRef, sidecar: Sidecar, using: SidecarOf, cluster: Cluster): MadeRemedy | undefined {
  const { driver = "the driver", fixedIn } = using;
  const runs = sidecarRuns(sidecar, driver, cluster);
  if (runs.is === "unread" || runs.pod === undefined) return undefined;
  if (runs.is === "refuted") return start(sidecar, driver, runs.pod, runs.because ?? "");
  if (runs.is !== "proven") return undefined;
  return fixedIn === undefined
    ? readLog(on, sidecar, runs.pod, cluster)
    : upgrade(sidecar, runs.pod, driver, fixedIn);
}

function upgrade(sidecar: Sidecar, pod: Pod, driver: string, fixedIn: string): MadeRemedy {
  const name = nameOf(refOf(pod));
  return {
    title: say`Upgrade ${driver} to a version with ${sidecar} ${fixedIn} or newer`,
    because: say`${sidecar} ${sidecarVersion(sidecar, pod) ?? ""} runs in ${name} and renews its lease, so a restart does not help. A newer version removes the finalizer when it starts.`,
    commands: [kubectl`describe pod ${pod.metadata.name} -n ${pod.metadata.namespace ?? ""}`],
    steps: [say`Upgrade with what installed the driver. Running pods keep their volumes in the meantime.`],
  };
}

function start(sidecar: Sidecar, driver: string, pod: Pod, because: string): MadeRemedy {
  const phase = pod.status?.phase ?? "phase unknown";
  const name = nameOf(refOf(pod));
  // A pod is Running also while one of its containers crashes again and again.
  const state = phase === "Running" ? say`its container in ${name} does not run` : say`${name} is ${phase}`;
  return {
    title: say`Make ${sidecar} of ${driver} run: ${state}`,
    because: say`The reason is: ${because.replace(/\.$/, "")}. When it starts, it checks every object again. Running pods keep their volumes in the meantime.`,
    commands: [kubectl`describe pod ${pod.metadata.name} -n ${pod.metadata.namespace ?? ""}`],
    steps: [
      say`If no node fits, add one that does, or change what the pod asks for. If the container crashes, read its log.`,
    ],
  };
}

/** A restart makes a controller check every object: one that started after the object changed has done so. */
function readLog(on: ObjectRef, sidecar: Sidecar, pod: Pod, cluster: Cluster): MadeRemedy {
  const version = sidecarVersion(sidecar, pod);
  const name = nameOf(refOf(pod));
  const runs = say`${sidecar}${version === undefined ? [] : say` ${version}`} runs in ${name}`;
  const { namespace = "", name: plain } = pod.metadata;
  const has = hasSeen(on, sidecar, pod, cluster);
  return {
    title: say`Read the log of ${sidecar} in ${name}`,
    because: has
      ? say`${runs} and renews its lease. It started after the object was deleted, so it has already checked the object: a restart does not help.`
      : say`${runs} and renews its lease. When it starts again, it checks every object. Running pods keep their volumes in the meantime.`,
    commands: [kubectl`logs ${plain} -n ${namespace} -c ${sidecar}`],
    steps: [
      say`Search the log for the name of the object.`,
      has
        ? say`Compare its version with the changelog of the sidecar: the fault can be fixed in a newer one.`
        : say`If the log says nothing, restart it: kubectl delete pod ${plain} -n ${namespace}`,
    ],
  };
}

function hasSeen(on: ObjectRef, sidecar: Sidecar, pod: Pod, cluster: Cluster): boolean {
  const found = cluster.resolve(on);
  const started = instant(sidecarStarted(sidecar, pod));
  const since = found?.state === "found" ? instant(found.object.metadata.deletionTimestamp) : undefined;
  return started !== undefined && since !== undefined && started > since;
}
