import { attachmentName } from "./attachment.ts";
import type { Disk } from "./disk.ts";
import type { Expected, Item } from "./item.ts";
import { ago, hour } from "./moment.ts";
import type { Site } from "./site.ts";
import {
  anotherDisk,
  attachmentItem,
  claimItem,
  eventItem,
  jobItems,
  onClaim,
  onVolume,
  podItem,
  volumeItem,
} from "./site.ts";
import { classes } from "./system.ts";

/** Objects that are wrong in one way, and what the rules say of that. */
interface Planted {
  readonly items: readonly Item[];
  readonly findings: readonly Expected[];
}

type Plant = (site: Site) => Planted;

function wellItems(site: Site): readonly Item[] {
  const { disk } = site;
  return [
    claimItem(site, disk),
    volumeItem(site, disk),
    attachmentItem(site, disk),
    podItem(site, "running"),
  ];
}

const [gp3, retained] = [classes[0], classes[1] ?? classes[0]];
const lately = ago(2 * hour);

/** The place itself is healthy; beside it is something more. */
function beside(site: Site, items: readonly Item[], findings: readonly Expected[]): Planted {
  return { items: [...wellItems(site), ...items], findings };
}

const classMissing: Plant = (site) => {
  const { disk } = site;
  const message = 'storageclass.storage.k8s.io "nvme" not found';
  return {
    items: [
      claimItem(site, disk, { phase: "Pending", class: "nvme" }),
      podItem(site, "pending"),
      eventItem(site, { kind: "PersistentVolumeClaim", disk, reason: "ProvisioningFailed", message }),
    ],
    findings: [onClaim("PVG401", disk)],
  };
};

const provisioningFails: Plant = (site) => {
  const { disk } = site;
  const message =
    'failed to provision volume with StorageClass "gp3": rpc error: code = ResourceExhausted desc = Could not create volume: VolumeLimitExceeded';
  return {
    items: [
      claimItem(site, disk, { phase: "Pending" }),
      podItem(site, "pending"),
      eventItem(site, { kind: "PersistentVolumeClaim", disk, reason: "ProvisioningFailed", message }),
    ],
    findings: [onClaim("PVG401", disk)],
  };
};

const kept: Plant = (site) => {
  const former = anotherDisk(site, "archive", retained);
  const volume = volumeItem(site, former, { phase: "Released", since: lately, use: "detached" });
  return beside(site, [volume], [onVolume("PVG301", former)]);
};

const deletionFails: Plant = (site) => {
  const former = anotherDisk(site, "staging", gp3);
  const message = "rpc error: code = Internal desc = Could not delete volume: UnauthorizedOperation";
  const items = [
    volumeItem(site, former, { phase: "Released", since: lately, use: "detached" }),
    eventItem(site, { kind: "PersistentVolume", disk: former, reason: "VolumeFailedDelete", message }),
  ];
  return beside(site, items, [onVolume("PVG302", former)]);
};

/** A restore created the claim again, and its volume still refers to the former one. */
const claimReplaced: Plant = (site) => {
  const { disk, random } = site;
  return {
    items: [
      claimItem(site, disk),
      volumeItem(site, disk, { claimUid: random.uid() }),
      attachmentItem(site, disk),
      podItem(site, "running"),
    ],
    findings: [onVolume("PVG206", disk), onClaim("PVG402", disk)],
  };
};

const deletedInUse: Plant = (site) => {
  const disk: Disk = { ...site.disk, class: gp3 };
  return {
    items: [
      claimItem(site, disk, { deletedAt: lately }),
      volumeItem(site, disk),
      attachmentItem(site, disk),
      podItem(site, "running"),
    ],
    findings: [onClaim("PVG101", disk), onClaim("PVG208", disk)],
  };
};

const finishedPod: Plant = (site) => {
  const scratch = anotherDisk(site, `export-${site.set.name}`, gp3);
  const [job, pod] = jobItems(site, scratch.claim, scratch.claim);
  if (job === undefined || pod === undefined) throw new Error("a Job without its pod");
  const { name, namespace } = (pod.object as { metadata: { name: string; namespace: string } }).metadata;
  return beside(
    site,
    [
      claimItem(site, scratch, { deletedAt: lately }),
      volumeItem(site, scratch, { use: "detached" }),
      job,
      pod,
    ],
    [
      onClaim("PVG101", scratch),
      onClaim("PVG208", scratch),
      { code: "PVG107", kind: "Pod", namespace, name },
    ],
  );
};

const onAttachment = (code: string, disk: Disk, nodeName: string): Expected => ({
  code,
  kind: "VolumeAttachment",
  name: attachmentName(disk, nodeName),
});

const nodeGone: Plant = (site) => {
  const nodeName = `ip-10-gone-${site.random.hex(6)}.internal`;
  const left = attachmentItem(site, site.disk, { nodeName, attached: false });
  return beside(site, [left], [onAttachment("PVG309", site.disk, nodeName)]);
};

const detachFails: Plant = (site) => {
  const { disk, otherNode } = site;
  const detachError = "rpc error: code = Internal desc = Could not detach volume: RequestLimitExceeded";
  const left = attachmentItem(site, disk, { nodeName: otherNode, deletedAt: lately, detachError });
  return beside(site, [left], [onAttachment("PVG103", disk, otherNode), onVolume("PVG214", disk)]);
};

const unused: Plant = (site) => {
  const left = anotherDisk(site, `backup-of-${site.set.name}`);
  const items = [claimItem(site, left), volumeItem(site, left, { use: "detached" })];
  return beside(site, items, [onClaim("PVG307", left)]);
};

const surplus: Plant = (site) => {
  const left = anotherDisk(site, `data-${site.set.name}-${site.replicas + 1}`);
  const items = [claimItem(site, left), volumeItem(site, left, { use: "detached" })];
  return beside(site, items, [onClaim("PVG308", left)]);
};

const lost: Plant = (site) => ({
  items: [claimItem(site, site.disk, { phase: "Lost" }), podItem(site, "running")],
  findings: [onClaim("PVG305", site.disk)],
});

const plants: readonly Plant[] = [
  classMissing,
  provisioningFails,
  kept,
  deletionFails,
  claimReplaced,
  deletedInUse,
  finishedPod,
  nodeGone,
  detachFails,
  unused,
  surplus,
  lost,
];

/** What events tell, of which pvguard reads no more than those of 200 objects. */
const toldByEvents: readonly Plant[] = [classMissing, provisioningFails, deletionFails];

/** By turns, of all of them or of those that no event tells. */
export type Planting = "all" | "without events";

const plantings: Readonly<Record<Planting, readonly Plant[]>> = {
  all: plants,
  "without events": plants.filter((plant) => !toldByEvents.includes(plant)),
};

/** What is planted, in one of so many places. */
export interface Field {
  readonly distance: number;
  readonly planting: Planting;
}

export function plantedAt(place: number, { distance, planting }: Field, site: Site): Planted {
  const some = plantings[planting];
  const plant =
    place % distance === distance - 1 ? some[Math.floor(place / distance) % some.length] : undefined;
  return plant === undefined ? { items: wellItems(site), findings: [] } : plant(site);
}
