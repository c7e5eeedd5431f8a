import { volumeBackend } from "../controllers/index.ts";
import { defineRemedy, nameOf, saveManifest } from "../engine/index.ts";
import type { Cluster, ObjectRef, Phrase } from "../model/index.ts";
import { say } from "../model/index.ts";

export default defineRemedy({
  name: "save-manifest",
  summary: "Save the manifest of an object before it is deleted",
  make(on, _using, cluster) {
    const found = cluster.resolve(on);
    if (found?.state !== "found") return undefined;
    return {
      title: say`Save the manifest of ${nameOf(on)}`,
      safety: "safe",
      spares: "the data",
      because: say`The manifest is the only record of what the object was.${handleOf(on, cluster)}`,
      commands: [saveManifest(on)],
    };
  },
});

function handleOf(on: ObjectRef, cluster: Cluster): Phrase {
  if (on.kind !== "PersistentVolume") return [];
  const found = cluster.get("v1/persistentvolumes", on.name);
  if (found.state !== "found") return [];
  const backend = volumeBackend(found.object);
  return "handle" in backend && backend.handle !== "" ? say` The disk is ${backend.handle}.` : [];
}
