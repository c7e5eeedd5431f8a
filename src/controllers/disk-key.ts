import type { PersistentVolume } from "../model/index.ts";
import { volumesByHandle } from "./indexes/volumes.ts";
import { volumeBackend } from "./volume-source.ts";

/** Equal for all volumes that use the same disk or share; `undefined` if no other volume can. */
export function diskKeyOf(volume: PersistentVolume): string | undefined {
  return isOneMachine(volume) ? undefined : volumesByHandle.keys(volume)[0];
}

/** The same path on two machines is two directories. */
function isOneMachine(volume: PersistentVolume): boolean {
  const backend = volumeBackend(volume);
  return (
    "plugin" in backend && ["kubernetes.io/host-path", "kubernetes.io/local-volume"].includes(backend.plugin)
  );
}
