import type { ClusterEntry, ExecEntry } from "../config.ts";

export type ExecVersion = "client.authentication.k8s.io/v1" | "client.authentication.k8s.io/v1beta1";

/** The server as a credential plugin is told of it. */
export interface ExecCluster {
  readonly cluster: ClusterEntry;
  readonly server: string;
  /** PEM. */
  readonly certificateAuthority: string | undefined;
}

/**
 * The value of KUBERNETES_EXEC_INFO: what a credential plugin is told.
 * Mirrors kubernetes/client-go pkg/apis/clientauthentication/v1/types.go `ExecCredentialSpec` (v1.36).
 */
export function execInfo(
  exec: ExecEntry,
  apiVersion: ExecVersion,
  target: ExecCluster,
  input: "terminal" | "none",
): string {
  const cluster = exec.clusterInfo === "provided" ? { cluster: clusterInfo(target) } : {};
  return JSON.stringify({
    kind: "ExecCredential",
    apiVersion,
    spec: { ...cluster, interactive: input === "terminal" },
  });
}

function clusterInfo({ cluster, server, certificateAuthority }: ExecCluster): object {
  const { tlsServerName, proxyUrl, execConfig } = cluster;
  return {
    server,
    ...(tlsServerName === undefined ? {} : { "tls-server-name": tlsServerName }),
    ...(cluster.verification === "skipped" ? { "insecure-skip-tls-verify": true } : {}),
    ...(certificateAuthority === undefined
      ? {}
      : { "certificate-authority-data": Buffer.from(certificateAuthority, "utf8").toString("base64") }),
    ...(proxyUrl === undefined ? {} : { "proxy-url": proxyUrl }),
    ...(cluster.compression === "off" ? { "disable-compression": true } : {}),
    config: execConfig ?? null,
  };
}
