import { defineWait } from "../engine/index.ts";
import { notDeletedWithNamespace, webhookKinds } from "./shared/namespace/refused.ts";

export default defineWait({
  wait: "deletion-refused",
  on: ["v1/pods", "v1/persistentvolumeclaims", "snapshot.storage.k8s.io/v1/volumesnapshots"],
  needs: [
    "v1/namespaces",
    "v1/persistentvolumes",
    "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
    ...webhookKinds,
  ],
  sources: [
    "kubernetes/kubernetes pkg/controller/namespace/deletion/namespaced_resources_deleter.go deleteAllContent, 1.36",
    "kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go DeleteCollection, 1.36",
    "kubernetes/kubernetes#60807",
  ],
  reasons: {
    UndeletableInNamespace: {
      title: "It could not be deleted with its namespace: that is refused",
      category: "blocked",
      what: "The namespace is being deleted, and a pod, claim or snapshot in it is not even marked for deletion: when the namespace controller last tried, the API server refused.",
      why: "A ValidatingAdmissionPolicy or an admission webhook does not let it be deleted, or the webhook does not answer. The objects of a kind are deleted one after the other, and the first refusal ends that: what comes after it stays too. The namespace controller tries again by itself, with pauses of about a minute. As soon as nobody refuses any more it all goes, and with policy Delete the data: the deletion of a namespace cannot be taken back.",
      whatToDo:
        "Set the volumes, and the contents of snapshots, to Retain if the data is wanted. Then a person must decide whether what refuses is right: `kubectl get validatingadmissionpolicy NAME -o yaml`, or `kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations -o yaml`.",
    },
  },
  holds: notDeletedWithNamespace,
});
