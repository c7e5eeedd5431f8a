import { annotationNames } from "../../../../src/controllers/index.ts";
import type {
  KubeObject,
  ObjectRef,
  PersistentVolume,
  VolumeAttachment,
} from "../../../../src/kubernetes/index.ts";
import { nameKey } from "../../../../src/kubernetes/index.ts";
import type { Hold } from "../../../../src/report/index.ts";
import type { Api } from "../../support/api.ts";
import { persistentVolume } from "../../support/manifests.ts";
import { csiNodeObject, nodeObject } from "../../support/node-objects.ts";

/** What a test does to end a root cause. */
export interface Act {
  /** The same for the same act. */
  readonly what: string;
  carryOut(api: Api): Promise<void>;
}

/** The objects around a hold. */
export interface Surroundings {
  find(ref: ObjectRef): KubeObject | undefined;
}

export interface Repairs {
  readonly [reason: string]: Repair;
}

type Repair = (root: Hold, around: Surroundings) => Act | undefined;

/** What a person would do about these reasons, instead of deleting something. */
export const repairs: Repairs = {
  DetachFails: onAttachment(installDriver),
  DetachNodeGone: onAttachment(bringNodeBack),
  DetachImpossible: onAttachment(bringNodeBack),
  DetachVolumeGone: onAttachment(restoreVolume),
  NotReleasedSoNotDeleted: ({ held }) => retain(held),
  InTreeVolumeNotReleased: ({ held }) => retain(held),
  PhaseCannotChange: ({ held }) => retain(held),
  InTreePluginGone: ({ held }) => retain(held),
  ContentDeletedOnItsOwn: ({ held }) => announce(held),
  SnapshotHasNoClass: ({ held }) => nameClass(held),
  BoundSnapshotHasNoClass: ({ held }) => nameClass(held),
};

function onAttachment(repair: (attachment: Required<Attachment>) => Act): Repair {
  return ({ held }, around) => {
    const { spec } = (around.find(held) ?? {}) as Partial<VolumeAttachment>;
    const [node, driver] = [spec?.nodeName, spec?.attacher];
    const volume = spec?.source?.persistentVolumeName;
    if (node === undefined || driver === undefined || volume === undefined) return undefined;
    return repair({ node, driver, volume });
  };
}

interface Attachment {
  readonly node: string;
  readonly driver: string;
  readonly volume: string;
}

/** In these tests a driver fails to detach only where its node plugin is missing. */
function installDriver({ node, driver }: Attachment): Act {
  const drivers = [{ name: driver, nodeID: node, topologyKeys: [] }];
  return {
    what: `install ${driver} on ${node}`,
    carryOut: (api) => api.patch("storage.k8s.io/v1/csinodes", { name: node }, { spec: { drivers } }),
  };
}

function bringNodeBack({ node, driver }: Attachment): Act {
  return {
    what: `bring ${node} back`,
    async carryOut(api) {
      const [made] = await api.create(nodeObject(node));
      const owner = { apiVersion: "v1", kind: "Node", name: node, uid: made?.metadata.uid ?? "" };
      await api.create(csiNodeObject(node, owner, [driver]));
    },
  };
}

export function restoreVolume({ volume, driver }: Pick<Attachment, "volume" | "driver">): Act {
  const csi = { driver, volumeHandle: volume };
  return {
    what: `restore ${volume}`,
    async carryOut(api) {
      await api.create(persistentVolume(volume, { hostPath: undefined, csi }));
    },
  };
}

function retain(volume: ObjectRef): Act {
  const spec: PersistentVolume["spec"] = { persistentVolumeReclaimPolicy: "Retain" };
  return {
    what: `retain ${nameKey(volume)}`,
    carryOut: (api) => api.patch("v1/persistentvolumes", volume, { spec }),
  };
}

/** What the snapshot-controller would have written. */
function announce(content: ObjectRef): Act {
  const annotations = { [annotationNames.snapshotBeingDeleted]: "yes" };
  return {
    what: `announce the deletion of ${nameKey(content)}`,
    carryOut: (api) =>
      api.patch("snapshot.storage.k8s.io/v1/volumesnapshotcontents", content, { metadata: { annotations } }),
  };
}

/** Any name will do, even of a class that does not exist. */
function nameClass(snapshot: ObjectRef): Act {
  const spec = { volumeSnapshotClassName: "any" };
  return {
    what: `name a class in ${nameKey(snapshot)}`,
    carryOut: (api) => api.patch("snapshot.storage.k8s.io/v1/volumesnapshots", snapshot, { spec }),
  };
}
