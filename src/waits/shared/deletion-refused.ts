import { contentOf, notNamed, refusalsOf, refusedIn, refuserOf } from "../../controllers/index.ts";
import type { FoundHold } from "../../engine/index.ts";
import { nameOf, remedy } from "../../engine/index.ts";
import type {
  Cluster,
  KubeObject,
  PersistentVolumeClaim,
  Phrase,
  RemedyCall,
  VolumeSnapshot,
} from "../../model/index.ts";
import { apiVersionOf, groupOf, isTerminating, kindNamed, pluralOf, proof, say } from "../../model/index.ts";

export const webhookKinds = [
  "admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
  "admissionregistration.k8s.io/v1/mutatingwebhookconfigurations",
] as const;

type Held = FoundHold<"UndeletableInNamespace">;

/** Objects that remain in a namespace that is being deleted, because the API server refuses to delete them. */
export function notDeletedWithNamespace(object: KubeObject, cluster: Cluster): readonly Held[] {
  if (isTerminating(object)) return [];
  const found = cluster.get("v1/namespaces", object.metadata.namespace ?? "");
  if (found.state !== "found" || !isTerminating(found.object)) return [];
  const message = refusedIn(found.object);
  if (message === undefined) return [];
  const refusals = refusalsOf(pluralWithGroup(object), found.object);
  const held = (holder: Held["holder"], why: Phrase): Held => ({
    reason: "UndeletableInNamespace",
    holder,
    message: say`${nameOf(object)} could not be deleted with ${nameOf(found.object)}: ${why}`,
    evidence: [proof(found.object, path, message)],
    remedies: keeping(object, cluster),
    isRoot: true,
  });
  if (refusals.length === 0) return [held(notNamed, say`${message}`)];
  return refusals.map((refusal) => held(refuserOf(refusal, cluster), refusal.message));
}

const path = "status.conditions[NamespaceDeletionContentFailure]";

/** As the API server names a kind where it forbids something. */
function pluralWithGroup({ apiVersion, kind }: KubeObject): string {
  const resource = kindNamed(apiVersion, kind)?.resource;
  if (resource === undefined) return "";
  const group = groupOf(apiVersionOf(resource));
  return group === "" ? pluralOf(resource) : `${pluralOf(resource)}.${group}`;
}

/** It is deleted as soon as nothing refuses that. */
function keeping(object: KubeObject, cluster: Cluster): readonly RemedyCall[] {
  switch (object.kind) {
    case "PersistentVolumeClaim": {
      const name = (object as PersistentVolumeClaim).spec?.volumeName ?? "";
      const volume = cluster.get("v1/persistentvolumes", name);
      return volume.state === "found" ? [remedy("set-retain", volume.object)] : [];
    }
    case "VolumeSnapshot": {
      const content = contentOf(object as VolumeSnapshot, cluster);
      return content.state === "found" ? [remedy("retain-snapshot", content.object)] : [];
    }
    default:
      return [];
  }
}
