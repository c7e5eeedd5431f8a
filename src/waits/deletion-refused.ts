import type { Cluster, Unread } from "../cluster/index.ts";
import { contentOf, notNamed, podsOfClaim, refusedIn } from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { blocked, couldNotRead, defineWait } from "../define/index.ts";
import type { Refuser } from "../evidence/index.ts";
import { deletionRequest, refusalsOf, refuserKinds, refuserOf } from "../evidence/index.ts";
import type { KubeObject, Phrase } from "../kubernetes/index.ts";
import { isTerminating, nameOf, say } from "../kubernetes/index.ts";
import { retainSnapshot, setRetain } from "../remedies/index.ts";
import type { RemedyCall } from "../report/index.ts";
import { proof } from "../report/index.ts";
import { refuserGone, retried } from "./shared/namespace.ts";

export default defineWait({
  wait: "deletion-refused",
  on: ["v1/pods", "v1/persistentvolumeclaims", "snapshot.storage.k8s.io/v1/volumesnapshots"],
  needs: [
    "v1/pods",
    "v1/persistentvolumes",
    "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
    ...refuserKinds,
  ],
  sources: [
    "kubernetes/kubernetes pkg/controller/namespace/deletion/namespaced_resources_deleter.go deleteAllContent, 1.36",
    "kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go DeleteCollection, 1.36",
    "kubernetes/kubernetes#60807",
  ],
  reasons: {
    UndeletableInNamespace: blocked("The API server refused to delete it with its namespace", {
      what: "The namespace is being deleted, but a pod, claim or snapshot in it is not even marked for deletion. When the namespace controller last tried, the API server refused.",
      why: "A ValidatingAdmissionPolicy or an admission webhook does not allow the deletion, or the webhook does not answer. The objects of a kind are deleted one after the other, and the first refusal stops that, so the objects after it remain too. The namespace controller retries, with pauses of about a minute. As soon as nothing refuses, everything is deleted, and with policy Delete the data too: the deletion of a namespace cannot be undone.",
      whatToDo:
        "If you need the data, set the volumes, and the contents of snapshots, to Retain first. If the webhook does not answer, repair its server. If it refuses, a person must decide whether that is right: `kubectl get validatingadmissionpolicy NAME -o yaml`, or `kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations -o yaml`.",
    }),
    ...refuserGone,
  },
  holds: notDeletedWithNamespace,
});

type RefusedDeletionHold = FoundHold<"UndeletableInNamespace" | "RefuserGone" | "CouldNotRead">;

/** Objects that remain in a namespace that is being deleted, because the API server refuses to delete them. */
function notDeletedWithNamespace(object: KubeObject, cluster: Cluster): readonly RefusedDeletionHold[] {
  if (isTerminating(object)) return [];
  const found = cluster.get("v1/namespaces", object.metadata.namespace ?? "");
  if (found.state !== "found" || !isTerminating(found.object)) return [];
  const message = refusedIn(found.object);
  if (message === undefined) return [];
  const refusals = refusalsOf(object, found.object);
  const held = (why: Phrase, refuser: Refuser): RefusedDeletionHold => ({
    reason: refuser.over === undefined ? "UndeletableInNamespace" : "RefuserGone",
    holder: refuser.holder ?? notNamed,
    message: say`${nameOf(object)} could not be deleted with ${nameOf(found.object)}: ${why}${retried(refuser)}`,
    evidence: [proof(found.object, path, message)],
    remedies: keeping(object, cluster),
    isRoot: true,
  });
  if (refusals.length === 0) return [held(say`${message}`, {})];
  return refusals.flatMap((refusal) => {
    const refuser = refuserOf(refusal, deletionRequest(object), cluster);
    const unread = [refuser.unread, refuser.over === undefined ? undefined : unseenPods(object, cluster)];
    return [
      held(refusal.message, refuser),
      ...unread.flatMap((each) => (each === undefined ? [] : couldNotRead(each))),
    ];
  });
}

/** Nothing refuses its deletion now: what its pods wait for then comes first. */
function unseenPods(object: KubeObject, cluster: Cluster): Unread | undefined {
  const pods = object.kind === "PersistentVolumeClaim" ? podsOfClaim(object, cluster) : undefined;
  return pods?.read === false ? pods.unread : undefined;
}

const path = "status.conditions[NamespaceDeletionContentFailure]";

/** It is deleted as soon as nothing refuses that. */
function keeping(object: KubeObject, cluster: Cluster): readonly RemedyCall[] {
  switch (object.kind) {
    case "PersistentVolumeClaim": {
      const name = object.spec?.volumeName ?? "";
      const volume = cluster.get("v1/persistentvolumes", name);
      return volume.state === "found" ? [setRetain(volume.object)] : [];
    }
    case "VolumeSnapshot": {
      const content = contentOf(object, cluster);
      return content.state === "found" ? [retainSnapshot(content.object)] : [];
    }
    default:
      return [];
  }
}
