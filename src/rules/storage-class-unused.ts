import { everywhere, someOf } from "../cluster/index.ts";
import { annotationNames, claimsByClass, volumesByClass } from "../controllers/index.ts";
import { defineRule } from "../define/index.ts";
import { annotationOf, say } from "../kubernetes/index.ts";
import { proof } from "../report/index.ts";
import { isOlderThan } from "./shared/findings.ts";

/** A day, in seconds: a new class has had no time to be used. */
const patience = 86_400;

export default defineRule({
  code: "PVG314",
  name: "storage-class-unused",
  title: "A StorageClass has no claim and no volume",
  severity: "note",
  on: ["storage.k8s.io/v1/storageclasses"],
  needs: ["v1/persistentvolumeclaims", "v1/persistentvolumes"],
  what: "No claim and no volume names a StorageClass that is older than a day. The default class is not counted.",
  why: "It may still be needed, or it is left over from a driver or a test.",
  whatToDo:
    "If it is not needed, you must delete it: `kubectl delete storageclass NAME`. Volumes do not need their class to be used, but some drivers look up their secrets there to delete a volume.",
  sources: ["kubernetes/kubernetes pkg/volume/util/storageclass.go GetDefaultClass, 1.36"],
  check(storageClass, { cluster, olderThan }) {
    if (annotationOf(storageClass, annotationNames.defaultStorageClass) === "true") return [];
    if (!isOlderThan(storageClass, Math.max(patience, olderThan), cluster.now)) return [];
    const { name } = storageClass.metadata;
    const claims = cluster.walkWith(claimsByClass, name, everywhere);
    if (!claims.read) return { unread: claims.unread };
    const volumes = cluster.walkWith(volumesByClass, name, everywhere);
    if (!volumes.read) return { unread: volumes.unread };
    if (someOf(claims.objects) || someOf(volumes.objects)) return [];
    return {
      message: say`no claim or volume refers to it`,
      storageClass: name,
      evidence: [proof(storageClass, "provisioner", storageClass.provisioner)],
    };
  },
});
