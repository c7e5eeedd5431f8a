import { annotationOf, type PersistentVolume } from "../../model/index.ts";
import { migratedTo, provisionedBy } from "../annotation-names.ts";
import { volumeBackend } from "../volume-source.ts";

/** In-tree plugins that can delete: hostPath alone is left. kubernetes/kubernetes cmd/kube-controller-manager, 1.36. */
const deletablePlugins: ReadonlySet<string> = new Set(["kubernetes.io/host-path"]);

/** In-tree plugins that can recycle: the same place, 1.36. */
export const recyclablePlugins: ReadonlySet<string> = new Set([
  "kubernetes.io/host-path",
  "kubernetes.io/nfs",
]);

/** Who deletes what is behind a volume, as the PV controller sees it. */
type DeletablePlugin =
  | { readonly deleter: "plugin"; readonly plugin: string }
  /** The task of another controller: the PV controller leaves the volume Released. */
  | { readonly deleter: "external" }
  /** Its own task, and it cannot: the volume becomes Failed. */
  | { readonly deleter: "missing"; readonly plugin: string | undefined };

/**
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go findDeletablePlugin,
 * deleteVolumeOperation, 1.36.
 */
export function findDeletablePlugin(volume: PersistentVolume): DeletablePlugin {
  const isMigrated = (annotationOf(volume, migratedTo) ?? "") !== "";
  if (isMigrated || volume.spec?.csi !== undefined) return { deleter: "external" };
  const provisioner = annotationOf(volume, provisionedBy) ?? "";
  if (provisioner === "") return pluginOrMissing(inTreePluginOf(volume));
  if (deletablePlugins.has(provisioner)) return { deleter: "plugin", plugin: provisioner };
  return provisioner.startsWith("kubernetes.io/")
    ? { deleter: "missing", plugin: provisioner }
    : { deleter: "external" };
}

function pluginOrMissing(plugin: string | undefined): DeletablePlugin {
  return plugin !== undefined && deletablePlugins.has(plugin)
    ? { deleter: "plugin", plugin }
    : { deleter: "missing", plugin };
}

/** The in-tree plugin of the volume's source. */
export function inTreePluginOf(volume: PersistentVolume): string | undefined {
  const backend = volumeBackend(volume);
  return "plugin" in backend ? backend.plugin : undefined;
}

/**
 * The deleter of hostPath refuses paths that are not below /tmp/.
 * kubernetes/kubernetes pkg/volume/hostpath/host_path.go Delete, 1.36.
 */
export function deleterRefuses(volume: PersistentVolume): boolean {
  const path = volume.spec?.hostPath?.path;
  return path !== undefined && !/^\/tmp\/./.test(path);
}
