import {
  annotationOf,
  isTerminating,
  type PersistentVolumeClaim,
  type StorageClass,
} from "../../model/index.ts";
import { selectedNode } from "../annotation-names.ts";
import { populateTargetSuffix } from "../finalizer-names.ts";

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

export interface PopulatorWorld {
  readonly dataSource: "exists" | "missing";
  /** `none`: the claim names no class. */
  readonly storageClass: StorageClass | "missing" | "none";
  /** The working claim `prime-<uid>`. */
  readonly prime: PersistentVolumeClaim | "absent";
}

/** Each populator has a prefix of its own. */
export function populatorFinalizers(claim: PersistentVolumeClaim): readonly string[] {
  return (claim.metadata.finalizers ?? []).filter((finalizer) => finalizer.endsWith(populateTargetSuffix));
}

/** kubernetes-csi/lib-volume-populator populator-machinery/controller.go syncPvc, v3.2. */
export function syncPopulator(
  claim: PersistentVolumeClaim,
  { dataSource, storageClass, prime }: PopulatorWorld,
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
