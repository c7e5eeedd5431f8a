import { deniedIn } from "./denied.ts";
import type { Sign } from "./signs.ts";
import { signsIn } from "./signs.ts";
import { unwrap } from "./unwrap.ts";

/** What keeps a volume from being attached or mounted, as far as the kubelet's event tells. */
export type MountTrouble =
  /** The backend says that another client has it open. */
  | "open-elsewhere"
  | "volume-being-deleted"
  | "driver-not-registered"
  /** The kubelet waits until the attach-detach controller lists the volume in the status of the node. */
  | "not-in-node-status"
  | "no-plugin"
  /** The kubelet cannot expand the file system, and the pod does not start without that. */
  | "expansion"
  | "file-system"
  | "stale-handle"
  /** The Secret, or the key in it, that the driver needs to mount. */
  | "secret"
  | "denied"
  | "read-only"
  /** Only that it took too long, or that an earlier attempt has not ended. */
  | "timed-out"
  | "other";

/** That a device is already mounted says a program of this very node: mount(8), and drivers of the target path. */
const openElsewhere =
  /still being used|still mounted on node|(?<!not )attached on\b|has watchers|in use by|already (?:mapped|exported)|already mounted (?:on|by) (?:another|node|host)/i;

/** The first that is said counts: a cause comes before that which only says that it failed. */
const order: readonly (readonly [Sign, MountTrouble])[] = [
  ["not-registered", "driver-not-registered"],
  ["not-in-node-status", "not-in-node-status"],
  ["no-plugin", "no-plugin"],
  ["stale-handle", "stale-handle"],
  ["bad-file-system", "file-system"],
  ["mount-secret", "secret"],
  ["secret", "secret"],
  ["read-only", "read-only"],
];

export function mountTrouble(message: string): MountTrouble {
  const signs = signsIn(message);
  if (signs.has("volume-being-deleted")) return "volume-being-deleted";
  if (openElsewhere.test(message)) return "open-elsewhere";
  if (saysExpansion(message)) return "expansion";
  const [, trouble] = order.find(([sign]) => signs.has(sign)) ?? [];
  if (trouble !== undefined) return trouble;
  if (deniedIn(message) !== undefined) return "denied";
  return saysOnlyWaiting(message) ? "timed-out" : "other";
}

/** What was being done when the error came, in the words of Kubernetes' controllers, of the calls of CSI and of the clouds' APIs. */
const expanding = /resiz|expan[ds]|ControllerExpand|NodeExpand|ModifyVolume/i;

/** Of an error that says one of these and of an expansion, it is this. */
const sooner = [
  /delet\w* (?:the )?(?:volume )?snapshot\b|DeleteSnapshot|snapshot .{0,60}(?:deletion|delete) failed/i,
  /(?:creat\w*|tak\w*|cut) (?:a |the )?(?:volume )?snapshot|CreateSnapshot|snapshot content with error/i,
  /killing pod|KillContainer|KillPodSandbox/i,
  /un-?mount(?!ed volumes)|NodeUn(?:publish|stage)|TearDown|UnmapDevice|UnmapVolume/i,
];
/** Anything else. */
const later =
  /attach|detach|mount|ControllerPublish|ControllerUnpublish|unpublish|unexport|NodePublish|NodeStage|MapVolume|SetUp\b|provision volume|creat\w* (?:a |the )?(?:volume|disk|share|image|subvolume|file ?system)|CreateVolume|delet|remov|clean(?:ing|up)\b|destroy/i;

/**
 * The outermost clause that names an operation says it: an inner one can be a step of it.
 * kubernetes/kubernetes pkg/volume/util/operationexecutor/operation_generator.go GenerateMountVolumeFunc, 1.36.
 */
function saysExpansion(message: string): boolean {
  if (/failed while expanding volume/.test(message)) return true;
  for (const clause of unwrap(message).around) {
    if (sooner.some((words) => words.test(clause))) return false;
    if (expanding.test(clause)) return true;
    if (later.test(clause)) return false;
  }
  return false;
}

const summary = /^"?Unable to (?:attach or )?mount volumes(?: for pod "[^"]*")?: /;

/**
 * Does an event only sum up which volumes the kubelet still waits for? It is emitted at every attempt to start the pod, between
 * the events that name a cause. Kubernetes 1.36 no longer emits it where the kubelet has only waited.
 * kubernetes/kubernetes pkg/kubelet/kubelet.go SyncPod, 1.25 to 1.36.
 */
export function isMountSummary(message: string): boolean {
  return summary.test(message) && signsIn(unwrap(message).cause).has("timed-out");
}

const pending = /operation with the given .{0,300}already exists|code = Aborted/i;

/** Does an error only say that it took too long, or that an earlier attempt has not ended? */
export function saysOnlyWaiting(message: string): boolean {
  const { cause } = unwrap(message);
  return pending.test(message) || (signsIn(cause).has("timed-out") && cause.length < mostOfTimeout);
}

/** Longer than this, a text says more than that it took too long. */
const mostOfTimeout = 120;

/** Does an event name this volume, wherever in its words? */
export function mentions(message: string, volume: string): boolean {
  return message.includes(volume);
}

/**
 * The volume that an event of the kubelet or the attach-detach controller is about, as in
 * `MountVolume.SetUp failed for volume "pv1"` and `Multi-Attach error for volume "pv1"`: a PersistentVolume by its own name, any
 * other volume by its name in the pod.
 * kubernetes/kubernetes pkg/volume/util/operationexecutor/operation_generator.go GenerateErrorDetailed, 1.36.
 */
export function volumeInEvent(message: string): string | undefined {
  return /\bfor volume "([^"]+)"/.exec(message)?.[1];
}

/**
 * The volumes of the pod, by their names in its spec, that the kubelet still waits for.
 * kubernetes/kubernetes pkg/kubelet/volumemanager/volume_manager.go WaitForAttachAndMount, 1.36.
 */
export function unmountedIn(message: string): readonly string[] | undefined {
  return /unmounted volumes=\[([^\]]*)\]/.exec(message)?.[1]?.split(/[\s,]+/);
}

/**
 * The directory of a pod's volume, of which a container runtime says that it no longer answers: a PersistentVolume by its own name.
 * errno ENOTCONN, ESTALE and EIO; that it is to be created again although it is there says the same of Docker.
 * kubernetes/kubernetes pkg/kubelet/config/defaults.go, pkg/volume/csi/csi_plugin.go (kubernetes.io~csi), 1.36.
 */
export function brokenMountIn(message: string): string | undefined {
  return /\/volumes\/kubernetes\.io~[\w-]{1,60}\/([^/"':\s]{1,253}).{0,300}(?:transport endpoint is not connected|stale (?:nfs )?file handle|input\/output error|: file exists)/i.exec(
    message,
  )?.[1];
}

/** kubernetes/kubernetes pkg/controller/volume/ephemeral/controller.go handleVolume, 1.36: it begins with the pod's volume. */
export function isOfEphemeral(message: string, volume: string): boolean {
  return message.startsWith(`ephemeral volume ${volume}: `);
}

/**
 * Does the kubelet say that the container runtime does not end a container, or the sandbox of the pod? It unmounts nothing before.
 * kubernetes/kubernetes pkg/kubelet/kubelet.go SyncTerminatingPod ("error killing pod"), pkg/kubelet/container/sync_result.go
 * ErrKillContainer, ErrKillPodSandbox, 1.36.
 */
export function saysNotEnded(message: string): boolean {
  return /\bKill(?:Container|PodSandbox)Error\b/.test(message);
}

/** What an unmount error is about, as far as its words tell. */
export type UnmountTrouble = "busy" | "input-output" | "not-mounted" | "state-missing" | "nfs" | "other";

/** The first that is said counts. */
const unmountOrder: readonly (readonly [Sign, UnmountTrouble])[] = [
  ["mount-record-missing", "state-missing"],
  ["busy", "busy"],
  ["io-error", "input-output"],
  ["nfs", "nfs"],
  ["not-mounted", "not-mounted"],
];

export function unmountTrouble(message: string): UnmountTrouble {
  const signs = signsIn(message);
  return unmountOrder.find(([sign]) => signs.has(sign))?.[1] ?? "other";
}
