import {
  type Action,
  type Cluster,
  type Decision,
  defineController,
  everywhere,
  type KubeObject,
  nothing,
  type ObjectRef,
  type PersistentVolumeClaim,
  refOf,
  type StorageClass,
  type Unread,
} from "../../model/index.ts";
import { dataSourcesOf } from "../data-source.ts";
import { actOnAll, unknown, wait } from "../decision.ts";
import { populatorPods, primeClaims } from "../indexes/index.ts";
import { removeFinalizer } from "../protection.ts";
import { populatorFinalizers, syncPopulator } from "./sync.ts";

export const populator = defineController({
  name: "volume-populator",
  on: "v1/persistentvolumeclaims",
  sources: ["kubernetes-csi/lib-volume-populator populator-machinery/controller.go syncPvc, v3.2"],
  decide(claim, cluster) {
    if (populatorFinalizers(claim).length === 0) return nothing;
    const source = dataSourceOf(claim);
    // Without one, no populator looks at the claim.
    if (source === undefined) return wait();
    const found = cluster.resolve(source);
    if (found === undefined) return wait(source);
    if (found.state === "unread") return unknown(found);
    const storageClass = classOf(claim, cluster);
    if (typeof storageClass === "object" && "unread" in storageClass) return unknown(storageClass);
    return decideWith(claim, found.state === "found" ? "exists" : "missing", source, storageClass, cluster);
  },
});

function dataSourceOf(claim: PersistentVolumeClaim): ObjectRef | undefined {
  const source = dataSourcesOf(claim).find(({ by }) => by === "dataSourceRef");
  if (source === undefined) return undefined;
  const { apiGroup, kind, namespace, name } = source;
  return { apiVersion: apiGroup === "" ? "v1" : `${apiGroup}/v1`, kind, namespace, name };
}

type ClassSeen = StorageClass | "missing" | "none";

function classOf(claim: PersistentVolumeClaim, cluster: Cluster): ClassSeen | { readonly unread: Unread } {
  const name = claim.spec?.storageClassName;
  if (name === undefined) return "none";
  const found = cluster.get("storage.k8s.io/v1/storageclasses", name);
  if (found.state === "unread") return { unread: found.unread };
  return found.state === "found" ? found.object : "missing";
}

function decideWith(
  claim: PersistentVolumeClaim,
  dataSource: "exists" | "missing",
  source: ObjectRef,
  storageClass: ClassSeen,
  cluster: Cluster,
): Decision {
  const primes = cluster.lookup(primeClaims, claim.metadata.uid, everywhere);
  if (!primes.read) return unknown(primes);
  const prime = primes.items[0] ?? "absent";
  const sync = syncPopulator(claim, { dataSource, storageClass, prime });
  switch (sync.result) {
    case "stalled":
      return sync.because === "data source missing" ? wait(source) : wait();
    case "populating":
      return wait(...(prime === "absent" ? [] : [refOf(prime)]));
    case "clean up":
      return cleanUp(claim, primes.items, cluster);
  }
}

function cleanUp(
  claim: PersistentVolumeClaim,
  primes: readonly PersistentVolumeClaim[],
  cluster: Cluster,
): Decision {
  const pods = cluster.lookup(populatorPods, claim.metadata.uid, everywhere);
  if (!pods.read) return unknown(pods);
  const remove = (object: KubeObject): Action => ({ do: "delete", object: refOf(object) });
  const finalizers = populatorFinalizers(claim).map((finalizer) => removeFinalizer(claim, finalizer));
  const [first, ...more] = [...[...pods.items, ...primes].map(remove), ...finalizers];
  return first === undefined ? nothing : actOnAll([first, ...more]);
}
