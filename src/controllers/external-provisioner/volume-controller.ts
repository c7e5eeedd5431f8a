import {
  type Cluster,
  type Decision,
  defineController,
  everywhere,
  hasFinalizer,
  isTerminating,
  nothing,
  type PersistentVolume,
  refOf,
} from "../../model/index.ts";
import { act, unknown, wait, waitForAll } from "../decision.ts";
import { externalProvisioner as finalizer } from "../finalizer-names.ts";
import { attachmentsByVolume } from "../indexes/index.ts";
import { removeFinalizer } from "../protection.ts";
import { reclaimPolicyOf } from "../reclaim-policy.ts";
import { claimOf } from "../refs.ts";
import { volumeBackend } from "../volume-source.ts";
import { attachmentsThatForbidDeletion } from "./can-delete.ts";
import { type Provisioner, provisionerOf } from "./responsible.ts";
import { type DeletionFacts, handleProtectionFinalizer, shouldDelete } from "./should-delete.ts";

export const volumeProvisioner = defineController({
  name: "external-provisioner",
  on: "v1/persistentvolumes",
  sources: [
    "kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go syncVolume, deleteVolumeOperation, v13",
    "kubernetes-csi/external-provisioner pkg/controller/controller.go Delete, v6.3",
  ],
  decide(volume, cluster) {
    const provisioner = provisionerOf(volume);
    if (provisioner === undefined) return nothing;
    const facts = deletionFactsOf(volume, provisioner);
    switch (handleProtectionFinalizer(facts)) {
      case "add":
        return act({ do: "add-finalizer", object: refOf(volume), finalizer });
      case "remove":
        return act(removeFinalizer(volume, finalizer));
      case "none":
        return shouldDelete(facts) ? remove(volume, provisioner, cluster) : waitForRelease(volume, facts);
    }
  },
});

/** A provisioner with its own code has the feature off unless it chose otherwise. */
function deletionFactsOf(volume: PersistentVolume, provisioner: Provisioner): DeletionFacts {
  const finalizerHere = hasFinalizer(volume, finalizer) ? "present" : "absent";
  return {
    phase: volume.status?.phase,
    policy: reclaimPolicyOf(volume),
    deletionTimestamp: volume.metadata.deletionTimestamp,
    finalizer: finalizerHere,
    feature: provisioner.type === "csi" || finalizerHere === "present" ? "on" : "off",
  };
}

function remove(volume: PersistentVolume, provisioner: Provisioner, cluster: Cluster): Decision {
  const attachments = cluster.lookup(attachmentsByVolume, volume.metadata.name, everywhere);
  if (!attachments.read) return unknown(attachments);
  const attached = attachmentsThatForbidDeletion(volume, attachments.items);
  if (attached.length > 0) return waitForAll(attached.map(refOf));
  const object = refOf(volume);
  const backend = volumeBackend(volume);
  return act(
    {
      do: "destroy-backend",
      object,
      driver: provisioner.name,
      handle: "handle" in backend ? backend.handle : "",
    },
    { do: "delete", object },
    ...(hasFinalizer(volume, finalizer) ? [removeFinalizer(volume, finalizer)] : []),
  );
}

function waitForRelease(volume: PersistentVolume, { phase, finalizer: ours }: DeletionFacts): Decision {
  if (!isTerminating(volume) || ours === "absent") return nothing;
  const claim = claimOf(volume);
  // In any other phase than Released it only looks on; who ends that of a Bound one is known.
  return phase === "Bound" && claim !== undefined ? wait(claim) : wait();
}
