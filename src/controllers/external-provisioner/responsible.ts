import { annotationOf, type PersistentVolume } from "../../model/index.ts";
import { migratedTo, provisionedBy } from "../annotation-names.ts";

/**
 * Who has to delete what is behind a volume outside of kube-controller-manager, if anybody. `csi`: an
 * external-provisioner next to the driver. `other`: a provisioner with its own code, such as nfs-subdir.
 */
export interface Provisioner {
  readonly type: "csi" | "other";
  readonly name: string;
}

export function provisionerOf(volume: PersistentVolume): Provisioner | undefined {
  const migrated = annotationOf(volume, migratedTo) ?? "";
  if (migrated !== "") return { type: "csi", name: migrated };
  const { csi } = volume.spec ?? {};
  const provisioner = annotationOf(volume, provisionedBy);
  if (provisioner === undefined) {
    return csi === undefined ? undefined : { type: "csi", name: csi.driver ?? "" };
  }
  if (provisioner.startsWith("kubernetes.io/") || provisioner.startsWith(localProvisioner)) return undefined;
  return { type: csi === undefined ? "other" : "csi", name: provisioner };
}

/** The local static provisioner is no user of the library, and has a model of its own. */
const localProvisioner = "local-volume-provisioner-";
