import type { Cluster, PersistentVolumeClaim, Unread } from "../model/index.ts";
import { storageClassNameOf } from "./storage-class-name.ts";

/** May a claim ask for more? */
export type Raise =
  | { readonly may: "yes" }
  | {
      readonly may: "no";
      readonly because: "no class" | "class forbids it" | "class missing";
      readonly name: string;
    }
  | { readonly may: "unread"; readonly unread: Unread };

/**
 * Only a larger request is held against the class. A smaller one is not, and neither does the external-resizer look at
 * a class: what was asked for once continues without it.
 * kubernetes/kubernetes plugin/pkg/admission/storage/persistentvolume/resize/admission.go Validate, allowResize, 1.36;
 * kubernetes-csi/external-resizer pkg/controller/expand_and_recover.go expandAndRecover, v2.2.
 */
export function mayBeRaised(claim: PersistentVolumeClaim, cluster: Cluster): Raise {
  const name = storageClassNameOf(claim);
  if (name === "") return { may: "no", because: "no class", name };
  const found = cluster.get("storage.k8s.io/v1/storageclasses", name);
  switch (found.state) {
    case "unread":
      return { may: "unread", unread: found.unread };
    case "absent":
      return { may: "no", because: "class missing", name };
    case "found":
      return found.object.allowVolumeExpansion === true
        ? { may: "yes" }
        : { may: "no", because: "class forbids it", name };
  }
}
