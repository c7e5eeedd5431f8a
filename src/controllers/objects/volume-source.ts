import type { PersistentVolume } from "../../kubernetes/index.ts";
import { annotationOf, keyOf, labelOf } from "../../kubernetes/index.ts";
import { migratedTo, provisionedBy } from "../annotation-names.ts";
import type { Directory } from "./directory.ts";
import { directoryIn, directoryKey, enclosingKeys } from "./directory.ts";

/** What stores the data of a volume, and who can be asked to destroy it. */
export type VolumeBackend =
  | { readonly type: "csi"; readonly driver: string; readonly handle: string }
  /** An in-tree source that a CSI driver has taken over. The handle is the one that the in-tree source gives. */
  | { readonly type: "migrated"; readonly driver: string; readonly plugin: string; readonly handle: string }
  | { readonly type: "in-tree"; readonly plugin: string; readonly handle: string }
  | { readonly type: "local"; readonly plugin: string; readonly handle: string }
  | { readonly type: "unknown" };

/**
 * The CSI driver that took over each in-tree plugin.
 * kubernetes/kubernetes staging/src/k8s.io/csi-translation-lib/plugins, 1.36 (that of RBD never left alpha).
 */
export const migratedPlugins: ReadonlyMap<string, string> = new Map([
  ["kubernetes.io/aws-ebs", "ebs.csi.aws.com"],
  ["kubernetes.io/gce-pd", "pd.csi.storage.gke.io"],
  ["kubernetes.io/azure-disk", "disk.csi.azure.com"],
  ["kubernetes.io/azure-file", "file.csi.azure.com"],
  ["kubernetes.io/cinder", "cinder.csi.openstack.org"],
  ["kubernetes.io/vsphere-volume", "csi.vsphere.vmware.com"],
  ["kubernetes.io/portworx-volume", "pxd.portworx.com"],
]);

/**
 * Only a dynamically provisioned volume is handed to the driver for its deletion: the PV controller reads
 * `provisioned-by` to find the plugin, and writes `migrated-to`.
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller_base.go updateMigrationAnnotations, 1.36.
 */
export function migrationDriver(volume: PersistentVolume): string | undefined {
  const annotated = annotationOf(volume, migratedTo) ?? "";
  return annotated === "" ? migratedPlugins.get(annotationOf(volume, provisionedBy) ?? "") : annotated;
}

export function volumeBackend(volume: PersistentVolume): VolumeBackend {
  const csi = volume.spec?.csi;
  if (csi !== undefined) return { type: "csi", driver: csi.driver ?? "", handle: csi.volumeHandle ?? "" };
  const source = inTreeSource(volume);
  if (source === undefined) return { type: "unknown" };
  if (source.plugin === "kubernetes.io/local-volume") return { type: "local", ...source };
  const driver = migrationDriver(volume);
  return driver === undefined ? { type: "in-tree", ...source } : { type: "migrated", driver, ...source };
}

/** The CSI driver that attaches the volume: static in-tree volumes are attached by it too. */
export function attachDriver(volume: PersistentVolume): string | undefined {
  const backend = volumeBackend(volume);
  switch (backend.type) {
    case "csi":
    case "migrated":
      return backend.driver;
    case "in-tree":
      return migratedPlugins.get(backend.plugin);
    case "local":
    case "unknown":
      return undefined;
  }
}

/**
 * The driver that attaches the volume, and its handle for it, with which the kubelet reports it too: of EBS the id alone,
 * without the zone. Of a disk of GCE only the end: which project and zone it is in, the volume does not say in one place.
 * kubernetes/kubernetes staging/src/k8s.io/csi-translation-lib/plugins, TranslateInTreePVToCSI, 1.36.
 */
export function asCsi(
  volume: PersistentVolume,
): { readonly driver: string; readonly handle: string } | undefined {
  const backend = volumeBackend(volume);
  const driver = attachDriver(volume);
  if (driver === undefined || !("handle" in backend)) return undefined;
  const { handle } = backend;
  const isZoned = volume.spec?.awsElasticBlockStore !== undefined && handle.startsWith("aws://");
  return { driver, handle: isZoned ? handle.slice(handle.lastIndexOf("/") + 1) : handle };
}

/** What the driver or the plugin calls the disk; `undefined` where the object does not say. */
export function volumeHandleOf(volume: PersistentVolume): string | undefined {
  const backend = volumeBackend(volume);
  return "handle" in backend && backend.handle !== "" ? backend.handle : undefined;
}

const azureDisk = "disk.csi.azure.com";
const gcePd = "pd.csi.storage.gke.io";
const linode = "linodebs.csi.linode.com";

/**
 * Equal for all handles by which a driver finds the same disk or snapshot. The case of an id of Azure does not matter:
 * kubernetes-sigs/azuredisk-csi-driver pkg/azureconstants/azure_constants.go ManagedDiskPathRE,
 * pkg/azureutils/azure_disk_utils.go diskSnapshotPathRE, v1.33. The
 * project of a disk of GCE may be left open: kubernetes-sigs/gcp-compute-persistent-disk-csi-driver
 * pkg/gce-cloud-provider/compute/gce-compute.go RepairUnderspecifiedVolumeKey, v1.17. Of Linode the number counts, and not
 * the label behind it, which a person can change: linode/linode-blockstorage-csi-driver pkg/linode-volumes/utils.go
 * VolumeIdAsInt, ParseLinodeVolumeKey, v1.1.
 */
export function handleKey(driver: string, handle: string): string {
  switch (driver) {
    case azureDisk:
      return keyOf(driver, handle.toLowerCase());
    case gcePd:
      return keyOf(
        driver,
        /^projects\/[^/]+\/((?:zones|regions)\/(?!UNSPECIFIED)[^/]+\/disks\/[^/]+)$/.exec(handle)?.[1] ??
          handle,
      );
    case linode:
      return keyOf(driver, /^(\d+)-/.exec(handle)?.[1] ?? handle);
    default:
      return keyOf(driver, handle);
  }
}

/** The same, where the driver's volumes are directories: equal for all handles that mean the same directory. */
export function handleKeyIn(driver: string, handle: string): string {
  const directory = directoryIn(driver, handle);
  return directory === undefined ? handleKey(driver, handle) : directoryKey(directory);
}

/**
 * The handle that its driver is given for a volume whose plugin keeps a part of it elsewhere. Of GCE the zone is a label, which
 * has several for a regional disk. Of Azure Files the storage account is in the name of the secret, if that is a usual one.
 * kubernetes/kubernetes staging/src/k8s.io/csi-translation-lib/plugins gce_pd.go, azure_file.go TranslateInTreePVToCSI, 1.36.
 */
function wholeHandle(handle: string, volume: PersistentVolume): string {
  const { csi, gcePersistentDisk, azureFile } = volume.spec ?? {};
  if (csi !== undefined) return handle;
  if (azureFile !== undefined) {
    const { secretName = "", secretNamespace = "default" } = azureFile;
    const account = /azure-storage-account-(.+)-secret/.exec(secretName)?.[1];
    return `#${account ?? `secret ${secretNamespace}/${secretName}`}#${handle}#`;
  }
  if (gcePersistentDisk === undefined) return handle;
  const label =
    labelOf(volume, "failure-domain.beta.kubernetes.io/zone") ??
    labelOf(volume, "topology.kubernetes.io/zone") ??
    "";
  const [zone, ...others] = label.split("__");
  if (zone === undefined || zone === "") return handle;
  const place = others.length === 0 ? `zones/${zone}` : `regions/${zone.slice(0, zone.lastIndexOf("-"))}`;
  return `projects/UNSPECIFIED/${place}/disks/${handle}`;
}

/** The driver or plugin, with the handle that it finds the volume by. */
function found(volume: PersistentVolume): { readonly driver: string; readonly handle: string } | undefined {
  const csi = asCsi(volume);
  if (csi !== undefined) return { driver: csi.driver, handle: wholeHandle(csi.handle, volume) };
  const backend = volumeBackend(volume);
  return backend.type === "in-tree" ? { driver: backend.plugin, handle: backend.handle } : undefined;
}

function directoryOf(volume: PersistentVolume): Directory | undefined {
  const by = found(volume);
  return by === undefined ? undefined : directoryIn(by.driver, by.handle);
}

/** The CSI driver or in-tree plugin, with its handle for the volume; or the directory on a file server that both mean. */
export function handleKeyOf(volume: PersistentVolume): string | undefined {
  const by = found(volume);
  return by === undefined ? undefined : handleKeyIn(by.driver, by.handle);
}

/** The keys that volumes have whose directory contains that of this one. */
export function enclosingKeysOf(volume: PersistentVolume): readonly string[] {
  const directory = directoryOf(volume);
  return directory === undefined ? [] : enclosingKeys(directory);
}

/**
 * Equal for all volumes that use the same disk or share; `undefined` if no other volume can. The same path on two machines is
 * two directories.
 */
export function diskKeyOf(volume: PersistentVolume): string | undefined {
  return isOnOneMachine(volume) ? undefined : handleKeyOf(volume);
}

/** Is its handle a path of one machine? */
export function isOnOneMachine(volume: PersistentVolume): boolean {
  return volumeBackend(volume).type === "local" || volume.spec?.hostPath !== undefined;
}

interface InTreeSource {
  readonly plugin: string;
  readonly handle: string;
}

function inTreeSource({ spec }: PersistentVolume): InTreeSource | undefined {
  if (spec === undefined) return undefined;
  const candidates: readonly (InTreeSource | undefined)[] = [
    from(spec.local, "kubernetes.io/local-volume", ({ path }) => path),
    from(spec.hostPath, "kubernetes.io/host-path", ({ path }) => path),
    from(spec.nfs, "kubernetes.io/nfs", ({ server, path }) => `${server ?? ""}:${path ?? ""}`),
    from(spec.awsElasticBlockStore, "kubernetes.io/aws-ebs", ({ volumeID }) => volumeID),
    from(spec.gcePersistentDisk, "kubernetes.io/gce-pd", ({ pdName }) => pdName),
    from(spec.azureDisk, "kubernetes.io/azure-disk", ({ diskURI, diskName }) => diskURI ?? diskName),
    from(spec.azureFile, "kubernetes.io/azure-file", ({ shareName }) => shareName),
    from(spec.cinder, "kubernetes.io/cinder", ({ volumeID }) => volumeID),
    from(spec.vsphereVolume, "kubernetes.io/vsphere-volume", ({ volumePath }) => volumePath),
    from(spec.rbd, "kubernetes.io/rbd", ({ pool, image }) => `${pool ?? "rbd"}/${image ?? ""}`),
    from(
      spec.cephfs,
      "kubernetes.io/cephfs",
      ({ monitors, path }) => `${(monitors ?? []).join(",")}:${path ?? "/"}`,
    ),
    from(
      spec.iscsi,
      "kubernetes.io/iscsi",
      ({ targetPortal, iqn, lun }) => `${targetPortal ?? ""}/${iqn ?? ""}/${lun ?? 0}`,
    ),
    from(spec.fc, "kubernetes.io/fc", ({ targetWWNs, lun }) => `${(targetWWNs ?? []).join(",")}/${lun ?? 0}`),
    from(spec.portworxVolume, "kubernetes.io/portworx-volume", ({ volumeID }) => volumeID),
    from(
      spec.glusterfs,
      "kubernetes.io/glusterfs",
      ({ endpoints, path }) => `${endpoints ?? ""}:${path ?? ""}`,
    ),
    from(spec.quobyte, "kubernetes.io/quobyte", ({ volume }) => volume),
    from(spec.scaleIO, "kubernetes.io/scaleio", ({ volumeName }) => volumeName),
    from(spec.storageos, "kubernetes.io/storageos", ({ volumeName }) => volumeName),
    // A FlexVolume plugin is named by its driver, and keeps its handle in options that pvguard does not read.
    from(spec.flexVolume, spec.flexVolume?.driver ?? "", () => ""),
  ];
  return candidates.find((candidate) => candidate !== undefined);
}

function from<S>(
  source: S | undefined,
  plugin: string,
  handle: (source: S) => string | undefined,
): InTreeSource | undefined {
  return source === undefined ? undefined : { plugin, handle: handle(source) ?? "" };
}
