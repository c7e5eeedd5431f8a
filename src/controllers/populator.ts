import type { Cluster, Unread } from "../cluster/index.ts";
import { everywhere } from "../cluster/index.ts";
import type { KubeObject, ObjectRef, PersistentVolumeClaim, StorageClass } from "../kubernetes/index.ts";
import { annotationOf, isTerminating, refOf } from "../kubernetes/index.ts";
import { selectedNode } from "./annotation-names.ts";
import type { Action, Decision } from "./controller.ts";
import { defineController, nothing } from "./controller.ts";
import { actAll, removeFinalizer, unknown, wait, waitForAll } from "./decision.ts";
import { populateTargetSuffix } from "./finalizer-names.ts";
import { dataSourcesOf } from "./indexes/claims.ts";
import { populatorPods, primeClaims } from "./indexes/index.ts";

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
    const dataSource = found.state === "found" ? "exists" : "missing";
    return decideWith(claim, source, { dataSource, storageClass }, cluster);
  },
});

function dataSourceOf(claim: PersistentVolumeClaim): ObjectRef | undefined {
  const source = dataSourcesOf(claim).find(({ by }) => by === "dataSourceRef");
  if (source === undefined) return undefined;
  const { apiGroup, kind, namespace, name } = source;
  return { apiVersion: apiGroup === "" ? "v1" : `${apiGroup}/v1`, kind, namespace, name };
}

function classOf(
  claim: PersistentVolumeClaim,
  cluster: Cluster,
): PopulatorFacts["storageClass"] | { readonly unread: Unread } {
  const name = claim.spec?.storageClassName;
  if (name === undefined) return "none";
  const found = cluster.get("storage.k8s.io/v1/storageclasses", name);
  if (found.state === "unread") return { unread: found.unread };
  return found.state === "found" ? found.object : "missing";
}

function decideWith(
  claim: PersistentVolumeClaim,
  source: ObjectRef,
  seen: Omit<PopulatorFacts, "prime">,
  cluster: Cluster,
): Decision {
  const primes = cluster.lookup(primeClaims, claim.metadata.uid, everywhere);
  if (!primes.read) return unknown(primes);
  const prime = primes.items[0] ?? "absent";
  const sync = syncPopulator(claim, { ...seen, prime });
  switch (sync.result) {
    case "stalled":
      return sync.because === "data source missing" ? wait(source) : wait();
    case "populating":
      return waitForAll(prime === "absent" ? [] : [prime]);
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
  return actAll([...[...pods.items, ...primes].map(remove), ...finalizers]);
}

/** What a populator does with the claim that it is to fill. */
type PopulatorSync =
  /** It does not even come to its clean-up, also when the claim is deleted. */
  | {
      readonly result: "stalled";
      readonly because: "data source missing" | "class missing" | "no node selected";
    }
  | { readonly result: "populating" }
  /** The working pod and the prime claim are deleted, and the finalizer is removed. */
  | { readonly result: "clean up" };

export interface PopulatorFacts {
  readonly dataSource: "exists" | "missing";
  /** `none`: the claim names no class. */
  readonly storageClass: StorageClass | "missing" | "none";
  /** The working claim `prime-<uid>`. */
  readonly prime: PersistentVolumeClaim | "absent";
}

/** Each populator has a prefix of its own. */
function populatorFinalizers(claim: PersistentVolumeClaim): readonly string[] {
  return (claim.metadata.finalizers ?? []).filter((finalizer) => finalizer.endsWith(populateTargetSuffix));
}

/** kubernetes-csi/lib-volume-populator populator-machinery/controller.go syncPvc, v3.2. */
export function syncPopulator(
  claim: PersistentVolumeClaim,
  { dataSource, storageClass, prime }: PopulatorFacts,
): PopulatorSync {
  if (dataSource === "missing") return { result: "stalled", because: "data source missing" };
  if (storageClass === "missing") return { result: "stalled", because: "class missing" };
  if (waitsForNode(claim, storageClass)) return { result: "stalled", because: "no node selected" };
  if (isTerminating(claim)) return { result: "clean up" };
  const isBound = (claim.spec?.volumeName ?? "") !== "";
  const isHandedOver = prime === "absent" || prime.status?.phase === "Lost";
  return isBound && isHandedOver ? { result: "clean up" } : { result: "populating" };
}

function waitsForNode(claim: PersistentVolumeClaim, storageClass: StorageClass | "none"): boolean {
  return (
    storageClass !== "none" &&
    storageClass.volumeBindingMode === "WaitForFirstConsumer" &&
    (annotationOf(claim, selectedNode) ?? "") === ""
  );
}
