import { join } from "node:path";
import { Running } from "../programs/running.ts";
import { Api } from "../support/api.ts";
import { newName } from "../support/e2e.ts";
import { newFolder, removeFolder } from "../support/folders.ts";
import { Backend } from "./backend.ts";
import { classesOf, driverObject } from "./classes.ts";
import { driverProgram } from "./driver.ts";
import { removeRemains } from "./remains.ts";
import type { Sidecar } from "./sidecars.ts";
import { sidecar } from "./sidecars.ts";
import { defineSnapshots } from "./snapshot-kinds.ts";

/** A CSI driver with its sidecars. Its StorageClass, and its VolumeSnapshotClass if there are snapshots, have its name. */
export interface Csi {
  readonly driver: string;
  readonly backend: Backend;
  readonly logs: string;
  /** Kills one, such as `csi-attacher` or `csi-driver`. */
  stopProgram(name: Sidecar | "csi-driver"): Promise<void>;
  restartProgram(name: Sidecar | "csi-driver"): Promise<void>;
  stop(): Promise<void>;
}

/** Adds a driver to a running cluster; of a new name, unless one is given. */
export async function startCsi(
  kubeconfig: string,
  sidecars: readonly Sidecar[],
  driver = `${newName("csi")}.pvguard.test`,
): Promise<Csi> {
  const folder = newFolder("pvguard-csi");
  const socket = join(folder, "csi.sock");
  const running = new Running(folder);
  const api = new Api(kubeconfig);
  const snapshots = sidecars.includes("csi-snapshotter") || sidecars.includes("snapshot-controller");
  const objects = [
    driverObject(driver),
    ...classesOf(driver, snapshots ? "with snapshots" : "without snapshots"),
  ];
  const stop = async (): Promise<void> => {
    await running.stopAll();
    await removeRemains(api, driver).catch(() => undefined);
    await Promise.all(objects.map((object) => api.removeObject(object)));
    removeFolder(folder);
  };
  try {
    if (snapshots) await defineSnapshots(api);
    await api.create(...objects);
    await running.start(await driverProgram(driver, folder, socket));
    for (const name of sidecars) await running.start(await sidecar(name, kubeconfig, socket));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    driver,
    backend: new Backend(folder),
    logs: folder,
    stopProgram: (name) => running.stop(name),
    restartProgram: (name) => running.restart(name),
    stop,
  };
}
