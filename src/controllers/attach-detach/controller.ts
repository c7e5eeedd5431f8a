import {
  type Cluster,
  type Decision,
  defineController,
  isTerminating,
  nothing,
  type PersistentVolume,
  refOf,
  type VolumeAttachment,
  words,
} from "../../model/index.ts";
import { podsUsingVolume } from "../attachment-users.ts";
import { act, actAfter, unknown, wait } from "../decision.ts";
import { reportsInUse } from "../node-state.ts";
import { nodeNamed } from "../refs.ts";
import { detachVerdict } from "./detach.ts";
import { podsThatWant } from "./wanted.ts";

export const attachDetachController = defineController({
  name: "attachdetach-controller",
  on: "storage.k8s.io/v1/volumeattachments",
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/attachdetach/reconciler/reconciler.go reconcile, 1.36",
    "kubernetes/kubernetes pkg/controller/volume/attachdetach/attach_detach_controller.go processVolumeAttachments, 1.36",
  ],
  decide(attachment, cluster) {
    const name = attachment.spec?.source?.persistentVolumeName;
    if (isTerminating(attachment) || name === undefined) return nothing;
    const volume = cluster.get("v1/persistentvolumes", name);
    switch (volume.state) {
      case "unread":
        return unknown(volume);
      case "absent":
        // Nothing deletes an attachment without its volume.
        return wait();
      case "found":
        return decideFor(attachment, volume.object, cluster);
    }
  },
});

function decideFor(attachment: VolumeAttachment, volume: PersistentVolume, cluster: Cluster): Decision {
  const pods = podsUsingVolume(volume, cluster);
  if (!pods.read) return unknown(pods);
  if (podsThatWant(attachment, pods.items).length > 0) return nothing;
  const nodeName = attachment.spec?.nodeName ?? "";
  const node = cluster.get("v1/nodes", nodeName);
  if (node.state === "unread") return unknown(node);
  const seen = node.state === "found" ? node.object : "missing";
  const mount = seen === "missing" || reportsInUse(seen, volume) ? "reported" : "not reported";
  switch (detachVerdict({ mount, node: seen })) {
    case "no":
      return wait(nodeNamed(nodeName));
    case "later":
      return actAfter(unmountWait, { do: "delete", object: refOf(attachment) });
    case "now":
      return act({ do: "delete", object: refOf(attachment) });
  }
}

/** It counts from its own first try, which is not recorded. */
const unmountWait = words("when up to six minutes have passed");
