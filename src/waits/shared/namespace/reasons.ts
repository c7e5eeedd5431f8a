import type { ReasonPage } from "../../../engine/index.ts";

export type NamespaceReason =
  | "ApiGroupUnavailable"
  | "DiscoveryFails"
  | "DeletionRefused"
  | "ContentDeletionFails"
  | "PodInNamespace"
  | "StorageObjectInNamespace"
  | "NamespaceControllerNotActing"
  | "OtherContentInNamespace"
  | "NamespaceFinalizerLeft"
  | "NamespaceAboutToGo";

export const namespaceReasons: { readonly [reason in NamespaceReason]: ReasonPage } = {
  ApiGroupUnavailable: {
    title: "An API group is unavailable, so the namespace cannot be emptied",
    category: "blocked",
    what: "An APIService is not available. The namespace controller cannot ask that group what it has in the namespace.",
    why: "The server behind an aggregated API is down, or was removed without its APIService. It is no volume's fault.",
    whatToDo:
      "Repair the server behind the APIService. If it is gone for good, delete the APIService: `kubectl delete apiservice NAME`.",
  },
  DiscoveryFails: {
    title: "The namespace controller cannot discover what is in the namespace",
    category: "blocked",
    what: "The namespace says that discovery of an API group fails, and no APIService is unavailable now.",
    why: "An API group cannot be asked for its resources. It may have come back just now.",
    whatToDo: "A person must look at the condition's message, and at `kubectl get apiservices`.",
  },
  DeletionRefused: {
    title: "Something refuses that the namespace is emptied",
    category: "blocked",
    what: "When the namespace controller last tried to delete what is in the namespace, a ValidatingAdmissionPolicy or an admission webhook refused it, or the webhook did not answer.",
    why: "Such policies keep objects from being deleted by mistake, and often do not let the namespace controller pass either. Where they keep the pods, claims are marked for deletion all the same, and go with the last pod. It tries again by itself, with pauses of about a minute.",
    whatToDo:
      "A person must decide whether the policy is right. It can let namespaces pass that are being deleted: `kubectl get validatingadmissionpolicy NAME -o yaml`, or `kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations -o yaml`. If the data is needed, set the volumes to Retain first: the deletion of a namespace cannot be taken back.",
  },
  ContentDeletionFails: {
    title: "Deleting what is in the namespace fails",
    category: "blocked",
    what: "The namespace controller asked to delete objects, and the API server refused.",
    why: "The condition NamespaceDeletionContentFailure says why: a right is missing, or an API does not answer.",
    whatToDo: "A person must remove the cause that the condition names.",
  },
  PodInNamespace: {
    title: "A pod in the namespace must go first",
    category: "waiting",
    what: "A pod still exists in the namespace.",
    why: "Pods are deleted first. While one that was deleted remains, objects of other kinds are not even marked for deletion, and the namespace can say that nothing remains.",
    whatToDo: "Look at the pod: `kubectl pvguard why pod/NAME -n NAMESPACE`.",
  },
  StorageObjectInNamespace: {
    title: "A claim or snapshot in the namespace must go first",
    category: "waiting",
    what: "A PersistentVolumeClaim or VolumeSnapshot still exists in the namespace.",
    why: "A namespace goes when everything in it is gone.",
    whatToDo: "Look at the object: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
  },
  NamespaceControllerNotActing: {
    title: "The namespace controller does not empty the namespace",
    category: "stuck",
    what: "No pod is left in the namespace. Minutes after the namespace was deleted an object in it is not even marked for deletion, or the namespace stays although nothing is said to be left.",
    why: "The namespace controller does not run, or gives up on every round because an API group does not answer or a deletion is refused.",
    whatToDo:
      "A person must see that kube-controller-manager runs, and read its log for the namespace's name. `kubectl get apiservices` shows API groups that do not answer.",
  },
  OtherContentInNamespace: {
    title: "Something else is left in the namespace",
    category: "blocked",
    what: "The namespace says that objects or finalizers remain, and no pod, claim or snapshot is among them.",
    why: "Objects of other kinds are left. pvguard does not read them.",
    whatToDo: "A person must look at what the condition names: `kubectl get KIND -n NAMESPACE`.",
  },
  NamespaceFinalizerLeft: {
    title: "A finalizer in the namespace's spec is left",
    category: "blocked",
    what: "Beside `kubernetes`, another finalizer stands in spec.finalizers.",
    why: "A product that manages namespaces has its own clean-up to do, or is gone.",
    whatToDo: "A person must see that its owner runs: the finalizer's domain says who that is.",
  },
  NamespaceAboutToGo: {
    title: "The namespace was deleted a short while ago",
    category: "waiting",
    what: "No pod, claim or snapshot is left in the namespace.",
    why: "The namespace controller goes through every kind, and starts again with growing pauses until nothing is left.",
    whatToDo: "Nobody must act. Wait a few minutes and run `kubectl pvguard why` again.",
  },
};
