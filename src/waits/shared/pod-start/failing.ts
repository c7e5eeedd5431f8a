import type { Cluster } from "../../../cluster/index.ts";
import { attachDriver, nodeNamed, volumeBackend } from "../../../controllers/index.ts";
import type { AttemptEvent, MountTrouble } from "../../../evidence/index.ts";
import {
  copyOfAnother,
  evidenceAgainst,
  explained,
  mountTrouble,
  nodePluginRuns,
  pluginInKubelet,
  withMeaning,
} from "../../../evidence/index.ts";
import type { PersistentVolume, Phrase, Pod, PodVolume } from "../../../kubernetes/index.ts";
import { isTerminating, nameOf, refOf, say } from "../../../kubernetes/index.ts";
import {
  checkController,
  repairDriver,
  repairMount,
  setRetain,
  startNodePlugin,
} from "../../../remedies/index.ts";
import type { RemedyCall } from "../../../report/index.ts";
import { hint, proof } from "../../../report/index.ts";
import { usersElsewhere } from "../users-elsewhere.ts";
import type { StartHold } from "./by-claim.ts";
import { notCounted } from "./not-counted.ts";

/** A volume that a pod needs, and what is told of its attach or mount. */
interface Failing {
  readonly pod: Pod;
  readonly volume: PersistentVolume;
  readonly told: AttemptEvent;
}

/** What the error says is wrong, in the words of what a person can do about it. */
export function failing(about: Failing, cluster: Cluster): StartHold {
  const { pod, volume, told } = about;
  const trouble = mountTrouble(told.message);
  if (trouble === "volume-being-deleted" && isTerminating(volume)) return notAttachedAnew(about);
  const where = nodeOf(pod);
  const verb = told.reason === "FailedAttachVolume" ? say`attached to` : say`mounted on`;
  const failed = say`the volume cannot be ${verb} node/${where}`;
  const base = {
    holder: { driver: driverOf(volume) },
    message: say`${failed}: ${told.message}`,
    evidence: [hint(pod, "event", told.message)],
  };
  switch (trouble) {
    case "open-elsewhere":
      return openElsewhere(about, cluster);
    case "driver-not-registered":
      return { ...base, reason: "DriverNotOnNode", ...notRegistered(about, cluster) };
    case "not-in-node-status":
      return (
        notCounted(pod, volume, cluster) ?? {
          ...base,
          reason: "VolumeNotMounted",
          remedies: [checkController(pod, { controller: "kube-controller-manager" })],
        }
      );
    case "no-plugin":
      return noPlugin(about, cluster);
    case "expansion":
      return {
        ...base,
        reason: "NodeResizeFails",
        holder: { controller: "kubelet" },
        message: say`the kubelet on node/${where} fails to expand the file system of the volume, and does not start the pod before that is done: ${told.message}`,
        remedies: [repairMount(pod, { trouble, volume: handleOf(volume), node: where })],
        avoid: {
          step: say`delete the claim to start again`,
          because: say`with policy Delete the data would be deleted with it`,
        },
      };
    case "file-system":
      return {
        ...base,
        reason: "FileSystemDamaged",
        ...ofFileSystem(about, failed, cluster),
        avoid: {
          step: say`format the disk, or run a repair on it without a copy`,
          because: say`both change what is left of the data`,
        },
      };
    case "stale-handle":
    case "secret":
    case "denied":
    case "read-only":
      return {
        ...base,
        reason: reasonOf[trouble],
        remedies: [repairMount(pod, { trouble, volume: handleOf(volume), node: where })],
      };
    case "volume-being-deleted":
    case "timed-out":
    case "other":
      return {
        ...base,
        reason: "VolumeNotMounted",
        message: withMeaning(failed, told.message, driverOf(volume)),
        remedies: [repair(about, trouble)],
      };
  }
}

/** An inline volume of a CSI driver: it has no claim and no volume object, and ends with the pod. */
export function inlineFailing(pod: Pod, { name, csi }: PodVolume, { message }: AttemptEvent): StartHold {
  const driver = csi?.driver ?? "";
  const failed = say`the inline volume ${name ?? "?"} of ${driver} cannot be mounted on node/${nodeOf(pod)}`;
  return {
    reason: "InlineVolumeNotMounted",
    holder: { driver },
    message: withMeaning(failed, message, driver),
    evidence: [hint(pod, "event", message)],
    remedies: [repairDriver(pod, { driver, trouble: "mount", volume: `the inline volume ${name ?? "?"}` })],
  };
}

const reasonOf = {
  "stale-handle": "StaleFileHandle",
  secret: "MountSecretMissing",
  denied: "MountDenied",
  "read-only": "VolumeReadOnly",
} as const;

function repair({ pod, volume, told }: Failing, trouble: MountTrouble): RemedyCall {
  const isAttach = told.reason === "FailedAttachVolume";
  const driver = driverOf(volume);
  return repairDriver(pod, {
    driver,
    trouble: trouble === "open-elsewhere" ? trouble : isAttach ? "attach" : mounting(told.message, driver),
    volume: handleOf(volume),
  });
}

/** What the message already says is not to be looked for in a log. */
function mounting(message: string, driver: string): "mount" | "mount-known" | "mount-refused" {
  switch (explained(message, driver)?.retry) {
    case "after":
      return "mount-known";
    case "never":
      return "mount-refused";
    case "alone":
    case undefined:
      return "mount";
  }
}

function notAttachedAnew({ pod, volume, told }: Failing): StartHold {
  return {
    reason: "VolumeNotAttachedAnew",
    holder: { object: refOf(volume) },
    message: say`its ${nameOf(volume)} was deleted, and a volume that is being deleted is not attached to a node again; the data still exists`,
    evidence: [
      proof(volume, "metadata.deletionTimestamp", volume.metadata.deletionTimestamp),
      hint(pod, "event", told.message),
    ],
  };
}

function openElsewhere(about: Failing, cluster: Cluster): StartHold {
  const other = usersElsewhere(about.volume, nodeOf(about.pod), cluster);
  return {
    reason: "VolumeNotMounted",
    holder: { driver: driverOf(about.volume) },
    message: say`Kubernetes does not block the volume, but the storage backend reports another client${other.words}: ${about.told.message}`,
    evidence: [hint(about.pod, "event", about.told.message), ...other.evidence],
    remedies: [repair(about, "open-elsewhere")],
    avoid: {
      step: say`lock a client out of the storage backend before you have confirmed that it is dead`,
      because: say`the check keeps two writers apart; a client that still runs would lose what it has not written`,
    },
  };
}

/** A copy of an XFS file system is refused beside its original, with the same words as a damaged one. */
function ofFileSystem(
  { pod, volume, told }: Failing,
  failed: Phrase,
  cluster: Cluster,
): Pick<StartHold, "remedies" | "message" | "evidence"> {
  const named = { volume: handleOf(volume), node: nodeOf(pod) };
  const check = repairMount(pod, { trouble: "file-system", ...named });
  const evidence = [hint(pod, "event", told.message)];
  const copied = copyOfAnother(volume, cluster);
  if (copied.is !== "likely" || copied.source === undefined)
    return { message: say`${failed}: ${told.message}`, evidence, remedies: [check] };
  return {
    message: say`${failed}. It was created from ${copied.source}, and XFS does not mount a copy on a node where its original is mounted. If that is the cause, the kernel's log there says "duplicate UUID", and nothing is damaged. The error is: ${told.message}`,
    evidence: [...evidence, ...copied.for],
    remedies: [repairMount(pod, { trouble: "copy", ...named }), check],
  };
}

/** What the node's CSINode says of it now. */
function notRegistered({ pod, volume }: Failing, cluster: Cluster): Pick<StartHold, "remedies"> {
  const driver = driverOf(volume);
  const node = nodeOf(pod);
  const runs = nodePluginRuns(driver, node, cluster);
  return {
    remedies:
      runs.is === "proven"
        ? [repairDriver(pod, { driver, trouble: "mount", volume: handleOf(volume) })]
        : [startNodePlugin(nodeNamed(node), { driver })],
  };
}

function noPlugin({ pod, volume, told }: Failing, cluster: Cluster): StartHold {
  const found = pluginInKubelet(volume, nodeOf(pod), cluster);
  const { plugin, removedIn } = found.is === "unread" ? {} : found;
  const kind = plugin === undefined ? say`this kind of volume` : say`${plugin}`;
  const since =
    removedIn === undefined
      ? say`the kubelet on node/${nodeOf(pod)} has no plugin for ${kind}`
      : say`Kubernetes ${removedIn} and newer has no plugin for ${kind}, so no such node can mount ${nameOf(volume)}`;
  return {
    reason: "NoPluginForVolume",
    holder: { person: "administrator" },
    message: say`${since}; the data is untouched, and no retry helps: ${told.message}`,
    evidence: [hint(pod, "event", told.message), ...evidenceAgainst(found)],
    remedies: [
      setRetain(volume),
      repairMount(pod, { trouble: "no-plugin", volume: handleOf(volume), node: nodeOf(pod) }),
    ],
  };
}

export function nodeOf(pod: Pod): string {
  return pod.spec?.nodeName ?? "?";
}

export function driverOf(volume: PersistentVolume): string {
  const backend = volumeBackend(volume);
  return attachDriver(volume) ?? ("plugin" in backend ? backend.plugin : "the driver");
}

export function handleOf(volume: PersistentVolume): string {
  const backend = volumeBackend(volume);
  return backend.type === "unknown" || backend.handle === "" ? volume.metadata.name : backend.handle;
}
