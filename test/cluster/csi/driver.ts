import { join } from "node:path";
import { ownCannotBeHad, ownProgram } from "../binaries/own.ts";
import { isServed } from "../processes/health.ts";
import type { ProgramSpec } from "../processes/program.ts";

export const driverSource = join(import.meta.dirname, "..", "csi-driver");

/** Why the driver is not to be had here. */
export const driverCannotBeHad = () => ownCannotBeHad(driverSource, "csi-driver");

export async function driverProgram(driver: string, folder: string, socket: string): Promise<ProgramSpec> {
  return {
    name: "csi-driver",
    path: await ownProgram(driverSource, "csi-driver"),
    args: [`--name=${driver}`, `--folder=${folder}`, `--socket=${socket}`],
    ready: () => isServed(socket),
  };
}
