import type { Twins } from "../controllers/index.ts";
import {
  hasDeleter,
  reclaimPolicyOf,
  twinsOf,
  volumeHandleOf,
  volumesAround,
  volumesByEnclosing,
  volumesByHandle,
  volumesInside,
} from "../controllers/index.ts";
import type { RuleFinding } from "../define/index.ts";
import { defineRule, firstAndMore, matches } from "../define/index.ts";
import type { PersistentVolume, Phrase } from "../kubernetes/index.ts";
import { nameOf, say } from "../kubernetes/index.ts";
import { setRetain } from "../remedies/index.ts";
import { proof } from "../report/index.ts";
import { sizeOf } from "./shared/findings.ts";

export default defineRule({
  code: "PVG207",
  name: "shared-volume-handle",
  title: "Several volumes refer to one disk",
  severity: "note",
  manifests: true,
  on: ["v1/persistentvolumes"],
  only: [
    {
      either: [
        matches(volumesByHandle, "another", volumesByHandle),
        matches(volumesByHandle, "some", volumesByEnclosing),
        matches(volumesByEnclosing, "some", volumesByHandle),
      ],
    },
  ],
  what: "Several PersistentVolumes have the same driver and the same handle. Or the directory of one, on a file server, contains those of others. Some volumes do not say enough to be compared. These are a `vsphereVolume` path with the id of a CSI volume, and a static volume of NFS or Azure Files whose handle is not its path. So are a GCE disk without a zone, and a share in Azure whose secret has a name of its own. Of two access points of EFS, the directories are unknown.",
  why: "Two claims then write to one disk. With policy Retain this can be intended, as with a share for several namespaces. With policy Delete on any of them, deleting its claim deletes the data of the others.",
  whatToDo:
    'Set them to Retain: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. You must decide which of them to keep.',
  sources: [
    "kubernetes-csi/external-provisioner pkg/controller/controller.go Delete: by handle alone, v6.3",
    "kubernetes/kubernetes#48609",
    "kubernetes-csi/csi-driver-nfs pkg/nfs/controllerserver.go DeleteVolume: os.RemoveAll, v4.13",
    "kubernetes-sigs/aws-efs-csi-driver pkg/driver/controller.go DeleteVolume: root directory of an access point, v3.4",
  ],
  check(volume, { cluster }) {
    const handle = volumeHandleOf(volume);
    if (handle === undefined) return [];
    const twins = twinsOf(volume, cluster);
    if (twins.state === "unread") return { unread: twins.unread };
    const around = volumesAround(volume, cluster);
    const inside = volumesInside(volume, cluster);
    if (!around.read) return { unread: around.unread };
    if (!inside.read) return { unread: inside.unread };
    return [
      ...(twins.count === 0 ? [] : [finding(volume, handle, twins)]),
      ...findingInside(volume, around.items),
      ...findingAround(volume, inside.items),
    ];
  },
});

/** Only what is deleted with the directory around it: in one that is kept, every volume of a provisioner is. */
function findingInside(
  volume: PersistentVolume,
  around: readonly PersistentVolume[],
): readonly RuleFinding[] {
  const deleted = around.find(hasDeleter);
  if (deleted === undefined) return [];
  return [
    {
      message: say`its directory is inside that of ${nameOf(deleted)}, whose policy is Delete: once the claim of that volume is deleted, this one loses its data too`,
      severity: "error",
      evidence: [proof(deleted, "spec.persistentVolumeReclaimPolicy", reclaimPolicyOf(deleted))],
      ...sizeOf(volume),
      remedies: [setRetain(deleted)],
    },
  ];
}

function findingAround(
  volume: PersistentVolume,
  inside: readonly PersistentVolume[],
): readonly RuleFinding[] {
  if (inside.length === 0) return [];
  const names = firstAndMore(inside.slice(0, 3), inside.length);
  const [directories, are] = inside.length === 1 ? [say`directory`, say`is`] : [say`directories`, say`are`];
  const isDeleted = hasDeleter(volume);
  return [
    {
      message: isDeleted
        ? say`the ${directories} of ${names} ${are} inside its own, and its policy is Delete: once its claim is deleted, their data is deleted too`
        : say`the ${directories} of ${names} ${are} inside its own: what is deleted there is deleted here too`,
      severity: isDeleted ? "error" : "note",
      evidence: [volume, ...inside.slice(0, 3)].map((each) =>
        proof(each, "spec.persistentVolumeReclaimPolicy", reclaimPolicyOf(each)),
      ),
      ...sizeOf(volume),
      remedies: isDeleted ? [setRetain(volume)] : [],
    },
  ];
}

/** Of a Released volume the claim is deleted already. */
function claimEnds({ status }: PersistentVolume): Phrase {
  return status?.phase === "Released"
    ? say`, and it is Released: as soon as its provisioner acts`
    : say`: once its claim is deleted`;
}

function finding(
  volume: PersistentVolume,
  handle: string,
  { count, first, destroyed }: Extract<Twins, { readonly state: "read" }>,
): RuleFinding {
  return {
    message: say`${firstAndMore(first, count)} ${count === 1 ? say`refers` : say`refer`} to ${handle} too${
      destroyed === undefined
        ? say`; no controller would delete it, so this may be intended`
        : say`; the policy of ${nameOf(destroyed)} is Delete${claimEnds(destroyed)}, the disk is deleted, and all lose their data`
    }`,
    severity: destroyed === undefined ? "note" : "error",
    evidence: [volume, ...first].map((each) =>
      proof(each, "spec.persistentVolumeReclaimPolicy", reclaimPolicyOf(each)),
    ),
    ...sizeOf(volume),
    remedies: destroyed === undefined ? [] : [setRetain(destroyed)],
  };
}
