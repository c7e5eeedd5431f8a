import { Fields } from "./fields.ts";

/** The parts of a kubeconfig that decide how a cluster is reached, with every path made absolute. */
export interface Kubeconfig {
  readonly currentContext: string | undefined;
  readonly clusters: ReadonlyMap<string, ClusterEntry>;
  readonly users: ReadonlyMap<string, UserEntry>;
  readonly contexts: ReadonlyMap<string, ContextEntry>;
}

export type ClusterEntry = Readonly<ReturnType<typeof readCluster>>;
export type UserEntry = Readonly<ReturnType<typeof readUser>>;
export type ContextEntry = Readonly<ReturnType<typeof readContext>>;
export type ExecEntry = Readonly<ReturnType<typeof readExec>>;
export type AuthProviderEntry = Readonly<ReturnType<typeof readAuthProvider>>;

/** Inline data wins over a file that is named beside it. */
export type FileOrData = { readonly data: string } | { readonly file: string };

/** How what stands in a kubeconfig becomes absolute. A command without a separator stays, to be looked up in PATH. */
export interface Resolve {
  path(path: string): string;
  command(command: string): string;
}

/** An untrusted value as a kubeconfig. Throws `Malformed`. */
export function readConfig(value: unknown, resolve: Resolve): Kubeconfig {
  const file = new Fields(value ?? {}, "");
  const kind = file.text("kind") ?? "Config";
  if (kind !== "Config") throw file.malformed("kind", "must be Config");
  const apiVersion = file.text("apiVersion") ?? "v1";
  if (apiVersion !== "v1") throw file.malformed("apiVersion", "must be v1");
  return {
    currentContext: file.text("current-context"),
    clusters: named(file, "clusters", "cluster", (cluster) => readCluster(cluster, resolve)),
    users: named(file, "users", "user", (user) => readUser(user, resolve)),
    contexts: named(file, "contexts", "context", readContext),
  };
}

export function isEmptyKubeconfig(config: Kubeconfig): boolean {
  const { clusters, users, contexts, currentContext } = config;
  return clusters.size + users.size + contexts.size === 0 && currentContext === undefined;
}

function named<T>(file: Fields, list: string, inner: string, read: (fields: Fields) => T): Map<string, T> {
  const entries = new Map<string, T>();
  for (const item of file.items(list)) {
    const name = item.text("name") ?? "";
    if (entries.has(name)) throw item.malformed("name", "is the same as that of another entry");
    entries.set(name, read(item.fields(inner) ?? new Fields({}, "")));
  }
  return entries;
}

function readContext(context: Fields) {
  return {
    cluster: context.text("cluster"),
    user: context.text("user"),
    namespace: context.text("namespace"),
  };
}

function readCluster(cluster: Fields, resolve: Resolve) {
  return {
    server: cluster.text("server"),
    tlsServerName: cluster.text("tls-server-name"),
    insecureSkipTlsVerify: cluster.flag("insecure-skip-tls-verify"),
    certificateAuthority: fileOrData(cluster, "certificate-authority", resolve),
    proxyUrl: cluster.text("proxy-url"),
    disableCompression: cluster.flag("disable-compression"),
    /** Handed to credential plugins. */
    execConfig: cluster
      .items("extensions")
      .find((extension) => extension.text("name") === "client.authentication.k8s.io/exec")
      ?.get("extension"),
  };
}

function readUser(user: Fields, resolve: Resolve) {
  const tokenFile = user.text("tokenFile");
  const [exec, authProvider] = [user.fields("exec"), user.fields("auth-provider")];
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
    asUserExtra: byKey(user.fields("as-user-extra"), (extra, key) => extra.texts(key)),
    exec: exec === undefined ? undefined : readExec(exec, resolve),
    authProvider: authProvider === undefined ? undefined : readAuthProvider(authProvider),
  };
}

function readExec(exec: Fields, resolve: Resolve) {
  const command = exec.text("command");
  return {
    apiVersion: exec.text("apiVersion"),
    command: command === undefined ? undefined : resolve.command(command),
    args: exec.texts("args"),
    env: exec.items("env").map((entry) => [entry.text("name") ?? "", entry.text("value") ?? ""] as const),
    installHint: exec.text("installHint"),
    provideClusterInfo: exec.flag("provideClusterInfo"),
    interactiveMode: interactiveMode(exec),
  };
}

function interactiveMode(exec: Fields): "Never" | "IfAvailable" | "Always" | undefined {
  const mode = exec.text("interactiveMode");
  if (mode === undefined || mode === "Never" || mode === "IfAvailable" || mode === "Always") return mode;
  throw exec.malformed("interactiveMode", "must be Never, IfAvailable or Always");
}

function readAuthProvider(provider: Fields) {
  return {
    name: provider.text("name") ?? "",
    config: byKey(provider.fields("config"), (config, key) => config.text(key) ?? ""),
  };
}

function byKey<T>(map: Fields | undefined, read: (map: Fields, key: string) => T): ReadonlyMap<string, T> {
  return new Map(map?.keys().map((key) => [key, read(map, key)] as const));
}

function fileOrData(fields: Fields, name: string, resolve: Resolve): FileOrData | undefined {
  const data = fields.text(`${name}-data`);
  if (data !== undefined) return { data };
  const file = fields.text(name);
  return file === undefined ? undefined : { file: resolve.path(file) };
}

const nothing = new Fields({}, "");
const nowhere: Resolve = { path: (path) => path, command: (command) => command };

export const noCluster: ClusterEntry = readCluster(nothing, nowhere);
export const noContext: ContextEntry = readContext(nothing);
export const noUser: UserEntry = readUser(nothing, nowhere);
