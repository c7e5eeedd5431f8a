import type { Cluster } from "../../cluster/index.ts";
import { claimNamed, claimNameOf, podsOfClaim, setsOfClaim } from "../../controllers/index.ts";
import { ownerChain } from "../../define/index.ts";
import type {
  KubeObject,
  ObjectRef,
  PersistentVolume,
  Resource,
  VolumeSnapshot,
} from "../../kubernetes/index.ts";
import { kindNamed, kindOf, refOf } from "../../kubernetes/index.ts";
import type { Request, Target } from "../arguments/request.ts";
import { askable } from "../resources.ts";

/** What an audit can be narrowed to: what `why` explains, and the workloads whose volumes it is about. */
export const narrowable: readonly Resource[] = [
  ...askable,
  "apps/v1/statefulsets",
  "apps/v1/deployments",
  "apps/v1/replicasets",
  "apps/v1/daemonsets",
  "batch/v1/jobs",
  "batch/v1/cronjobs",
];

/** Whether an audit that was narrowed has to do with an object. Where that cannot be told, it has. */
export type Narrowed = (object: KubeObject, cluster: Cluster) => boolean;

/**
 * Of a type: the objects of that type. Of a name: that object, and each object whose claim is that object, is used by it
 * or is made for it.
 *
 * @param namespace of the names; `undefined` where a file may have them in any
 */
export function narrowed(request: Request, namespace: string | undefined): Narrowed {
  if (request.by === "type") {
    const chosen = new Set<string | undefined>(request.resources);
    return ({ apiVersion, kind }) => chosen.has(kindNamed(apiVersion, kind)?.resource);
  }
  const { targets } = request;
  return (object, cluster) => {
    const around = relativesOf(object, cluster);
    const refs = around === "not-known" ? [refOf(object)] : [refOf(object), ...around];
    const isNamed = refs.some((ref) => targets.some((target) => isTarget(ref, target, namespace)));
    return isNamed || around === "not-known";
  };
}

function isTarget(ref: ObjectRef, { resource, name }: Target, namespace: string | undefined): boolean {
  if (kindNamed(ref.apiVersion, ref.kind)?.resource !== resource || ref.name !== name) return false;
  return !kindOf(resource).namespaced || namespace === undefined || ref.namespace === namespace;
}

type Relatives = readonly ObjectRef[] | "not-known";

/** The claims behind an object, what they are bound to and used by, and who made those. */
function relativesOf(object: KubeObject, cluster: Cluster): Relatives {
  const claims = claimsBehind(object, cluster);
  if (claims === "not-known") return "not-known";
  const around = claims.map((claim) => aroundClaim(claim, cluster));
  const found: ObjectRef[] = [...ownerChain(object, cluster), ...namedBy(object), ...claims.map(claimRef)];
  for (const each of around) {
    if (each === "not-known") return "not-known";
    found.push(...each);
  }
  return found;
}

/** What an attachment or a content is about, also where no claim stands behind that. */
function namedBy(object: KubeObject): readonly ObjectRef[] {
  switch (object.kind) {
    case "VolumeAttachment":
      return volumeNamed(object.spec?.source?.persistentVolumeName);
    case "VolumeSnapshotContent": {
      const { name, namespace } = object.spec?.volumeSnapshotRef ?? {};
      const { apiVersion } = object;
      if (name === undefined || namespace === undefined) return [];
      return [{ apiVersion, kind: "VolumeSnapshot", name, namespace }];
    }
    default:
      return [];
  }
}

interface ClaimName {
  readonly name: string;
  readonly namespace: string;
}

function claimsBehind(object: KubeObject, cluster: Cluster): readonly ClaimName[] | "not-known" {
  const { name, namespace = "" } = object.metadata;
  switch (object.kind) {
    case "PersistentVolumeClaim":
      return [{ name, namespace }];
    case "PersistentVolume":
      return claimOfVolume(object);
    case "Pod":
      return (object.spec?.volumes ?? []).flatMap((volume) => {
        const claim = claimNameOf(object, volume);
        return claim === undefined ? [] : [{ name: claim, namespace }];
      });
    case "VolumeAttachment": {
      const { spec } = object;
      const volume = cluster.get("v1/persistentvolumes", spec?.source?.persistentVolumeName ?? "");
      if (volume.state === "unread") return "not-known";
      return volume.state === "found" ? claimOfVolume(volume.object) : [];
    }
    case "VolumeSnapshot":
      return claimOfSnapshot(object);
    case "VolumeSnapshotContent": {
      const { spec } = object;
      const { name: of = "", namespace: within = "" } = spec?.volumeSnapshotRef ?? {};
      const snapshot = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshots", of, within);
      if (snapshot.state === "unread") return "not-known";
      return snapshot.state === "found" ? claimOfSnapshot(snapshot.object) : [];
    }
    default:
      return [];
  }
}

function claimOfVolume({ spec }: PersistentVolume): readonly ClaimName[] {
  const { name, namespace } = spec?.claimRef ?? {};
  return name === undefined || namespace === undefined ? [] : [{ name, namespace }];
}

function claimOfSnapshot({ metadata, spec }: VolumeSnapshot): readonly ClaimName[] {
  const name = spec?.source?.persistentVolumeClaimName;
  return name === undefined ? [] : [{ name, namespace: metadata.namespace ?? "" }];
}

function aroundClaim({ name, namespace }: ClaimName, cluster: Cluster): Relatives {
  const users = podsOfClaim(claimNamed(namespace, name), cluster);
  const found = cluster.get("v1/persistentvolumeclaims", name, namespace);
  if (!users.read || found.state === "unread") return "not-known";
  const pods = users.items.flatMap((pod) => [refOf(pod), ...ownerChain(pod, cluster)]);
  if (found.state === "absent") return pods;
  const sets = setsOfClaim(found.object, cluster);
  if (!sets.read) return "not-known";
  return [...pods, ...sets.items.map(({ set }) => refOf(set)), ...volumeNamed(found.object.spec?.volumeName)];
}

function volumeNamed(name = ""): readonly ObjectRef[] {
  return name === "" ? [] : [{ apiVersion: "v1", kind: "PersistentVolume", name }];
}

function claimRef(claim: ClaimName): ObjectRef {
  return { apiVersion: "v1", kind: "PersistentVolumeClaim", ...claim };
}
