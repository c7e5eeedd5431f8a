import type { Cluster } from "../../cluster/index.ts";
import { contentDeletion, reclaimPolicyOf } from "../../controllers/index.ts";
import type {
  KubeObject,
  ObjectRef,
  PersistentVolume,
  Phrase,
  VolumeSnapshotContent,
} from "../../kubernetes/index.ts";
import { nameKey, nameOf, refOf, say } from "../../kubernetes/index.ts";
import type { Act } from "../../report/index.ts";
import type { Analysis, Outcome } from "../analysis.ts";

/**
 * What becomes of data that the controllers would keep, if these requests are made.
 *
 * @param ref the record of the data
 * @param before the account of the cluster before them
 */
export function afterActs(own: Outcome, ref: ObjectRef, acts: readonly Act[], before: Analysis): Outcome {
  if (own.data !== "kept") return own;
  const [begun] = [ref, ...acts.map(({ on }) => on)].flatMap((each) => begunDeletion(each, before) ?? []);
  if (begun !== undefined)
    return because(
      own,
      "unknown",
      () =>
        say`${nameOf(refOf(begun.object))} is ${begun.how}: if the deletion of the ${begun.what} has already begun, this does not stop it, so check in the storage backend whether the ${begun.what} still exists`,
    );
  // The PV controller opens no volume then: the acts themselves do.
  return acts.some((act) => act.do === "edit" && opens(act) && nameKey(act.on) === nameKey(ref))
    ? because(
        own,
        "exposed",
        () => say`${nameOf(ref)} is then available with its data, and any claim can bind to it`,
      )
    : own;
}

function because(own: Outcome, data: "exposed" | "unknown", why: () => Phrase): Outcome {
  return { ...own, data, tell: () => ({ ...own.tell(), data, because: why() }) };
}

function opens({ edits }: Extract<Act, { readonly do: "edit" }>): boolean {
  return edits.some(({ op, path }) => op === "remove" && path === "/spec/claimRef");
}

interface Beginning {
  readonly object: KubeObject;
  readonly how: Phrase;
  readonly what: Phrase;
}

/** The deletion of what is behind it may be under way: no write to the object stops that. */
function begunDeletion(ref: ObjectRef, before: Analysis): Beginning | undefined {
  const found = beginning(ref, before.cluster);
  return found !== undefined && before.dataOf(found.object) === "destroyed" ? found : undefined;
}

/** Such that the driver may have been asked to delete what is behind it. */
function beginning(ref: ObjectRef, cluster: Cluster): Beginning | undefined {
  if (ref.kind === "PersistentVolume") {
    const found = cluster.get("v1/persistentvolumes", ref.name);
    return found.state === "found" ? volumeBeginning(found.object) : undefined;
  }
  if (ref.kind !== "VolumeSnapshotContent") return undefined;
  const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshotcontents", ref.name);
  return found.state === "found" ? contentBeginning(found.object) : undefined;
}

function volumeBeginning(object: PersistentVolume): Beginning | undefined {
  const { phase } = object.status ?? {};
  const policy = reclaimPolicyOf(object);
  if ((phase !== "Released" && phase !== "Failed") || policy === "Retain") return undefined;
  return { object, how: say`${phase} with policy ${policy}`, what: say`disk` };
}

/** kubernetes-csi/external-snapshotter pkg/sidecar-controller/snapshot_controller.go syncContent, v8.6. */
function contentBeginning(object: VolumeSnapshotContent): Beginning | undefined {
  if (contentDeletion(object) !== "delete") return undefined;
  return { object, how: say`Terminating with policy Delete`, what: say`snapshot` };
}
