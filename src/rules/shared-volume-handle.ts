import {
  findDeletablePlugin,
  provisionerOf,
  reclaimPolicyOf,
  volumeBackend,
  volumeHandleOf,
  volumesByHandle,
} from "../controllers/index.ts";
import { defineRule, nameOf } from "../engine/index.ts";
import { everywhere, join, type PersistentVolume, proof, refOf, say } from "../model/index.ts";
import { sizeOf } from "./shared/size.ts";

export default defineRule({
  code: "PVG207",
  name: "shared-volume-handle",
  title: "Two volumes stand for one disk",
  severity: "note",
  confidence: "certain",
  on: ["v1/persistentvolumes"],
  needs: [],
  doc: {
    what: "Several PersistentVolumes have the same driver and the same handle.",
    why: "Two claims then write to one disk. With policy Retain that can be meant, as with a share for several namespaces. With policy Delete on any of them, deleting its claim destroys the data of the others.",
    whatToDo:
      'Set them to Retain: `kubectl patch pv NAME --type=merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. A person must decide which of them is to stay.',
  },
  sources: [
    "kubernetes-csi/external-provisioner pkg/controller/controller.go Delete: by handle alone, v6.3",
    "kubernetes/kubernetes#48609",
  ],
  check(volume, { cluster }) {
    const handle = volumeHandleOf(volume);
    const [key] = isOneMachine(volume) ? [] : volumesByHandle.keys(volume);
    if (handle === undefined || key === undefined) return [];
    const sharing = cluster.lookup(volumesByHandle, key, everywhere);
    if (!sharing.read) return { unread: sharing.unread };
    const others = sharing.items.filter(({ metadata }) => metadata.name !== volume.metadata.name);
    if (others.length === 0) return [];
    const deadly = [volume, ...others].filter(isDestroyed);
    const [first] = deadly;
    return [
      {
        message: say`${join(
          others.map((other) => nameOf(refOf(other))),
          ", ",
        )} ${others.length === 1 ? say`stands` : say`stand`} for ${handle} too${first === undefined ? say`; with policy Retain that may be meant` : say`; when the claim of ${nameOf(refOf(first))} goes, all lose their data (policy Delete)`}`,
        severity: first === undefined ? "note" : "error",
        evidence: [volume, ...others].map((each) =>
          proof(refOf(each), "spec.persistentVolumeReclaimPolicy", reclaimPolicyOf(each)),
        ),
        ...sizeOf(volume),
        remedies: deadly.map((each) => ({ remedy: "set-retain", on: refOf(each) })),
      },
    ];
  },
});

/** The same path on two machines is two directories. */
function isOneMachine(volume: PersistentVolume): boolean {
  const backend = volumeBackend(volume);
  return (
    "plugin" in backend && ["kubernetes.io/host-path", "kubernetes.io/local-volume"].includes(backend.plugin)
  );
}

function isDestroyed(volume: PersistentVolume): boolean {
  if (reclaimPolicyOf(volume) !== "Delete") return false;
  return provisionerOf(volume) !== undefined || findDeletablePlugin(volume).deleter === "plugin";
}
