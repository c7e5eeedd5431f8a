import type { Twins } from "../controllers/index.ts";
import { reclaimPolicyOf, twinsOf, volumeHandleOf, volumesByHandle } from "../controllers/index.ts";
import type { RuleFinding } from "../define/index.ts";
import { defineRule, firstAndMore, matches } from "../define/index.ts";
import type { PersistentVolume } from "../kubernetes/index.ts";
import { nameOf, say } from "../kubernetes/index.ts";
import { setRetain } from "../remedies/index.ts";
import { proof } from "../report/index.ts";
import { sizeOf } from "./shared/findings.ts";

export default defineRule({
  code: "PVG207",
  name: "shared-volume-handle",
  title: "Several volumes refer to one disk",
  severity: "note",
  on: ["v1/persistentvolumes"],
  only: [matches(volumesByHandle, "another", volumesByHandle)],
  what: "Several PersistentVolumes have the same driver and the same handle.",
  why: "Two claims then write to one disk. With policy Retain this can be intended, as with a share for several namespaces. With policy Delete on any of them, deleting its claim deletes the data of the others.",
  whatToDo:
    'Set them to Retain: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. You must decide which of them to keep.',
  sources: [
    "kubernetes-csi/external-provisioner pkg/controller/controller.go Delete: by handle alone, v6.3",
    "kubernetes/kubernetes#48609",
  ],
  check(volume, { cluster }) {
    const handle = volumeHandleOf(volume);
    if (handle === undefined) return [];
    const twins = twinsOf(volume, cluster);
    if (twins.state === "unread") return { unread: twins.unread };
    return twins.count === 0 ? [] : [finding(volume, handle, twins)];
  },
});

function finding(
  volume: PersistentVolume,
  handle: string,
  { count, first, destroyed }: Extract<Twins, { readonly state: "read" }>,
): RuleFinding {
  return {
    message: say`${firstAndMore(first, count)} ${count === 1 ? say`refers` : say`refer`} to ${handle} too${
      destroyed === undefined
        ? say`; no controller would delete it, so this may be intended`
        : say`; the policy of ${nameOf(destroyed)} is Delete: once its claim is deleted, the disk is deleted, and all lose their data`
    }`,
    severity: destroyed === undefined ? "note" : "error",
    evidence: [volume, ...first].map((each) =>
      proof(each, "spec.persistentVolumeReclaimPolicy", reclaimPolicyOf(each)),
    ),
    ...sizeOf(volume),
    remedies: destroyed === undefined ? [] : [setRetain(destroyed)],
  };
}
