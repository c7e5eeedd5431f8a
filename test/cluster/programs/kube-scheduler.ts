import { isHealthy } from "../processes/health.ts";
import type { ProgramSpec } from "../processes/program.ts";
import { kubeconfigOf } from "../users/kubeconfig.ts";

interface SchedulerFiles {
  readonly kubeconfig: string;
  readonly certificates: string;
}

export function kubeScheduler(
  path: string,
  files: SchedulerFiles,
  port: number,
  extra: readonly string[],
): ProgramSpec {
  return {
    name: "kube-scheduler",
    path,
    args: [
      `--kubeconfig=${kubeconfigOf(files.kubeconfig, "system:kube-scheduler")}`,
      "--bind-address=127.0.0.1",
      `--secure-port=${port}`,
      `--cert-dir=${files.certificates}`,
      "--leader-elect=false",
      "--profiling=false",
      ...extra,
    ],
    ready: () => isHealthy(`https://127.0.0.1:${port}/healthz`),
  };
}
