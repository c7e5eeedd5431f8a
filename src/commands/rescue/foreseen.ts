import { createCluster, diagnose } from "../../engine/index.ts";
import type { Named } from "../../engine/rescue/index.ts";
import {
  type Cluster,
  type DataFate,
  type KubeObject,
  nameOf,
  type Refusal,
  refOf,
  type Snapshot,
  say,
  type Unread,
  words,
} from "../../model/index.ts";
import { expertise } from "../expertise.ts";

interface Foreseen {
  /** Why it is not true that there is nothing to rescue; `undefined` where nothing takes the data. */
  readonly refusal: Refusal | undefined;
  readonly unread: readonly Unread[];
}

/**
 * What `why` foresees of an object that is not being deleted yet: it can be deleted with its namespace, its owner or its
 * StatefulSet. Nothing is to be brought back then, and its data is to be kept at once.
 */
export function foreseen(named: Named, snapshot: Snapshot): Foreseen {
  const unread: Unread[] = [];
  const cluster = createCluster(snapshot, (missing) => unread.push(missing));
  const object = objectOf(named, cluster);
  if (object === undefined) return { refusal: undefined, unread };
  const { fate, verdict } = diagnose(object, cluster, expertise.knowledge, expertise.controllers);
  const lost = fate && losses[fate.data];
  if (lost === undefined) return { refusal: undefined, unread };
  const volume = volumeOf(object);
  const refusal: Refusal = {
    reason: "NotDeletedYet",
    object: refOf(object),
    message: say`${nameOf(refOf(object))} is not being deleted yet, so there is nothing to rescue. But it will be deleted: ${verdict.summary}. ${words(lost)}`,
    instead:
      volume === undefined
        ? say`Set its volume to Retain now.`
        : say`Set the volume to Retain now: kubectl pvguard fix pv/${volume} --remedy set-retain`,
  };
  return { refusal, unread };
}

const losses: { readonly [F in DataFate]?: string } = {
  destroyed: "Its disk will then be deleted.",
  exposed: "Any claim can then take its data.",
  leaked: "Its disk will then remain in the storage backend, with no record of it.",
};

function objectOf(named: Named, cluster: Cluster): KubeObject | undefined {
  const found =
    named.kind === "claim"
      ? cluster.get("v1/persistentvolumeclaims", named.name, named.namespace)
      : cluster.get("v1/persistentvolumes", named.name);
  return found.state === "found" ? found.object : undefined;
}

function volumeOf(object: KubeObject): string | undefined {
  if (object.kind === "PersistentVolume") return object.metadata.name;
  const { spec } = object as KubeObject & { readonly spec?: { readonly volumeName?: string } };
  return spec?.volumeName;
}
