import {
  diskKeyOf,
  findDeletablePlugin,
  provisionerOf,
  reclaimPolicyOf,
  volumeHandleOf,
  volumesByHandle,
} from "../controllers/index.ts";
import { defineRule, matches, nameOf, type RuleFinding } from "../engine/index.ts";
import { everywhere, join, type PersistentVolume, type Phrase, proof, refOf, say } from "../model/index.ts";
import { sizeOf } from "./shared/size.ts";

export default defineRule({
  code: "PVG207",
  name: "shared-volume-handle",
  title: "Two volumes stand for one disk",
  severity: "note",
  confidence: "certain",
  on: ["v1/persistentvolumes"],
  only: [matches(volumesByHandle, "another", volumesByHandle)],
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
    const key = diskKeyOf(volume);
    if (handle === undefined || key === undefined) return [];
    const sharing = cluster.lookup(volumesByHandle, key, everywhere);
    if (!sharing.read) return { unread: sharing.unread };
    const others = sharing.items.filter(({ metadata }) => metadata.name !== volume.metadata.name);
    if (others.length === 0) return [];
    return [finding(volume, handle, others)];
  },
});

/** A share can have many volumes; naming a few is enough. */
const mostNames = 3;

function finding(volume: PersistentVolume, handle: string, others: readonly PersistentVolume[]): RuleFinding {
  const deadly = [volume, ...others].find(isDestroyed);
  return {
    message: say`${namesOf(others)} ${others.length === 1 ? say`stands` : say`stand`} for ${handle} too${
      deadly === undefined
        ? say`; nobody would destroy it, so that may be meant`
        : say`; when the claim of ${nameOf(refOf(deadly))} goes, all lose their data (policy Delete)`
    }`,
    severity: deadly === undefined ? "note" : "error",
    evidence: [volume, ...others.slice(0, mostNames)].map((each) =>
      proof(refOf(each), "spec.persistentVolumeReclaimPolicy", reclaimPolicyOf(each)),
    ),
    ...sizeOf(volume),
    remedies: deadly === undefined ? [] : [{ remedy: "set-retain", on: refOf(deadly) }],
  };
}

function namesOf(volumes: readonly PersistentVolume[]): Phrase {
  const names = volumes.slice(0, mostNames).map((each) => nameOf(refOf(each)));
  const more = volumes.length - names.length;
  return say`${join(names, ", ")}${more === 0 ? [] : say` and ${more} more`}`;
}

function isDestroyed(volume: PersistentVolume): boolean {
  if (reclaimPolicyOf(volume) !== "Delete") return false;
  return provisionerOf(volume) !== undefined || findDeletablePlugin(volume).deleter === "plugin";
}
