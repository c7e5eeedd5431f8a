import type { Flag } from "./flag.ts";
import { text, texts, toggle } from "./flag.ts";

/*
 * kubectl's own flags for reaching a cluster, which a plugin has to take after its name.
 * kubernetes/cli-runtime pkg/genericclioptions/config_flags.go AddFlags, v0.36, and kubectl's --username, --password.
 */

export const kubeconfig = text("kubeconfig", "Path to the kubeconfig file to use for CLI requests.", {
  completes: "files",
});
export const context = text("context", "The name of the kubeconfig context to use", {
  completes: "contexts",
});
export const cluster = text("cluster", "The name of the kubeconfig cluster to use", {
  completes: "clusters",
});
export const user = text("user", "The name of the kubeconfig user to use", { completes: "users" });
export const namespace = text("namespace", "The namespace to look in", {
  short: "n",
  completes: "namespaces",
});
export const server = text("server", "The address and port of the Kubernetes API server", { short: "s" });
export const tlsServerName = text(
  "tls-server-name",
  "Server name to use for server certificate validation. If it is not provided, the hostname used to contact the server is used",
);
export const insecureSkipTlsVerify = toggle(
  "insecure-skip-tls-verify",
  "If true, the server's certificate will not be checked for validity. This will make your HTTPS connections insecure",
);
export const certificateAuthority = text(
  "certificate-authority",
  "Path to a cert file for the certificate authority",
  { completes: "files" },
);
export const clientCertificate = text("client-certificate", "Path to a client certificate file for TLS", {
  completes: "files",
});
export const clientKey = text("client-key", "Path to a client key file for TLS", { completes: "files" });
export const token = text("token", "Bearer token for authentication to the API server");
export const as = text(
  "as",
  "Username to impersonate for the operation. User could be a regular user or a service account in a namespace.",
);
export const asUid = text("as-uid", "UID to impersonate for the operation.");
export const asGroup = texts(
  "as-group",
  "Group to impersonate for the operation, this flag can be repeated to specify multiple groups.",
);
export const asUserExtra = texts(
  "as-user-extra",
  "User extras to impersonate for the operation, this flag can be repeated to specify multiple values for the same key.",
);
export const username = text("username", "Username for basic authentication to the API server");
export const password = text("password", "Password for basic authentication to the API server");
export const requestTimeout = text(
  "request-timeout",
  "The length of time to wait before giving up on a single server request. Non-zero values should contain a corresponding time unit (e.g. 1s, 2m, 3h). A value of zero means pvguard's own limits.",
  { default: "0" },
);
export const cacheDir = text(
  "cache-dir",
  "Accepted for compatibility with kubectl; pvguard caches nothing of a cluster",
  {
    completes: "files",
  },
);
export const disableCompression = toggle(
  "disable-compression",
  "If true, opt-out of response compression for all requests to the server",
);

export const configFlagList: readonly Flag[] = [
  as,
  asGroup,
  asUid,
  asUserExtra,
  cacheDir,
  certificateAuthority,
  clientCertificate,
  clientKey,
  cluster,
  context,
  disableCompression,
  insecureSkipTlsVerify,
  kubeconfig,
  namespace,
  password,
  requestTimeout,
  server,
  tlsServerName,
  token,
  user,
  username,
];
