import { signsIn } from "./signs.ts";

/** What keeps a volume from being attached or mounted, as far as the kubelet's event tells. */
export type MountTrouble =
  /** The backend says that another client has it open. */
  "open-elsewhere" | "volume-being-deleted" | "driver-not-registered" | "other";

const openElsewhere = /still being used|has watchers|in use by|already (mounted|mapped|exported)/i;

export function mountTrouble(message: string): MountTrouble {
  const signs = signsIn(message);
  if (signs.has("volume-being-deleted")) return "volume-being-deleted";
  if (openElsewhere.test(message)) return "open-elsewhere";
  return signs.has("not-registered") ? "driver-not-registered" : "other";
}

/** Does an event name this volume, wherever in its words? */
export function mentions(message: string, volume: string): boolean {
  return message.includes(volume);
}

/**
 * The volume that an event of the kubelet or the attach-detach controller is about, as in
 * `MountVolume.SetUp failed for volume "pv1"`.
 * kubernetes/kubernetes pkg/volume/util/operationexecutor/operation_generator.go GenerateErrorDetailed, 1.36.
 */
export function volumeInEvent(message: string): string | undefined {
  return /Volume\.\S+ failed for volume "([^"]+)"/.exec(message)?.[1];
}

/**
 * The volumes of the pod, by their names in its spec, that the kubelet still waits for.
 * kubernetes/kubernetes pkg/kubelet/volumemanager/volume_manager.go WaitForAttachAndMount, 1.36.
 */
export function unmountedIn(message: string): readonly string[] | undefined {
  return /unmounted volumes=\[([^\]]*)\]/.exec(message)?.[1]?.split(/[\s,]+/);
}

/** kubernetes/kubernetes pkg/controller/volume/ephemeral/controller.go handleVolume, 1.36: it begins with the pod's volume. */
export function isOfEphemeral(message: string, volume: string): boolean {
  return message.startsWith(`ephemeral volume ${volume}: `);
}
