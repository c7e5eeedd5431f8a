import type { KubeObject } from "../../../src/kubernetes/index.ts";

/** A volume has the name of the state's namespace, and so begins the name of another; an attachment belongs to its volume, and an event to what it is about. */
export function homeOf(object: KubeObject): string | undefined {
  const { name, namespace } = object.metadata;
  switch (object.kind) {
    case "VolumeAttachment":
      return object.spec?.source?.persistentVolumeName;
    case "PersistentVolume":
      return name.replace(/-rival$/, "");
    case "Namespace":
      return name;
    case "Event":
      return namespace === "default" ? object.involvedObject?.name?.replace(/-rival$/, "") : namespace;
    default:
      return namespace;
  }
}
