import { everywhere } from "../cluster/index.ts";
import { volumesByDriver } from "../controllers/index.ts";
import { defineDeletion } from "../define/index.ts";
import type { CSIDriver } from "../kubernetes/index.ts";
import { say, words } from "../kubernetes/index.ts";
import { saveManifest } from "../remedies/index.ts";
import type { Limit } from "../report/index.ts";

export default defineDeletion({
  name: "csi-driver",
  on: ["storage.k8s.io/v1/csidrivers"],
  needs: ["v1/persistentvolumes", "storage.k8s.io/v1/csinodes"],
  sources: [
    "kubernetes/kubernetes pkg/volume/csi/csi_plugin.go skipAttach, supportsVolumeLifecycleMode, 1.36",
    "kubernetes/kubernetes pkg/volume/csi/csi_mounter.go supportsFSGroup (no CSIDriver: by file system and access mode), 1.36",
    "kubernetes/kubernetes pkg/scheduler/framework/plugins/volumebinding/binder.go hasEnoughCapacity (no CSIDriver: no check), 1.36",
  ],
  told: "step by step",
  dependents(driver, cluster) {
    const volumes = cluster.lookup(volumesByDriver, driver.metadata.name, everywhere);
    if (!volumes.read) return { items: [], unread: [volumes.unread] };
    const message = words(
      "the pods of the driver are not deleted with this object: what is attached and mounted stays so",
    );
    return {
      items: volumes.items.map((object) => ({ object, reason: "DriverKeepsRunning", message })),
      unread: [],
    };
  },
  limits: limitsOf,
  before: (driver) => [saveManifest(driver)],
});

/** What Kubernetes assumes of a driver without this object. */
function limitsOf({ metadata, spec }: CSIDriver): readonly Limit[] {
  const { name } = metadata;
  return [
    ...(spec?.attachRequired === false
      ? [
          {
            operations: ["attach", "mount"] as const,
            message: say`attachRequired of ${name} is false. Without the object, Kubernetes assumes that volumes must be attached, and waits for a VolumeAttachment that no attacher of this driver handles: new pods with its volumes do not start`,
          },
        ]
      : []),
    ...(spec?.fsGroupPolicy === undefined || spec.fsGroupPolicy === "ReadWriteOnceWithFSType"
      ? []
      : [
          {
            operations: ["mount"] as const,
            message: say`fsGroupPolicy ${spec.fsGroupPolicy} no longer applies: the kubelet changes the ownership of files as with ReadWriteOnceWithFSType`,
          },
        ]),
    ...(spec?.storageCapacity === true
      ? [
          {
            operations: ["create"] as const,
            message: words(
              "the scheduler no longer checks free capacity before it selects a node for a new volume",
            ),
          },
        ]
      : []),
    {
      operations: ["mount"],
      message: words(
        "a pod with an inline volume of the driver (spec.volumes[].csi) does not start: without the object, Kubernetes refuses these volumes",
      ),
    },
  ];
}
