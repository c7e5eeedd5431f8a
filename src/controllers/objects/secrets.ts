import type { ObjectRef, PersistentVolume, VolumeSnapshotContent } from "../../kubernetes/index.ts";
import { annotationOf } from "../../kubernetes/index.ts";

/** Where a Secret is. Without a namespace, the volume leaves it to the pod or to the driver. */
export interface SecretName {
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
}

/**
 * With both annotations the class is not looked at.
 * kubernetes-csi/external-provisioner pkg/controller/controller.go handleSecretsForDeletion, v6.
 */
export function deletionSecretOf(volume: PersistentVolume): ObjectRef | undefined {
  return secretNamed(volume, "volume.kubernetes.io/provisioner-deletion-secret");
}

/** kubernetes-csi/external-snapshotter pkg/sidecar-controller/snapshot_controller.go GetCredentialsFromAnnotation, v8.7. */
export function snapshotSecretOf(content: VolumeSnapshotContent): ObjectRef | undefined {
  return secretNamed(content, "snapshot.storage.kubernetes.io/deletion-secret");
}

/**
 * The Secrets that the driver of a volume is given: to attach, mount and expand it, and to delete its disk.
 * kubernetes/api core/v1/types.go CSIPersistentVolumeSource, AzureFilePersistentVolumeSource, v1.36.
 */
export function secretsOf(volume: PersistentVolume): readonly SecretName[] {
  const { csi, azureFile, claimRef } = volume.spec ?? {};
  const { secretName, secretNamespace = claimRef?.namespace } = azureFile ?? {};
  const named = [
    csi?.controllerPublishSecretRef,
    csi?.nodeStageSecretRef,
    csi?.nodePublishSecretRef,
    csi?.controllerExpandSecretRef,
    csi?.nodeExpandSecretRef,
    deletionSecretOf(volume),
    secretName === undefined ? undefined : { name: secretName, namespace: secretNamespace },
  ];
  return named.filter((secret) => secret !== undefined);
}

/** A Secret that an object names by two annotations. Its name is no secret. */
function secretNamed(
  object: PersistentVolume | VolumeSnapshotContent,
  prefix: string,
): ObjectRef | undefined {
  const [name, namespace] = ["name", "namespace"].map((end) => annotationOf(object, `${prefix}-${end}`));
  if (name === undefined || namespace === undefined) return undefined;
  return { apiVersion: "v1", kind: "Secret", namespace, name };
}
