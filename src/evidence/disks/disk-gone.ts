import type { Cluster, Fact } from "../../cluster/index.ts";
import { everywhere } from "../../cluster/index.ts";
import {
  asCsi,
  attachmentsNaming,
  claimEnd,
  handleKeyOf,
  isOnOneMachine,
  reclaimPolicyOf,
  volumesByHandle,
} from "../../controllers/index.ts";
import type { PersistentVolume, VolumeAttachment } from "../../kubernetes/index.ts";
import { isTerminating, kinds } from "../../kubernetes/index.ts";
import type { Evidence } from "../../report/index.ts";
import { hint, proof } from "../../report/index.ts";
import type { Answer, NotLooked } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";
import { missingIn } from "../error-text/index.ts";
import { lastFailure } from "../last-failure.ts";
import { listedIfGiven } from "../listed/listed-disk.ts";
import { deletionFailureOf, diskNamesOf } from "./deletion-failure.ts";

/** Who says that a disk is gone. */
type ToldGone =
  /** The driver was asked to delete this very disk, and does not find it. */
  | "not-found"
  /** The same, and a list of the storage backend has the disk: one of them is old, or looks in the wrong place. */
  | "not-found-but-listed"
  /** The driver has deleted it, and the provisioner could not remove its finalizer. */
  | "deleted"
  /** The driver was asked to detach this very disk, and does not find it. It may look in one place only. */
  | "not-found-to-detach";

/** As the volume is, or after its claim or the volume itself was deleted. */
export type When = "now" | "once deleted";

interface Gone {
  readonly told: ToldGone;
  readonly evidence: Evidence;
}

/**
 * Is this very disk gone in the storage backend? That another thing is not found says nothing of it. Where nothing is told it
 * is possible, as of any disk that Kubernetes does not see.
 */
export function diskGone(
  volume: PersistentVolume,
  cluster: Cluster,
  when: When = "now",
): Answer<{ readonly told?: ToldGone }> {
  const own = toldOf(volume, cluster, when);
  const told = isGone(own) ? own : (toldWithTwins(volume, cluster) ?? own);
  if (told === undefined) return weigh([]);
  if (!isGone(told)) return told;
  const listed = told.told === "not-found" ? listedIfGiven(volume, cluster) : undefined;
  if (listed?.listed === "yes") {
    const against = hint(listed.disk, "spec.state", listed.disk.spec?.state ?? "listed");
    return { ...weigh([told.evidence], [against]), told: "not-found-but-listed" };
  }
  // A driver that looks in one place only says the same of a disk that is in another.
  const against = told.told === "not-found-to-detach" ? [told.evidence] : [];
  return { ...weigh([told.evidence], against), told: told.told };
}

/** Who says so, where anyone does. */
export function toldGone(volume: PersistentVolume, cluster: Cluster, when?: When): ToldGone | undefined {
  const answer = diskGone(volume, cluster, when);
  return answer.is === "unread" ? undefined : answer.told;
}

/** Does the driver say that there is nothing left to delete? */
export function isDeletedDisk(volume: PersistentVolume, cluster: Cluster): boolean {
  const told = toldGone(volume, cluster);
  return told === "not-found" || told === "deleted";
}

function isGone(told: Gone | NotLooked | undefined): told is Gone {
  return told !== undefined && "told" in told;
}

/** Another volume can use the same disk, and be the one that the driver was asked about. */
function toldWithTwins(volume: PersistentVolume, cluster: Cluster): Gone | NotLooked | undefined {
  const csi = asCsi(volume);
  if (csi === undefined) return undefined;
  const [told] = cluster.fact(toldOfDisk, JSON.stringify([handleKeyOf(volume), csi.handle]));
  return told;
}

/**
 * Key: that of the disk, and the handle. If several volumes use the disk: who says of one of them that it is gone; or else what
 * was not read for that. An attachment tells of the disk, whichever of them it names: kubernetes-csi/external-attacher
 * pkg/controller/csi_handler.go syncDetach, v4. It counts for all of them unless each is in use.
 */
const toldOfDisk: Fact<readonly (Gone | NotLooked)[]> = {
  name: "told-of-disk",
  // The owner of a claim can be of any kind.
  from: kinds.map(({ resource }) => resource),
  workOut(key, cluster) {
    const [disk, handle]: readonly [string, string] = JSON.parse(key);
    const twins = cluster.lookup(volumesByHandle, disk, everywhere);
    if (!twins.read || twins.items.length < 2) return [];
    // Of two handles that may mean one disk, the driver may have found neither, or only one.
    const all = twins.items.filter((each) => asCsi(each)?.handle === handle);
    const when = all.every((each) => restingClaim(each, cluster) === "stays") ? "now" : "once deleted";
    const told = all.flatMap((each) => toldOf(each, cluster, when) ?? []);
    return [...told.filter(isGone), ...told].slice(0, 1);
  },
};

function toldOf(volume: PersistentVolume, cluster: Cluster, when: When): Gone | NotLooked | undefined {
  // No driver is asked to delete what is to be recycled: kubernetes-sigs/sig-storage-lib-external-provisioner
  // controller/controller.go shouldDelete, v13.
  if (reclaimPolicyOf(volume) === "Recycle") return undefined;
  const attempt = lastFailure(volume, "delete-disk", cluster);
  const message = attempt.is === "unread" ? undefined : attempt.told?.message;
  const failure = message === undefined ? undefined : deletionFailureOf(volume, message);
  if (failure === "not-found") return { told: "not-found", evidence: hint(volume, "event", message) };
  if (failure === "finalizer-forbidden")
    return { told: "deleted", evidence: proof(volume, "event", message) };
  return (
    notFoundToDetach(volume, cluster, when) ??
    (attempt.is === "unread" ? notLooked(attempt.unread) : undefined)
  );
}

function notFoundToDetach(
  volume: PersistentVolume,
  cluster: Cluster,
  when: When,
): Gone | NotLooked | undefined {
  const claim = when === "now" ? restingClaim(volume, cluster) : "none";
  if (claim === "stays") return undefined;
  const attachments = attachmentsNaming(volume.metadata.name, cluster);
  if (!attachments.read) return notLooked(attachments.unread);
  const found = attachments.items.find((each) => saysNotFound(each, volume));
  if (found === undefined) return undefined;
  if (claim !== "none") return claim;
  const evidence = hint(found, "status.detachError.message", found.status?.detachError?.message);
  return { told: "not-found-to-detach", evidence };
}

/** Bound to a claim that stays: no detaching decides about its disk, and the attachments need not be read. */
function restingClaim(volume: PersistentVolume, cluster: Cluster): "stays" | "none" | NotLooked {
  const { name, namespace } = volume.spec?.claimRef ?? {};
  if (isTerminating(volume) || name === undefined || volume.status?.phase !== "Bound") return "none";
  const claim = cluster.get("v1/persistentvolumeclaims", name, namespace);
  if (claim.state === "unread") return notLooked(claim.unread);
  if (claim.state === "absent" || isTerminating(claim.object)) return "none";
  const end = claimEnd(claim.object, cluster);
  if (end.ends === "unread") return notLooked(end.unread);
  return end.ends === "no" ? "stays" : "none";
}

/**
 * container-storage-interface/spec spec.md ControllerUnpublishVolume: NOT_FOUND is "Volume does not exist" or "Node does
 * not exist", and the message says which.
 */
function saysNotFound(attachment: VolumeAttachment, volume: PersistentVolume): boolean {
  const error = attachment.status?.detachError?.message ?? "";
  return !isOnOneMachine(volume) && missingIn(error, diskNamesOf(volume)) === "this-volume";
}
