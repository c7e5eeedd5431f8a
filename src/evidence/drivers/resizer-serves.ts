import type { Cluster } from "../../cluster/index.ts";
import { attachDriver } from "../../controllers/index.ts";
import type { Lease, PersistentVolume, PersistentVolumeClaim } from "../../kubernetes/index.ts";
import { hint, refutation } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";
import { conditionOfClaim } from "../disks/expansion-failed.ts";
import { failuresOf } from "../last-failure.ts";
import { sidecarRuns } from "./sidecar-runs.ts";

interface Found {
  /** The driver that should expand it; nothing where no CSI driver does. */
  readonly driver?: string;
  /** Since when the expansion waits for a controller, as far as events tell. */
  readonly since?: string;
  /** That of the external-resizer, renewed or not. */
  readonly lease?: Lease;
}

/**
 * Is there a controller that expands this volume? The external-resizer of its driver says on the claim that it begins, before it
 * asks the driver, and renews a lease. That no lease is there, while other sidecars of the driver have theirs, speaks against it.
 * Refuted where no CSI driver has the volume: no in-tree plugin expands one since Kubernetes 1.31, FlexVolume aside.
 * kubernetes-csi/external-resizer pkg/controller/controller.go and cmd/csi-resizer/main.go, v2.2;
 * kubernetes/kubernetes pkg/controller/volume/expand/expand_controller.go syncHandler (ExternalExpanding), 1.36.
 */
export function resizerServes(
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
  cluster: Cluster,
): Answer<Found> {
  const began = failuresOf(claim, "begin-expansion", cluster);
  if (!began.read) return notLooked(began.unread);
  const told = began.items.find(({ reason }) => reason === "Resizing");
  if (told !== undefined) return weigh([hint(claim, "event", told.message)]);
  const running = conditionOfClaim(claim, "Resizing");
  if (running !== undefined)
    return weigh([hint(claim, "status.conditions[Resizing]", running.lastTransitionTime)]);
  const waits = began.items.find(({ reason }) => reason === "ExternalExpanding");
  const at = waits?.firstAt ?? waits?.at;
  const since = at === undefined ? {} : { since: at };
  const driver = attachDriver(volume);
  if (driver === undefined) {
    if (volume.spec?.flexVolume !== undefined) return { ...weigh([]), ...since };
    return { ...weigh([], [refutation(volume, "spec.csi", null)]), ...since };
  }
  const resizer = sidecarRuns("csi-resizer", driver, cluster);
  if (resizer.is === "unread") return resizer;
  if (resizer.lease !== undefined) return { ...resizer, driver, ...since };
  const beside = (["csi-provisioner", "csi-attacher"] as const).map((each) =>
    sidecarRuns(each, driver, cluster),
  );
  const lease = beside.flatMap((each) => (each.is === "unread" ? [] : (each.lease ?? [])))[0];
  const against = lease === undefined ? [] : [hint(lease, "metadata.name", lease.metadata.name)];
  return { ...weigh([], against), driver, ...since };
}
