import { couldNotRead, defineWait, type FoundHold, nameOf } from "../engine/index.ts";
import {
  type Cluster,
  everywhere,
  inNamespace,
  isTerminating,
  type KubeObject,
  type Listed,
  type Namespace,
  proof,
  refOf,
  say,
} from "../model/index.ts";

type Reason =
  | "ApiGroupUnavailable"
  | "DiscoveryFails"
  | "ContentDeletionFails"
  | "PodInNamespace"
  | "StorageObjectInNamespace"
  | "OtherContentInNamespace";

const volumeKinds = ["v1/persistentvolumeclaims", "snapshot.storage.k8s.io/v1/volumesnapshots"] as const;

export default defineWait<"v1/namespaces", Reason>({
  wait: "namespace-content",
  on: ["v1/namespaces"],
  needs: ["v1/pods", ...volumeKinds, "apiregistration.k8s.io/v1/apiservices"],
  sources: [
    "kubernetes/kubernetes pkg/controller/namespace/deletion/namespaced_resources_deleter.go deleteAllContent, 1.36",
    "kubernetes/kubernetes pkg/controller/namespace/deletion/status_condition_utils.go, 1.36",
    "kubernetes/kubernetes#60807",
  ],
  reasons: {
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
    ContentDeletionFails: {
      title: "Deleting what is in the namespace fails",
      category: "blocked",
      what: "The namespace controller asked to delete objects, and the API server refused.",
      why: "The condition NamespaceDeletionContentFailure says why. Often an admission webhook is down.",
      whatToDo: "A person must remove the cause that the condition names.",
    },
    PodInNamespace: {
      title: "A pod in the namespace must go first",
      category: "waiting",
      what: "A pod still exists in the namespace.",
      why: "Pods are deleted first. While one remains, objects of other kinds are not even marked for deletion, and the namespace can say that nothing remains.",
      whatToDo: "Look at the pod: `kubectl pvguard why pod/NAME -n NAMESPACE`.",
    },
    StorageObjectInNamespace: {
      title: "A claim or snapshot in the namespace must go first",
      category: "waiting",
      what: "A PersistentVolumeClaim or VolumeSnapshot still exists in the namespace.",
      why: "A namespace goes when everything in it is gone.",
      whatToDo: "Look at the object: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
    },
    OtherContentInNamespace: {
      title: "Something else is left in the namespace",
      category: "blocked",
      what: "The namespace says that objects or finalizers remain, and no pod, claim or snapshot is among them.",
      why: "Objects of other kinds are left. pvguard does not read them.",
      whatToDo: "A person must look at what the condition names: `kubectl get KIND -n NAMESPACE`.",
    },
  },
  holds(namespace, cluster) {
    if (!isTerminating(namespace)) return [];
    const found = [
      ...ofDiscovery(namespace, cluster),
      ...ofFailures(namespace),
      ...ofContent(namespace, cluster),
    ];
    return found.length > 0 ? found : ofConditions(namespace);
  },
});

type Found = FoundHold<Reason | "CouldNotRead">;

const avoid = [
  {
    step: say`emptying spec.finalizers through the namespace's finalize subresource`,
    because: say`what is left stays in etcd without a namespace, and comes back when one of that name is created`,
  },
];

function conditionOf(namespace: Namespace, type: string) {
  return namespace.status?.conditions?.find(
    (condition) => condition.type === type && condition.status === "True",
  );
}

function ofDiscovery(namespace: Namespace, cluster: Cluster): readonly Found[] {
  const condition =
    conditionOf(namespace, "NamespaceDeletionDiscoveryFailure") ??
    conditionOf(namespace, "NamespaceDeletionGroupVersionParsingFailure");
  if (condition === undefined) return [];
  const services = cluster.list("apiregistration.k8s.io/v1/apiservices", everywhere);
  if (!services.read) return [couldNotRead(services.unread)];
  const unavailable = services.items.filter(({ status }) =>
    status?.conditions?.some(({ type, status: state }) => type === "Available" && state !== "True"),
  );
  const evidence = [proof(refOf(namespace), `status.conditions[${condition.type ?? ""}]`, condition.message)];
  if (unavailable.length === 0) {
    return [
      {
        reason: "DiscoveryFails",
        holder: { controller: "namespace-controller" },
        message: say`discovery fails: ${condition.message ?? ""}`,
        evidence,
        avoid,
      },
    ];
  }
  return unavailable.map((service) => ({
    reason: "ApiGroupUnavailable",
    holder: { object: refOf(service) },
    message: say`${nameOf(refOf(service))} is not available, so nobody can tell what that API group has in the namespace; it is not a volume problem`,
    evidence,
    remedies: [{ remedy: "repair-api-service", on: refOf(service) }],
    avoid,
    isRoot: true,
  }));
}

function ofFailures(namespace: Namespace): readonly Found[] {
  const condition = conditionOf(namespace, "NamespaceDeletionContentFailure");
  if (condition === undefined) return [];
  return [
    {
      reason: "ContentDeletionFails",
      holder: { controller: "namespace-controller" },
      message: say`deleting what is in it fails: ${condition.message ?? ""}`,
      evidence: [
        proof(refOf(namespace), "status.conditions[NamespaceDeletionContentFailure]", condition.message),
      ],
      avoid,
    },
  ];
}

function ofContent(namespace: Namespace, cluster: Cluster): readonly Found[] {
  const scope = inNamespace(namespace.metadata.name);
  return [
    ...held("PodInNamespace", cluster.list("v1/pods", scope)),
    ...volumeKinds.flatMap((kind) => held("StorageObjectInNamespace", cluster.list(kind, scope))),
  ];
}

function held(reason: Reason, listed: Listed<KubeObject>): readonly Found[] {
  if (!listed.read) return [couldNotRead(listed.unread)];
  return listed.items.map((object) => ({
    reason,
    holder: { object: refOf(object) },
    message: isTerminating(object)
      ? say`${nameOf(refOf(object))} is being deleted, and still there`
      : say`${nameOf(refOf(object))} is still there, and not marked for deletion yet`,
    evidence: [proof(refOf(object), "metadata.deletionTimestamp", object.metadata.deletionTimestamp)],
  }));
}

function ofConditions(namespace: Namespace): readonly Found[] {
  const types = ["NamespaceFinalizersRemaining", "NamespaceContentRemaining"];
  const condition = types.map((type) => conditionOf(namespace, type)).find((found) => found !== undefined);
  if (condition === undefined) return [];
  return [
    {
      reason: "OtherContentInNamespace",
      holder: { controller: "the owner of what is left" },
      message: say`no pod, claim or snapshot is left in it, but something else is: ${condition.message ?? ""}`,
      evidence: [proof(refOf(namespace), `status.conditions[${condition.type ?? ""}]`, condition.message)],
      avoid,
    },
  ];
}
