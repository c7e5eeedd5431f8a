import { hostsOf, isLocalProvisioned } from "../../../controllers/index.ts";
import { type Event, type PersistentVolume, type Phrase, say } from "../../../model/index.ts";
import { deleterOf, diskOf } from "./deleter.ts";

/**
 * Who says what an event says: its component, not who should have spoken. A sidecar calls itself by its driver and its pod:
 * kubernetes-csi/external-provisioner cmd/csi-provisioner/csi-provisioner.go; a local provisioner by its node:
 * kubernetes-sigs/sig-storage-local-static-provisioner cmd/local-volume-provisioner/main.go.
 */
export function speakerOf(event: Event, volume: PersistentVolume): string {
  const component = event.source?.component ?? event.reportingComponent ?? "";
  const { driver } = deleterOf(volume);
  if (component === "" || component === driver || component.startsWith(`${driver}_`)) return driver;
  if (component === "persistentvolume-controller") return driver;
  if (isLocalProvisioned(volume) && component.startsWith(localProvisioner)) return localProvisioner;
  const [name = component] = component.split("_");
  return name;
}

const localProvisioner = "local-volume-provisioner";

/** Where a path is a handle, its machine is part of the name. */
export function placeOf(volume: PersistentVolume): Phrase {
  const [host] = hostsOf(volume);
  return host === undefined ? say`${diskOf(volume)} on its node` : say`${diskOf(volume)} on node/${host}`;
}
