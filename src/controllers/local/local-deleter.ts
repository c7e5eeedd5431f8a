import {
  annotationOf,
  defineController,
  isTerminating,
  nothing,
  type PersistentVolume,
  refOf,
} from "../../model/index.ts";
import { provisionedBy } from "../annotation-names.ts";
import { act, wait } from "../decision.ts";
import { reclaimPolicyOf } from "../reclaim-policy.ts";

/** What the local static provisioner on the volume's node does with it. */
type LocalDeletion =
  | { readonly result: "nothing" }
  /** The volume is wiped; then it is deleted, and found again as an empty one. */
  | { readonly result: "clean" }
  | {
      readonly result: "refused";
      readonly event: "VolumeUnsupportedReclaimPolicy" | "VolumeUnknownReclaimPolicy";
    };

/**
 * A volume that is deleted manually is not wiped: the provisioner finds it again, as Available, with the old data.
 * kubernetes-sigs/sig-storage-local-static-provisioner pkg/deleter/deleter.go DeletePVs, v2.9.
 */
export function localDeletion(volume: PersistentVolume): LocalDeletion {
  if (volume.status?.phase !== "Released" || isTerminating(volume)) return { result: "nothing" };
  switch (reclaimPolicyOf(volume)) {
    case "Retain":
      return { result: "nothing" };
    case "Delete":
      return { result: "clean" };
    case "Recycle":
      return { result: "refused", event: "VolumeUnsupportedReclaimPolicy" };
  }
  return { result: "refused", event: "VolumeUnknownReclaimPolicy" };
}

/** The same repository, pkg/common/common.go ProvisionerName; the name is followed by node and uid. */
export function isLocalProvisioned(volume: PersistentVolume): boolean {
  return (annotationOf(volume, provisionedBy) ?? "").startsWith("local-volume-provisioner-");
}

export const localDeleter = defineController({
  name: "local-volume-provisioner",
  on: "v1/persistentvolumes",
  sources: ["kubernetes-sigs/sig-storage-local-static-provisioner pkg/deleter/deleter.go DeletePVs, v2.9"],
  decide(volume) {
    const { local } = volume.spec ?? {};
    if (local === undefined || !isLocalProvisioned(volume)) return nothing;
    const deletion = localDeletion(volume);
    const object = refOf(volume);
    switch (deletion.result) {
      case "nothing":
        return nothing;
      case "refused":
        return wait();
      case "clean":
        return act(
          {
            do: "destroy-backend",
            object,
            driver: "local-volume-provisioner",
            handle: local.path ?? "",
          },
          { do: "delete", object },
        );
    }
  },
});
