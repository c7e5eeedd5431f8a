import { reclaimPolicyOf, volumeBackend } from "../controllers/index.ts";
import { defineRemedy, nameOf, saveManifest } from "../engine/index.ts";
import { isTerminating, type PersistentVolume, type Phrase, say } from "../model/index.ts";

/** `using.data: "stays"`: the caller knows that nobody deletes the data with the object. */
export default defineRemedy({
  name: "delete-volume",
  summary: "Delete the object of a volume that nothing uses",
  needs: ["v1/persistentvolumes"],
  make(on, using, cluster) {
    const found = cluster.get("v1/persistentvolumes", on.name);
    if (found.state !== "found" || isTerminating(found.object)) return undefined;
    const { object: volume } = found;
    if (volume.status?.phase === "Bound") return undefined;
    const isRecord = reclaimPolicyOf(volume) === "Retain" || using.data === "stays";
    return {
      name: "delete-volume",
      title: say`Delete the object ${nameOf(on)}`,
      safety: isRecord ? "risky" : "loses-data",
      because: isRecord
        ? say`The data stays in the backend, but the only record of where it is goes${handleOf(volume)}. Save the manifest first.`
        : say`Nothing keeps what is behind it any more${handleOf(volume)}. Save the manifest first.`,
      commands: [saveManifest(on), { argv: ["kubectl", "delete", "pv", on.name] }],
      steps: [],
    };
  },
});

function handleOf(volume: PersistentVolume): Phrase {
  const backend = volumeBackend(volume);
  return "handle" in backend && backend.handle !== "" ? say` (${backend.handle})` : [];
}
