import type { ReasonPage } from "../../../engine/index.ts";

export type TeardownReason =
  | "PodEnding"
  | "PodNodeGone"
  | "PodNodeNotReady"
  | "PodOutOfService"
  | "NodePluginMissing"
  | "NfsUnmountHangs"
  | "NodeBackAfterDeletion"
  | "PodNeverStarted"
  | "UnmountFails"
  | "PodTeardownStuck";

export const teardownReasons: { readonly [reason in TeardownReason]: ReasonPage } = {
  PodEnding: {
    title: "The pod is ending normally",
    category: "waiting",
    what: "The pod is within its grace period, or ended less than two minutes ago.",
    why: "The kubelet stops the containers and unmounts the volumes before it lets the pod object go.",
    whatToDo: "Nobody must act. Run `kubectl pvguard why` again in two minutes.",
  },
  PodNodeGone: {
    title: "The pod's node is not in the API any more",
    category: "waiting",
    what: "The pod is being deleted, and the Node in its spec.nodeName does not exist.",
    why: "The pod garbage collector removes such pods after about a minute, without proof that the volumes are unmounted.",
    whatToDo:
      "Nobody must act. If the pod is still there in five minutes, an administrator must see that kube-controller-manager runs.",
  },
  PodNodeNotReady: {
    title: "The pod is on a node that is not Ready",
    category: "blocked",
    what: "The pod is being deleted, and the kubelet of its node does not report.",
    why: "Only the kubelet can say that the containers have ended and the volumes are unmounted. NotReady does not mean off: when only the kubelet or the network has failed, the containers still run and write.",
    whatToDo:
      "Bring the node back. If its machine is off for good, a person must prove that, and then run `kubectl taint node NAME node.kubernetes.io/out-of-service=nodeshutdown:NoExecute`.",
  },
  PodOutOfService: {
    title: "The node is declared out of service: the pod is removed",
    category: "waiting",
    what: "The node is not Ready and has the taint node.kubernetes.io/out-of-service.",
    why: "The pod garbage collector removes deleted pods from such nodes every 20 seconds.",
    whatToDo:
      "Nobody must act now. Remove the taint when the machine is back: `kubectl taint node NAME node.kubernetes.io/out-of-service-`.",
  },
  NodePluginMissing: {
    title: "The driver of the pod's volume does not run on its node",
    category: "blocked",
    what: "The CSINode of the pod's node does not list the driver of a volume that the pod uses.",
    why: "The kubelet unmounts through the driver's node plugin. Without it the pod cannot finish.",
    whatToDo:
      "Get the driver's node plugin, mostly a DaemonSet, to run on that node: `kubectl get csinode NAME -o yaml`. It then goes on by itself.",
  },
  NfsUnmountHangs: {
    title: "The kubelet waits for an NFS server",
    category: "blocked",
    what: "The pod is being deleted on a node that is Ready, and uses a volume on NFS.",
    why: "A hard NFS mount cannot be unmounted while its server does not answer. That is the usual cause; the API does not show it.",
    whatToDo:
      "A person must bring the NFS server back at the same address: the unmount then finishes by itself. Only if it will never return, unmount by force on the node.",
  },
  NodeBackAfterDeletion: {
    title: "The node came back after the pod was deleted",
    category: "stuck",
    what: "The node became Ready after the pod's deletion, and the pod is still there.",
    why: "After a reboot the kubelet has to find the volumes of pods again that it has never started, and sometimes fails to.",
    whatToDo:
      "A person must prove that the machine was rebooted: compare `kubectl get node NAME -o yaml` (bootID) and the machine's uptime with the time of the deletion. Restart the kubelet first.",
  },
  PodNeverStarted: {
    title: "The pod never started, and cannot finish either",
    category: "stuck",
    what: "The pod is being deleted, is still Pending, and none of its containers ever ran.",
    why: "Its volume was never mounted properly, and the kubelet cannot take apart what is not there.",
    whatToDo:
      "Read the events: `kubectl describe pod NAME -n NAMESPACE`. A person must clean up the pod's directory on the node afterwards.",
  },
  UnmountFails: {
    title: "The kubelet cannot unmount a volume of the pod",
    category: "blocked",
    what: "An event of the pod quotes the error with which the kubelet or the driver fails to unmount.",
    why: "The kubelet tries again and again. The pod object goes only after it succeeds.",
    whatToDo: "A person must mend what the event names: `kubectl describe pod NAME -n NAMESPACE`.",
  },
  PodTeardownStuck: {
    title: "The kubelet does not finish the pod, and no event says why",
    category: "stuck",
    what: "The pod's grace period ended minutes ago on a node that is Ready, and the pod object is still there.",
    why: "A container does not end, or a volume is not unmounted. Events live for an hour only, and some unmount errors are only in the kubelet's log.",
    whatToDo:
      "A person must read the kubelet's log on the node: `kubectl describe node NAME` says where it runs.",
  },
};
