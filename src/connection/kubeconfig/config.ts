/** The parts of a kubeconfig that decide how a cluster is reached, with every path made absolute. */
export interface Kubeconfig {
  readonly currentContext: string | undefined;
  readonly clusters: ReadonlyMap<string, ClusterEntry>;
  readonly users: ReadonlyMap<string, UserEntry>;
  readonly contexts: ReadonlyMap<string, ContextEntry>;
}

export interface ClusterEntry {
  readonly server?: string | undefined;
  readonly tlsServerName?: string | undefined;
  readonly verification: "on" | "skipped";
  readonly certificateAuthority?: FileOrData | undefined;
  readonly proxyUrl?: string | undefined;
  readonly compression: "on" | "off";
  /** The extension `client.authentication.k8s.io/exec`, handed to credential plugins. */
  readonly execConfig?: unknown;
}

/** Inline data wins over a file that is named beside it. */
export type FileOrData = { readonly data: string } | { readonly file: string };

export interface UserEntry {
  readonly clientCertificate?: FileOrData | undefined;
  readonly clientKey?: FileOrData | undefined;
  readonly token?: string | undefined;
  readonly tokenFile?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly as?: string | undefined;
  readonly asUid?: string | undefined;
  readonly asGroups: readonly string[];
  readonly asUserExtra: ReadonlyMap<string, readonly string[]>;
  readonly exec?: ExecEntry | undefined;
  readonly authProvider?: AuthProviderEntry | undefined;
}

export type InteractiveMode = "Never" | "IfAvailable" | "Always";

export interface ExecEntry {
  readonly apiVersion?: string | undefined;
  readonly command?: string | undefined;
  readonly args: readonly string[];
  readonly env: readonly (readonly [string, string])[];
  readonly installHint?: string | undefined;
  readonly clusterInfo: "provided" | "withheld";
  readonly interactiveMode?: InteractiveMode | undefined;
}

export interface AuthProviderEntry {
  readonly name: string;
  readonly config: ReadonlyMap<string, string>;
}

export interface ContextEntry {
  readonly cluster?: string | undefined;
  readonly user?: string | undefined;
  readonly namespace?: string | undefined;
}

export const noUser: UserEntry = { asGroups: [], asUserExtra: new Map() };

export const noCluster: ClusterEntry = { verification: "on", compression: "on" };

export const emptyKubeconfig: Kubeconfig = {
  currentContext: undefined,
  clusters: new Map(),
  users: new Map(),
  contexts: new Map(),
};

export function isEmptyKubeconfig(config: Kubeconfig): boolean {
  const { clusters, users, contexts, currentContext } = config;
  return clusters.size + users.size + contexts.size === 0 && currentContext === undefined;
}
