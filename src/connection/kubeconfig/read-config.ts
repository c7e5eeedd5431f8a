import type {
  AuthProviderEntry,
  ClusterEntry,
  ContextEntry,
  ExecEntry,
  FileOrData,
  InteractiveMode,
  Kubeconfig,
  UserEntry,
} from "./config.ts";
import { FieldError, Fields } from "./fields.ts";

/** How what stands in a kubeconfig becomes absolute. A command without a separator stays, to be looked up in PATH. */
export interface Resolve {
  path(path: string): string;
  command(command: string): string;
}

/** An untrusted value as a kubeconfig. Throws a `FieldError`. */
export function readConfig(value: unknown, resolve: Resolve): Kubeconfig {
  const file = new Fields(value ?? {}, "");
  const kind = file.text("kind") ?? "Config";
  if (kind !== "Config") throw new FieldError("kind", "must be Config");
  const apiVersion = file.text("apiVersion") ?? "v1";
  if (apiVersion !== "v1") throw new FieldError("apiVersion", "must be v1");
  return {
    currentContext: file.text("current-context"),
    clusters: named(file, "clusters", "cluster", (cluster) => readCluster(cluster, resolve)),
    users: named(file, "users", "user", (user) => readUser(user, resolve)),
    contexts: named(file, "contexts", "context", readContext),
  };
}

function named<T>(file: Fields, list: string, inner: string, read: (fields: Fields) => T): Map<string, T> {
  const entries = new Map<string, T>();
  for (const item of file.items(list)) {
    const name = item.text("name") ?? "";
    if (entries.has(name)) throw new FieldError(item.pathOf("name"), "is the same as that of another entry");
    entries.set(name, read(item.fields(inner) ?? new Fields({}, item.pathOf(inner))));
  }
  return entries;
}

function readContext(context: Fields): ContextEntry {
  return {
    cluster: context.text("cluster"),
    user: context.text("user"),
    namespace: context.text("namespace"),
  };
}

function readCluster(cluster: Fields, resolve: Resolve): ClusterEntry {
  return {
    server: cluster.text("server"),
    tlsServerName: cluster.text("tls-server-name"),
    verification: cluster.flag("insecure-skip-tls-verify") ? "skipped" : "on",
    certificateAuthority: fileOrData(cluster, "certificate-authority", resolve),
    proxyUrl: cluster.text("proxy-url"),
    compression: cluster.flag("disable-compression") ? "off" : "on",
    execConfig: execExtension(cluster),
  };
}

function execExtension(cluster: Fields): unknown {
  const wanted = "client.authentication.k8s.io/exec";
  return cluster
    .items("extensions")
    .find((extension) => extension.text("name") === wanted)
    ?.get("extension");
}

function readUser(user: Fields, resolve: Resolve): UserEntry {
  const tokenFile = user.text("tokenFile");
  return {
    clientCertificate: fileOrData(user, "client-certificate", resolve),
    clientKey: fileOrData(user, "client-key", resolve),
    token: user.text("token"),
    tokenFile: tokenFile === undefined ? undefined : resolve.path(tokenFile),
    username: user.text("username"),
    password: user.text("password"),
    as: user.text("as"),
    asUid: user.text("as-uid"),
    asGroups: user.texts("as-groups"),
    asUserExtra: extras(user.fields("as-user-extra")),
    exec: readExec(user.fields("exec"), resolve),
    authProvider: readAuthProvider(user.fields("auth-provider")),
  };
}

function extras(map: Fields | undefined): ReadonlyMap<string, readonly string[]> {
  return new Map(map?.keys().map((key) => [key, map.texts(key)] as const) ?? []);
}

function readExec(exec: Fields | undefined, resolve: Resolve): ExecEntry | undefined {
  if (exec === undefined) return undefined;
  const command = exec.text("command");
  return {
    apiVersion: exec.text("apiVersion"),
    command: command === undefined ? undefined : resolve.command(command),
    args: exec.texts("args"),
    env: exec.items("env").map((entry) => [entry.text("name") ?? "", entry.text("value") ?? ""] as const),
    installHint: exec.text("installHint"),
    clusterInfo: exec.flag("provideClusterInfo") ? "provided" : "withheld",
    interactiveMode: interactiveMode(exec),
  };
}

function interactiveMode(exec: Fields): InteractiveMode | undefined {
  const mode = exec.text("interactiveMode");
  if (mode === undefined || mode === "Never" || mode === "IfAvailable" || mode === "Always") return mode;
  throw new FieldError(exec.pathOf("interactiveMode"), "must be Never, IfAvailable or Always");
}

function readAuthProvider(provider: Fields | undefined): AuthProviderEntry | undefined {
  if (provider === undefined) return undefined;
  const config = provider.fields("config");
  return {
    name: provider.text("name") ?? "",
    config: new Map(config?.keys().map((key) => [key, config.text(key) ?? ""] as const) ?? []),
  };
}

function fileOrData(fields: Fields, name: string, resolve: Resolve): FileOrData | undefined {
  const data = fields.text(`${name}-data`);
  if (data !== undefined) return { data };
  const file = fields.text(name);
  return file === undefined ? undefined : { file: resolve.path(file) };
}
