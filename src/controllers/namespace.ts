import {
  type Action,
  type Cluster,
  type Decision,
  defineController,
  inNamespace,
  isTerminating,
  type KubeObject,
  type Listed,
  nothing,
  refOf,
  workloadKinds,
} from "../model/index.ts";
import { actOnAll, unknown, wait, waitForAll } from "./decision.ts";
import { refusedIn } from "./namespace-refusal.ts";

/**
 * What the namespace controller turns to next. Pods go first: while one is left that was deleted, nothing else is even
 * deleted, and the condition NamespaceContentRemaining is not kept up to date. Where the deletion of pods is refused, it
 * goes on to everything else at once.
 * kubernetes/kubernetes pkg/controller/namespace/deletion/namespaced_resources_deleter.go deleteAllContent, 1.33 to 1.36
 * (gate OrderedNamespaceDeletion).
 */
export function nextToDelete(
  pods: readonly KubeObject[],
  others: readonly KubeObject[],
): readonly KubeObject[] {
  return pods.length > 0 ? pods : others;
}

const others = [
  "v1/persistentvolumeclaims",
  "snapshot.storage.k8s.io/v1/volumesnapshots",
  ...workloadKinds,
] as const;

export const namespaceController = defineController({
  name: "namespace-controller",
  on: "v1/namespaces",
  sources: [
    "kubernetes/kubernetes pkg/controller/namespace/deletion/namespaced_resources_deleter.go Delete, deleteAllContent, 1.36",
  ],
  decide(namespace, cluster) {
    if (!isTerminating(namespace)) return nothing;
    const { name } = namespace.metadata;
    const pods = cluster.list("v1/pods", inNamespace(name));
    if (!pods.read) return unknown(pods);
    const isRefused = refusedIn(namespace) !== undefined;
    if (pods.items.length > 0 && !isRefused) return empty(nextToDelete(pods.items, []));
    const rest = contentOf(name, cluster);
    if (!rest.read) return unknown(rest);
    // A refusal of pods ends no round: what still exists after one was refused too.
    if (isRefused) return waitForAll([...pods.items, ...rest.items].map(refOf));
    // Whether anything of another kind is left in it is not read.
    return rest.items.length > 0 ? empty(nextToDelete([], rest.items)) : wait();
  },
});

function contentOf(namespace: string, cluster: Cluster): Listed<KubeObject> {
  const items: KubeObject[] = [];
  for (const resource of others) {
    const listed = cluster.list(resource, inNamespace(namespace)) as unknown as Listed<KubeObject>;
    if (!listed.read) return listed;
    for (const item of listed.items) items.push(item);
  }
  return { read: true, items };
}

function empty(objects: readonly KubeObject[]): Decision {
  const [first, ...more] = objects
    .filter((object) => !isTerminating(object))
    .map((object): Action => ({ do: "delete", object: refOf(object) }));
  return first === undefined ? waitForAll(objects.map(refOf)) : actOnAll([first, ...more]);
}
