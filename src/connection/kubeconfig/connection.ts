import type { UserEntry } from "./config.ts";
import type { Credentials } from "./credentials.ts";

/** Header names and values, in order; a name can come more than once. */
export type HeaderList = readonly (readonly [string, string])[];

/** Everything that is needed to talk to one API server as one user. */
export interface Connection {
  readonly server: URL;
  readonly trust: Trust;
  readonly proxy: ProxyServer | undefined;
  readonly compression: "on" | "off";
  readonly impersonation: HeaderList;
  readonly credentials: Credentials;
  /** Milliseconds for one request, when the user set it. */
  readonly requestTimeout: number | undefined;
  readonly contextName: string | undefined;
  /** A flag can name another server than the context does. */
  readonly serverFrom: "context" | "flag";
  readonly clusterName: string | undefined;
  /** Whom the kubeconfig or `--as` names; the server can know the user by another name. */
  readonly user: string | undefined;
  readonly namespace: string;
}

/** How the server proves who it is. */
interface Trust {
  readonly verification: "on" | "skipped";
  /** PEM. `undefined`: the certificate authorities of the system. */
  readonly authorities: string | undefined;
  /** The name to ask for and to expect, when it is not the host of the URL. */
  readonly serverName: string | undefined;
}

export interface ProxyServer {
  readonly url: URL;
  /** Where it was set: `proxy-url`, `HTTPS_PROXY`. */
  readonly from: string;
}

/** Mirrors kubernetes/client-go transport/round_trippers.go `impersonatingRoundTripper` (v1.36). */
export function impersonationHeaders(user: UserEntry): HeaderList {
  if (user.as === undefined) return [];
  return [
    ["Impersonate-User", user.as],
    ...(user.asUid === undefined ? [] : ([["Impersonate-Uid", user.asUid]] as const)),
    ...user.asGroups.map((group) => ["Impersonate-Group", group] as const),
    ...[...user.asUserExtra].flatMap(([key, values]) =>
      values.map((value) => [`Impersonate-Extra-${escapeKey(key)}`, value] as const),
    ),
  ];
}

/** Percent-encodes what may not stand in a header's name. Mirrors `headerKeyEscape`. */
function escapeKey(key: string): string {
  return [...Buffer.from(key, "utf8")]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      const legal = /[A-Za-z0-9!#$&'*+.^_`|~-]/.test(character);
      return legal ? character : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    })
    .join("");
}
