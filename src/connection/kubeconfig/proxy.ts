import { BlockList, isIP } from "node:net";
import { say } from "../../kubernetes/index.ts";
import { configError } from "./access-error.ts";
import type { Chosen } from "./choose.ts";
import type { ProxyServer } from "./connection.ts";
import type { Environment } from "./machine.ts";
import { variable } from "./machine.ts";

/** The proxy that the kubeconfig or else the environment names for a server. */
export function proxyFor(
  server: URL,
  { cluster, clusterName }: Chosen,
  env: Environment,
): ProxyServer | undefined {
  const variableName = server.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const from = cluster.proxyUrl === undefined ? variableName : "proxy-url";
  const text = cluster.proxyUrl ?? schemed(proxyFromEnvironment(server, env));
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return { url, from };
  // The text itself can hold a password.
  const owner = say`the proxy of cluster ${clusterName ?? ""} (from ${from})`;
  throw configError(
    url?.protocol.startsWith("socks")
      ? say`${owner} is a SOCKS proxy, which is not supported`
      : say`${owner} must be an http or https URL`,
  );
}

function schemed(proxy: string | undefined): string | undefined {
  return proxy === undefined || proxy.includes("://") ? proxy : `http://${proxy}`;
}

/**
 * The proxy that the environment names for a server. Mirrors golang.org/x/net http/httpproxy/proxy.go
 * `Config.ProxyFunc` and `useProxy`.
 */
function proxyFromEnvironment(server: URL, env: Environment): string | undefined {
  const scheme = server.protocol === "https:" ? "HTTPS" : "HTTP";
  // A CGI script's HTTP_PROXY is under the control of the client that sent the request.
  if (scheme === "HTTP" && variable(env, "REQUEST_METHOD") !== undefined) return undefined;
  const proxy = either(env, `${scheme}_PROXY`);
  if (proxy === undefined || isExempt(server, either(env, "NO_PROXY") ?? "")) return undefined;
  return proxy;
}

function either(env: Environment, name: string): string | undefined {
  return variable(env, name) ?? variable(env, name.toLowerCase());
}

export function isExempt(server: URL, noProxy: string): boolean {
  const host = server.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const port = server.port || (server.protocol === "https:" ? "443" : "80");
  if (host === "localhost" || isIn("127.0.0.0", 8, host) || isIn("::1", 128, host)) return true;
  return noProxy
    .toLowerCase()
    .split(",")
    .map((entry) => entry.trim())
    .some((entry) => entry !== "" && matches(entry, host, port));
}

function matches(entry: string, host: string, port: string): boolean {
  if (entry === "*") return true;
  const [, network = "", bits] = /^([^/]+)\/(\d{1,3})$/.exec(entry) ?? [];
  if (Number(bits) <= bitsOf(network)) return isIn(network, Number(bits), host);
  const [name, wantedPort] = splitPort(entry);
  if (name === "" || (wantedPort !== undefined && wantedPort !== port)) return false;
  if (isIP(name) !== 0) return isIn(name, bitsOf(name), host);
  if (isIP(host) !== 0) return false;
  if (name.startsWith("*.")) return host.endsWith(name.slice(1));
  return name.startsWith(".") ? host.endsWith(name) : host === name || host.endsWith(`.${name}`);
}

/** How long such an address is; `NaN` for a name. */
function bitsOf(address: string): number {
  return { 0: Number.NaN, 4: 32, 6: 128 }[isIP(address)] ?? Number.NaN;
}

function isIn(network: string, bits: number, host: string): boolean {
  if (isIP(host) === 0) return false;
  const addresses = new BlockList();
  addresses.addSubnet(network, bits, familyOf(network));
  return addresses.check(host, familyOf(host));
}

/** `[::1]:443` and `host:443`; an address without brackets has no port. */
function splitPort(entry: string): readonly [string, string | undefined] {
  const bracketed = /^\[(.*)\](?::(\d*))?$/.exec(entry);
  if (bracketed !== null) return [bracketed[1] ?? "", bracketed[2] || undefined];
  const plain = /^([^:]*):(\d*)$/.exec(entry);
  return plain === null ? [entry, undefined] : [plain[1] ?? "", plain[2] || undefined];
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
