import { installedProgram } from "../binaries/find.ts";
import { isHealthy } from "../processes/health.ts";
import { freePorts } from "../processes/ports.ts";
import type { ProgramSpec } from "../processes/program.ts";
import { startProgram } from "../processes/program.ts";
import { Api } from "../support/api.ts";
import { newFolder, removeFolder } from "../support/folders.ts";
import { kubeconfigFor } from "../users/kubeconfig.ts";
import { startStandIn } from "./stand-in.ts";

const name = "local-volume-node-cleanup";

/** `stand-in`: its Go module was not available where these tests were written, and the program is not installed. */
export const nodeCleanupIs = installedProgram(name) === undefined ? "stand-in" : "real";

export interface NodeCleanup {
  stop(): Promise<void>;
}

export interface CleanupOptions {
  readonly storageClassNames: readonly string[];
  readonly delaySeconds: number;
}

export async function startNodeCleanup(kubeconfig: string, options: CleanupOptions): Promise<NodeCleanup> {
  const path = installedProgram(name);
  const own = kubeconfigFor(kubeconfig, name);
  if (path === undefined) return startStandIn(new Api(own), options);
  const folder = newFolder("pvguard-node-cleanup");
  const program = await startProgram(await specOf(path, own, options), folder);
  return {
    async stop() {
      await program.stop();
      removeFolder(folder);
    },
  };
}

async function specOf(path: string, kubeconfig: string, options: CleanupOptions): Promise<ProgramSpec> {
  const { http } = await freePorts("http");
  return {
    name,
    path,
    args: [
      `--kubeconfig=${kubeconfig}`,
      `--storageclass-names=${options.storageClassNames.join(",")}`,
      `--pvc-deletion-delay=${options.delaySeconds}s`,
      "--stale-pv-discovery-interval=1s",
      `--listen-address=127.0.0.1:${http}`,
    ],
    ready: () => isHealthy(`http://127.0.0.1:${http}/metrics`),
  };
}
