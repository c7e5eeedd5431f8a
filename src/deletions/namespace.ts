import { defineDeletion } from "../define/index.ts";
import { retainVolumes } from "../remedies/index.ts";

/** What becomes of its claims and snapshots is what becomes of each of them when it is deleted. */
export default defineDeletion({
  name: "namespace",
  on: ["v1/namespaces"],
  needs: [
    "v1/persistentvolumeclaims",
    "snapshot.storage.k8s.io/v1/volumesnapshots",
    "v1/pods",
    "v1/persistentvolumes",
    "coordination.k8s.io/v1/leases",
    "longhorn.io/v1beta2/volumes",
    "zfs.openebs.io/v1/zfsvolumes",
    "local.openebs.io/v1alpha1/lvmvolumes",
    "trident.netapp.io/v1/tridentvolumes",
    "ceph.rook.io/v1/cephclusters",
    "storage.k8s.io/v1/csidrivers",
  ],
  sources: [
    "kubernetes/kubernetes pkg/controller/namespace/deletion/namespaced_resources_deleter.go deleteAllContent, 1.36",
  ],
  told: "step by step",
  dependents: () => ({ items: [], unread: [] }),
  before: (namespace) => [retainVolumes(namespace)],
});
