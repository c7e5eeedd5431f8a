import type { Cluster } from "../cluster/index.ts";
import { everywhere, itemsOf, unreadOf } from "../cluster/index.ts";
import { annotationNames, claimsByClass, provisionedBy, volumesByClass } from "../controllers/index.ts";
import type { Dependent } from "../define/index.ts";
import { defineDeletion } from "../define/index.ts";
import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from "../kubernetes/index.ts";
import { annotationOf, nameOf, say, words } from "../kubernetes/index.ts";
import { saveManifest } from "../remedies/index.ts";
import type { Limit } from "../report/index.ts";

export default defineDeletion({
  name: "storage-class",
  on: ["storage.k8s.io/v1/storageclasses"],
  needs: ["v1/persistentvolumeclaims", "v1/persistentvolumes"],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go provisionClaim, 1.36",
    "kubernetes/kubernetes plugin/pkg/admission/storage/persistentvolume/resize/admission.go allowResize, 1.36",
    "kubernetes-csi/external-provisioner pkg/controller/controller.go handleSecretsForDeletion, getSecretsFromSC, v6.3",
  ],
  told: "step by step",
  dependents(storageClass, cluster) {
    const { name } = storageClass.metadata;
    const claims = cluster.lookup(claimsByClass, name, everywhere);
    const volumes = cluster.lookup(volumesByClass, name, everywhere);
    const named = new Set(itemsOf(claims).map(({ spec }) => spec?.volumeName ?? ""));
    return {
      items: [
        ...itemsOf(claims).map((claim) => ofClaim(claim, cluster)),
        ...itemsOf(volumes)
          .filter(({ metadata }) => !named.has(metadata.name))
          .map((volume) => ofVolume(volume)),
      ],
      unread: unreadOf([claims, volumes]),
    };
  },
  limits: (storageClass) => [...creation(storageClass), ...expansion(storageClass)],
  before: (storageClass) => [saveManifest(storageClass)],
});

function ofClaim(claim: PersistentVolumeClaim, cluster: Cluster): Dependent {
  const volume = cluster.get("v1/persistentvolumes", claim.spec?.volumeName ?? "");
  return volume.state === "found"
    ? { ...ofVolume(volume.object), object: claim }
    : {
        object: claim,
        reason: "GoesOnWithoutClass",
        message: words("it is not waiting for the class"),
      };
}

const secretName = "volume.kubernetes.io/provisioner-deletion-secret-name";

/** Only a volume that an older provisioner made has no record of its own of the secret for its deletion. */
function ofVolume(volume: PersistentVolume): Dependent {
  const isOfProvisioner = provisionedBy(volume) !== undefined;
  const secret = annotationOf(volume, secretName);
  if (volume.spec?.csi === undefined || !isOfProvisioner)
    return {
      object: volume,
      reason: "GoesOnWithoutClass",
      message: words(
        "the volume does not need the class: nothing that attaches, mounts or deletes it reads it",
      ),
    };
  return secret === undefined
    ? {
        object: volume,
        reason: "DeletionSecretNotRecorded",
        message: words(
          "attaching and mounting the volume do not need the class. It has no annotation for the secret of its deletion: without the class, the external-provisioner deletes it without a secret, which the driver may refuse",
        ),
      }
    : {
        object: volume,
        reason: "GoesOnWithoutClass",
        message: words(
          "attaching, mounting and deleting the volume do not need the class: its annotations record the secret for its deletion, or that it needs none",
        ),
      };
}

function creation(storageClass: StorageClass): readonly Limit[] {
  const isDefault = annotationOf(storageClass, annotationNames.defaultStorageClass) === "true";
  return [
    {
      operations: ["create"],
      message: say`no volume is created for a claim that names ${nameOf(storageClass)}: the claim stays Pending until a class of that name exists`,
    },
    ...(isDefault
      ? [
          {
            operations: ["create"] as const,
            message: say`it is a default class: a claim that names no class gets another default class, or none and stays Pending`,
          },
        ]
      : []),
  ];
}

function expansion({ allowVolumeExpansion }: StorageClass): readonly Limit[] {
  if (allowVolumeExpansion !== true) return [];
  return [
    {
      operations: ["expand"],
      message: words(
        "the API server refuses a larger request of its claims; an expansion that was requested before continues",
      ),
    },
  ];
}
