import type { Cluster } from "../../../cluster/index.ts";
import { everywhere } from "../../../cluster/index.ts";
import {
  annotationNames,
  attachmentsNaming,
  finalizerNames,
  findDeletablePlugin,
  isPodFinished,
  migrationDriver,
  nodeNamed,
  podsUsingAttachment,
  provisionedBy,
  provisionerOf,
  reclaimPolicyOf,
  volumeHandleOf,
  volumesByDriver,
} from "../../../controllers/index.ts";
import type { Some } from "../../../define/index.ts";
import { couldNotRead, firstAndMore, listed } from "../../../define/index.ts";
import {
  evidenceAgainst,
  lastFailure,
  machineGone,
  provisionerInstalled,
  replacedHost,
  toldIn,
} from "../../../evidence/index.ts";
import type { PersistentVolume, Phrase, VolumeAttachment } from "../../../kubernetes/index.ts";
import { annotationOf, hasFinalizer, isTerminating, nameOf, refOf, say } from "../../../kubernetes/index.ts";
import {
  deleteVolume,
  dropFinalizer,
  listDisks,
  reinstallDriver,
  saveManifest,
  setRetain,
} from "../../../remedies/index.ts";
import type { Evidence, RemedyCall } from "../../../report/index.ts";
import { hint, proof } from "../../../report/index.ts";
import { attemptHold, isRecent } from "./attempt.ts";
import type { ReleasedHold } from "./reasons.ts";
import { deleterOf } from "./reasons.ts";

/** What keeps the disk of a Released volume from being deleted: the first of these that says anything. */
export function deletionHolds(released: PersistentVolume, cluster: Cluster): readonly ReleasedHold[] {
  const volume = handedOver(released);
  return listed(
    nobodyDeletes(volume) ??
      nodeGone(volume, cluster) ??
      stillAttached(volume, cluster) ??
      driverMissing(volume, cluster) ??
      attemptHold(volume, cluster),
  );
}

/**
 * As the PV controller leaves it to a CSI driver that took over its plugin: it writes that before it looks at anything else.
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller_base.go
 * updateVolumeMigrationAnnotationsAndFinalizers, 1.36.
 */
function handedOver(volume: PersistentVolume): PersistentVolume {
  const driver = migrationDriver(volume);
  const { metadata } = volume;
  if (driver === undefined) return volume;
  const annotations = { ...metadata.annotations, [annotationNames.migratedTo]: driver };
  return { ...volume, metadata: { ...metadata, annotations } };
}

function nobodyDeletes(volume: PersistentVolume): ReleasedHold | undefined {
  if (findDeletablePlugin(volume).deleter !== "missing") return undefined;
  const madeBy = provisionedBy(volume);
  const cannot =
    madeBy === undefined
      ? say`this volume was created manually and no plugin can delete it`
      : say`this volume was created by ${madeBy}, which is no longer part of Kubernetes, and nothing else can delete it`;
  return {
    reason: "NobodyCanDelete",
    holder: { person: "administrator" },
    message: say`the reclaim policy is Delete, but ${cannot}; the data is untouched`,
    evidence: [proof(volume, `metadata.annotations[${annotationNames.provisionedBy}]`, madeBy)],
    remedies: [setRetain(volume)],
  };
}

/** Only where a volume is tied to machines by their names does a missing node mean that its data is out of reach. */
function nodeGone(volume: PersistentVolume, cluster: Cluster): ReleasedHold | undefined {
  const gone = machineGone(volume, cluster);
  if (gone.is === "unread") return couldNotRead(gone.unread);
  const { hosts, wanted } = gone;
  if (hosts.length === 0) return undefined;
  const deleteIt = deleteVolume(volume);
  if (gone.is === "likely") {
    const [host = ""] = hosts;
    return {
      reason: "NodeOfVolumeGone",
      holder: { missing: nodeNamed(host) },
      message: say`its data was on ${hosts.join(", ")}, which no longer exists; it could be deleted only there`,
      evidence: [
        proof(volume, "spec.nodeAffinity", wanted),
        ...hosts.map((each) => proof(nodeNamed(each), "metadata.name", null)),
      ],
      remedies: [saveManifest(volume), deleteIt, ...giveUp(volume, "the machine will never come back.")],
      avoid: {
        step: say`wait for the provisioner`,
        because: say`it can clean up only on that node; some provisioners try again and again, and delay all other deletions`,
      },
    };
  }
  const node = replacedHost(volume, cluster);
  if (node === undefined) return undefined;
  return {
    reason: "NodeOfVolumeReplaced",
    // Not the administrator, who need not agree to what cannot be done on the new machine.
    holder: { driver: deleterOf(volume).driver },
    message: say`${nameOf(node)} is newer than this volume: most likely it is a different machine with the same name, and the data is on the former one${lastAttemptSaid(volume, cluster)}`,
    evidence: [
      proof(node, "metadata.creationTimestamp", node.metadata.creationTimestamp),
      proof(volume, "metadata.creationTimestamp", volume.metadata.creationTimestamp),
    ],
    remedies: [saveManifest(volume), deleteIt],
  };
}

function lastAttemptSaid(volume: PersistentVolume, cluster: Cluster): Phrase {
  const text = toldIn(lastFailure(volume, "delete-disk", cluster))?.message ?? "";
  return text === "" ? [] : say`; the last attempt to erase it there failed: ${text}`;
}

function stillAttached(volume: PersistentVolume, cluster: Cluster): Some<ReleasedHold> {
  const attachments = attachmentsNaming(volume.metadata.name, cluster);
  if (!attachments.read) return couldNotRead(attachments.unread);
  if (attachments.items.length === 0) return undefined;
  return attachments.items.flatMap((attachment) => attachedHolds(volume, attachment, cluster));
}

/** Its claim does not exist, and still a pod can run on the disk: nothing else than that pod keeps the data. */
function attachedHolds(
  volume: PersistentVolume,
  attachment: VolumeAttachment,
  cluster: Cluster,
): readonly ReleasedHold[] {
  const pods = podsUsingAttachment(attachment, cluster);
  const users = pods.read ? pods.items.filter((pod) => !isPodFinished(pod) && !isTerminating(pod)) : [];
  const [first] = users;
  const node = attachment.spec?.nodeName ?? "?";
  const evidence = [proof(attachment, "spec.source.persistentVolumeName", volume.metadata.name)];
  const base = { holder: { object: refOf(attachment) } } as const;
  if (first !== undefined) {
    const use = users.length === 1 ? say`uses` : say`use`;
    return [
      {
        ...base,
        reason: "ReleasedInUse",
        message: say`${firstAndMore([first], users.length)} on node ${node} still ${use} the volume, although its claim no longer exists: ${nameOf(attachment)} is deleted when ${users.length === 1 ? say`that pod stops` : say`these pods stop`}, and then the disk`,
        evidence: [...evidence, proof(first, "spec.nodeName", node)],
        remedies: [setRetain(volume)],
        avoid: {
          step: say`restart or delete ${firstAndMore([first], users.length)}`,
          because: say`nothing else keeps ${volumeHandleOf(volume) ?? "the disk"}, and a new pod does not get it back`,
        },
      },
    ];
  }
  return [
    ...(pods.read ? [] : [couldNotRead(pods.unread)]),
    {
      ...base,
      reason: "AttachmentComesFirst",
      message: say`${nameOf(attachment)} still names the volume, on node ${node}: the disk is deleted only after all its attachments are deleted`,
      evidence,
      avoid: {
        step: say`delete the volume object or its finalizers first`,
        because: say`the attachment would lose its volume and could never be detached`,
      },
    },
  ];
}

function driverMissing(volume: PersistentVolume, cluster: Cluster): ReleasedHold | undefined {
  const installed = provisionerInstalled(volume, cluster);
  if (installed.is === "unread") return couldNotRead(installed.unread);
  if (installed.is !== "refuted" || mayStillTry(volume, cluster)) return undefined;
  const driver = provisionerOf(volume)?.name ?? "";
  return {
    reason: "DriverOfVolumeNotInstalled",
    holder: { driver },
    message: say`the driver ${driver} is not installed: nothing can delete ${volumeHandleOf(volume) ?? "the disk"}${alsoWaiting(volume, driver, cluster)}`,
    evidence: [deleterNamed(volume), ...evidenceAgainst(installed)],
    remedies: [
      reinstallDriver(volume, { driver }),
      listDisks(volume, { driver }),
      ...giveUp(volume, "the driver will never come back."),
    ],
    avoid: {
      step: say`remove all finalizers`,
      because: say`the objects would disappear, but every disk of ${driver} would remain in the storage backend with no record of it`,
    },
  };
}

/** Where the volume says who has to delete its disk. */
function deleterNamed(volume: PersistentVolume): Evidence {
  const { driver } = volume.spec?.csi ?? {};
  if (driver !== undefined) return hint(volume, "spec.csi.driver", driver);
  const { provisionedBy } = annotationNames;
  return hint(volume, `metadata.annotations[${provisionedBy}]`, annotationOf(volume, provisionedBy));
}

/** A recent attempt shows that a provisioner runs, whatever is registered. */
function mayStillTry(volume: PersistentVolume, cluster: Cluster): boolean {
  const attempt = lastFailure(volume, "delete-disk", cluster);
  return attempt.is === "unread" || (attempt.told !== undefined && isRecent(attempt.told, cluster));
}

/** The other volumes of the driver that wait to be deleted: one verdict for all of them. */
function alsoWaiting(volume: PersistentVolume, driver: string, cluster: Cluster): Phrase {
  const volumes = cluster.lookup(volumesByDriver, driver, everywhere);
  if (!volumes.read) return [];
  const others = volumes.items.filter(
    (other) =>
      other.metadata.name !== volume.metadata.name &&
      (isTerminating(other) || (other.status?.phase === "Released" && reclaimPolicyOf(other) === "Delete")),
  );
  return others.length === 0
    ? []
    : say`, nor the ${others.length === 1 ? say`disk of 1 more volume that waits` : say`disks of ${others.length} more volumes that wait`} for it`;
}

function giveUp(volume: PersistentVolume, prove: string): readonly RemedyCall[] {
  const finalizer = finalizerNames.externalProvisioner;
  if (!isTerminating(volume) || !hasFinalizer(volume, finalizer)) return [];
  const handle = volumeHandleOf(volume);
  const leaks = handle === undefined ? {} : { leaks: handle };
  return [
    dropFinalizer(volume, {
      finalizer,
      prove,
      ...leaks,
    }),
  ];
}
