import type { Cluster } from "../../cluster/index.ts";
import { annotationNames, claimOf, protectionOfKind, reclaimPolicyOf } from "../../controllers/index.ts";
import type { KubeObject, ObjectRef, PersistentVolume } from "../../kubernetes/index.ts";
import { isRecord, isTerminating, nameOf, pointerPart, say, words } from "../../kubernetes/index.ts";
import type { Edit } from "../../report/index.ts";
import type { Permission } from "./permission.ts";
import { allowed, denial, incomplete, isInReach } from "./permission.ts";

const ours = /^\/metadata\/annotations\/pvguard\.dev~1[a-z-]+$/;
const beingDeleted = `/metadata/annotations/${pointerPart(annotationNames.snapshotBeingDeleted)}`;

/** May fix change this field? There are few of them, and each has its one direction. */
export function permitEdit(
  on: ObjectRef,
  object: KubeObject,
  edits: readonly Edit[],
  cluster: Cluster,
): Permission {
  if (!isInReach("edit", on)) return denial("KindNotFixed", on, say`fix does not change ${on.kind} objects.`);
  const refused = edits
    .map((edit) => whyNot(edit, on, object, cluster))
    .find(({ state }) => state === "refused");
  return refused ?? allowed;
}

function whyNot(edit: Edit, on: ObjectRef, object: KubeObject, cluster: Cluster): Permission {
  const { path } = edit;
  if (ours.test(path) || (path === beingDeleted && edit.op !== "remove")) return allowed;
  if (path === "/metadata/annotations" && edit.op === "add") return onlyOurs(edit.value, on);
  if (path.startsWith("/metadata/finalizers")) return addition(edit, on, object);
  if (path === "/spec/persistentVolumeReclaimPolicy" || path === "/spec/deletionPolicy")
    return edit.op !== "remove" && edit.value === "Retain" ? allowed : neverFrom(on);
  if (/^\/spec\/claimRef(\/(uid|resourceVersion))?$/.test(path) && object.kind === "PersistentVolume")
    return claimRef(on, object, cluster);
  return denial("FieldNotFixed", on, say`fix does not change ${path} of ${nameOf(on)}.`);
}

function onlyOurs(value: unknown, on: ObjectRef): Permission {
  const paths = isRecord(value)
    ? Object.keys(value).map((key) => `/metadata/annotations/${pointerPart(key)}`)
    : [];
  return paths.length > 0 && paths.every((path) => ours.test(path) || path === beingDeleted)
    ? allowed
    : denial("FieldNotFixed", on, say`fix does not set these annotations on ${nameOf(on)}.`);
}

/** Only the protection that every such object gets, and only on an object that is not being deleted. */
function addition(edit: Edit, on: ObjectRef, object: KubeObject): Permission {
  const own = protectionOfKind.get(object.kind);
  const isOwn =
    own !== undefined &&
    edit.op === "add" &&
    (edit.path === "/metadata/finalizers"
      ? (object.metadata.finalizers ?? []).length === 0 &&
        JSON.stringify(edit.value) === JSON.stringify([own])
      : edit.path === "/metadata/finalizers/-" && edit.value === own);
  return isOwn && !isTerminating(object)
    ? allowed
    : denial(
        "FinalizersAreNotEdited",
        on,
        say`fix does not edit the finalizers of ${nameOf(on)}, except to add its protection finalizer while it is not being deleted.`,
      );
}

function neverFrom(on: ObjectRef): Permission {
  return denial("OnlyToRetain", on, say`fix can set the policy of ${nameOf(on)} only to Retain.`);
}

/** While the policy is Delete, the provisioner can destroy the volume before anybody binds it again. */
function claimRef(on: ObjectRef, volume: PersistentVolume, cluster: Cluster): Permission {
  if (isTerminating(volume))
    return denial(
      "VolumeBeingDeleted",
      on,
      say`${nameOf(on)} is being deleted, so no claim can be bound to it.`,
      words("Create the volume again first: `kubectl pvguard rescue` does that."),
    );
  const ref = claimOf(volume);
  const claim = ref && cluster.get("v1/persistentvolumeclaims", ref.name, ref.namespace);
  if (claim?.state === "unread") return incomplete(on, claim.unread);
  if (claim?.state === "found" && claim.object.metadata.uid === ref?.uid)
    return denial(
      "VolumeBound",
      on,
      say`${nameOf(on)} belongs to a claim that still exists, and fix does not take it away.`,
    );
  return reclaimPolicyOf(volume) === "Retain"
    ? allowed
    : denial(
        "NotRetained",
        on,
        say`The policy of ${nameOf(on)} is ${reclaimPolicyOf(volume)}: its data could be destroyed before a claim is bound to it.`,
        words("Set it to Retain first."),
      );
}
