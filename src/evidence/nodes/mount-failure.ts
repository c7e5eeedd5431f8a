import type { Cluster } from "../../cluster/index.ts";
import { attachmentsNaming, claimNameOf } from "../../controllers/index.ts";
import type { Pod } from "../../kubernetes/index.ts";
import { instant } from "../../kubernetes/index.ts";
import { hint } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";
import { isMountSummary, saysOnlyWaiting, unmountedIn, volumeInEvent } from "../error-text/index.ts";
import type { AttemptEvent } from "../last-failure.ts";
import { failuresOf } from "../last-failure.ts";

interface Found {
  /** The event that says the most. */
  readonly told?: AttemptEvent;
  /** The volumes that it is about, by their names in the pod; nothing where it does not say. */
  readonly about?: readonly string[];
}

/**
 * Why are the volumes of a pod not attached and mounted? The kubelet sums up every two minutes that it waits: that counts only
 * where nothing else is told. So does an error that says no more than that it took too long. What was overcome since does not
 * count: an attach of a volume that is attached by now, and a volume that a newer summary no longer lists.
 * kubernetes/kubernetes pkg/kubelet/volumemanager/volume_manager.go WaitForAttachAndMount and
 * pkg/volume/util/operationexecutor/operation_generator.go GenerateMountVolumeFunc, 1.25 to 1.36.
 */
export function mountFailure(pod: Pod, cluster: Cluster): Answer<Found> {
  const failures = failuresOf(pod, "mount", cluster);
  if (!failures.read) return notLooked(failures.unread);
  const outer = volumeNamesIn(pod, cluster);
  const summary = failures.items.find(({ message }) => isMountSummary(message));
  const specific = failures.items.filter(
    (told) =>
      !isMountSummary(told.message) && !isOvercome(told, summary, outer) && !isAttached(told, pod, cluster),
  );
  const told = specific.find(({ message }) => !saysOnlyWaiting(message)) ?? specific[0] ?? summary;
  if (told === undefined) return weigh([]);
  const about = volumesOf(told.message, outer);
  return {
    ...weigh([hint(pod, "event", told.message)]),
    told,
    ...(about === undefined ? {} : { about }),
  };
}

/** Of the names by which events call the volumes of a pod: that of the PersistentVolume, and the one in the pod. */
type Names = ReadonlyMap<string, string>;

function volumeNamesIn(pod: Pod, cluster: Cluster): Names {
  const names = new Map<string, string>();
  for (const volume of pod.spec?.volumes ?? []) {
    const { name = "" } = volume;
    names.set(name, name);
    const claimName = claimNameOf(pod, volume);
    if (claimName === undefined) continue;
    const claim = cluster.get("v1/persistentvolumeclaims", claimName, pod.metadata.namespace);
    const bound = claim.state === "found" ? (claim.object.spec?.volumeName ?? "") : "";
    if (bound !== "") names.set(bound, name);
  }
  return names;
}

function volumesOf(message: string, outer: Names): readonly string[] | undefined {
  const named = volumeInEvent(message);
  return named === undefined ? unmountedIn(message) : [outer.get(named) ?? named];
}

/** A summary that is newer no longer waits for its volume. */
function isOvercome({ message, at }: AttemptEvent, summary: AttemptEvent | undefined, outer: Names): boolean {
  const waitsFor = summary === undefined ? undefined : unmountedIn(summary.message);
  const about = volumesOf(message, outer);
  if (summary === undefined || waitsFor === undefined || about === undefined) return false;
  const isNewer = (instant(summary.at) ?? 0) > (instant(at) ?? 0);
  return isNewer && !about.some((volume) => waitsFor.includes(volume));
}

/** An attach failed once, and the volume is attached to the pod's node now. */
function isAttached({ reason, message }: AttemptEvent, pod: Pod, cluster: Cluster): boolean {
  const name = reason === "FailedAttachVolume" ? volumeInEvent(message) : undefined;
  const attachments = name === undefined ? undefined : attachmentsNaming(name, cluster);
  if (attachments === undefined || !attachments.read) return false;
  return attachments.items.some(
    ({ spec, status, metadata }) =>
      spec?.nodeName === pod.spec?.nodeName &&
      status?.attached === true &&
      metadata.deletionTimestamp === undefined,
  );
}
