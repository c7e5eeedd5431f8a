import { isHealthy } from "../processes/health.ts";
import type { ProgramSpec } from "../processes/program.ts";

interface ApiServerFiles {
  /** Where it puts the certificate that it signs itself. */
  readonly certificates: string;
  readonly tokens: string;
  readonly serviceAccountKey: string;
  readonly serviceAccountPublicKey: string;
}

export function kubeApiServer(
  path: string,
  files: ApiServerFiles,
  ports: { readonly api: number; readonly etcd: number },
  extra: readonly string[],
): ProgramSpec {
  return {
    name: "kube-apiserver",
    path,
    args: [
      `--etcd-servers=http://127.0.0.1:${ports.etcd}`,
      "--bind-address=127.0.0.1",
      `--secure-port=${ports.api}`,
      `--cert-dir=${files.certificates}`,
      `--token-auth-file=${files.tokens}`,
      "--authorization-mode=RBAC",
      "--service-account-issuer=https://kubernetes.default.svc",
      `--service-account-key-file=${files.serviceAccountPublicKey}`,
      `--service-account-signing-key-file=${files.serviceAccountKey}`,
      "--service-cluster-ip-range=10.96.0.0/16",
      "--endpoint-reconciler-type=none",
      "--allow-privileged",
      "--profiling=false",
      ...extra,
    ],
    ready: () => isHealthy(`https://127.0.0.1:${ports.api}/readyz`),
  };
}
