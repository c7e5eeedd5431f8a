import { isHealthy } from "../processes/health.ts";
import type { ProgramSpec } from "../processes/program.ts";
import { kubeconfigOf } from "../users/kubeconfig.ts";

interface ControllerManagerFiles {
  readonly kubeconfig: string;
  readonly certificates: string;
  readonly authority: string;
  readonly serviceAccountKey: string;
}

/** With all of its default controllers, each under its own service account, as installers run it. */
export function kubeControllerManager(
  path: string,
  files: ControllerManagerFiles,
  port: number,
  extra: readonly string[],
): ProgramSpec {
  return {
    name: "kube-controller-manager",
    path,
    args: [
      `--kubeconfig=${kubeconfigOf(files.kubeconfig, "system:kube-controller-manager")}`,
      "--bind-address=127.0.0.1",
      `--secure-port=${port}`,
      `--cert-dir=${files.certificates}`,
      `--root-ca-file=${files.authority}`,
      `--service-account-private-key-file=${files.serviceAccountKey}`,
      "--use-service-account-credentials",
      "--leader-elect=false",
      "--profiling=false",
      ...extra,
    ],
    ready: () => isHealthy(`https://127.0.0.1:${port}/healthz`),
  };
}
