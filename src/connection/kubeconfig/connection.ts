import type { Credentials } from "./credentials.ts";
import type { HeaderList } from "./impersonation.ts";

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
