import { volumeHandleOf } from "../controllers/index.ts";
import { defineRemedy, savingManifest } from "../define/index.ts";
import type { KubeObject, Phrase } from "../kubernetes/index.ts";
import { nameOf, say } from "../kubernetes/index.ts";

export const saveManifest = defineRemedy({
  name: "save-manifest",
  summary: "Save the manifest of an object before it is deleted",
  make(on, _using, cluster) {
    const found = cluster.resolve(on);
    if (found?.state !== "found") return undefined;
    return {
      title: say`Save the manifest of ${nameOf(on)}`,
      spares: "the data",
      because: say`The manifest is the only record of what the object was.${diskOf(found.object)}`,
      commands: [savingManifest(on)],
    };
  },
});

function diskOf(object: KubeObject): Phrase {
  const handle = object.kind === "PersistentVolume" ? volumeHandleOf(object) : undefined;
  return handle === undefined ? [] : say` The disk is ${handle}.`;
}
