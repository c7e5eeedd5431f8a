import type { Cluster } from "../../../cluster/index.ts";
import { attachDriver } from "../../../controllers/index.ts";
import type { FoundHold } from "../../../define/index.ts";
import { isFresh } from "../../../define/index.ts";
import { isOlder, sidecarRuns, sidecarVersion } from "../../../evidence/index.ts";
import type { PersistentVolume } from "../../../kubernetes/index.ts";
import { nameOf, refOf, say } from "../../../kubernetes/index.ts";
import { hint } from "../../../report/index.ts";
import { lastResorts } from "./volume-holds.ts";

/** From this version on, it looks at each deleted volume that has its finalizer. */
const mended = [2, 2] as const;

/**
 * The attacher that runs passes over a deleted volume without `spec.csi`, one of an in-tree plugin that was migrated.
 * kubernetes-csi/external-attacher pkg/controller/controller.go processFinalizers, v2.1; CHANGELOG/CHANGELOG-2.2.md, #218.
 */
export function attacherTooOld(volume: PersistentVolume, cluster: Cluster): FoundHold<"AttacherTooOld">[] {
  const driver = attachDriver(volume);
  if (driver === undefined || volume.spec?.csi !== undefined || isFresh(volume, cluster.now)) return [];
  const runs = sidecarRuns("csi-attacher", driver, cluster);
  if (runs.is !== "proven" || runs.pod === undefined) return [];
  const version = sidecarVersion("csi-attacher", runs.pod) ?? "";
  if (!isOlder(version, mended)) return [];

  const fixedIn = mended.join(".");
  return [
    {
      reason: "AttacherTooOld",
      holder: { controller: `external-attacher of ${driver}` },
      message: say`csi-attacher ${version} in ${nameOf(refOf(runs.pod))} does not remove its finalizer from a volume of an in-tree plugin: that is a known fault, fixed in version ${fixedIn}`,
      evidence: [...runs.for, hint(runs.pod, "spec.containers[csi-attacher].image", version)],
      remedies: lastResorts(volume, { fixedIn }),
    },
  ];
}
