import { blocked, defineWait } from "../engine/index.ts";
import { notDeletedWithNamespace, webhookKinds } from "./shared/deletion-refused.ts";

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
    UndeletableInNamespace: blocked("The API server refused to delete it with its namespace", {
      what: "The namespace is being deleted, but a pod, claim or snapshot in it is not even marked for deletion. When the namespace controller last tried, the API server refused.",
      why: "A ValidatingAdmissionPolicy or an admission webhook does not allow the deletion, or the webhook does not answer. The objects of a kind are deleted one after the other, and the first refusal stops that, so the objects after it remain too. The namespace controller retries, with pauses of about a minute. As soon as nothing refuses, everything is deleted, and with policy Delete the data too: the deletion of a namespace cannot be undone.",
      whatToDo:
        "If you need the data, set the volumes, and the contents of snapshots, to Retain. Then a person must decide whether the refusal is right: `kubectl get validatingadmissionpolicy NAME -o yaml`, or `kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations -o yaml`.",
    }),
  },
  holds: notDeletedWithNamespace,
});
