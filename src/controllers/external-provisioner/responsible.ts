import { annotationOf, type PersistentVolume } from "../../model/index.ts";
import { migratedTo, provisionedBy } from "../annotation-names.ts";

/** Volumes that nobody provisioned: deleted too since v9 of the library (external-provisioner 3.5). */
type StaticVolumes = "included" | "left alone";

/**
 * Is the provisioner with these names responsible for the volume?
 * kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go isProvisionerForVolume, v13.
 */
export function isProvisionerForVolume(
  volume: PersistentVolume,
  known: { has(name: string): boolean },
  staticVolumes: StaticVolumes = "included",
): boolean {
  const migrated = annotationOf(volume, migratedTo) ?? "";
  const provisioner = annotationOf(volume, provisionedBy);
  if (provisioner !== undefined) return known.has(provisioner) || known.has(migrated);
  if (staticVolumes === "left alone") return false;
  const { csi } = volume.spec ?? {};
  return known.has(csi === undefined ? migrated : (csi.driver ?? ""));
}

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
