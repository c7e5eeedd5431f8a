import { BlockList, isIP } from "node:net";
import { say } from "../../model/index.ts";
import { AccessError } from "./access-error.ts";
import type { Chosen } from "./choose.ts";
import type { ProxyServer } from "./connection.ts";
import { type Environment, variable } from "./machine.ts";

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
  throw new AccessError(
    "config",
    url?.protocol.startsWith("socks")
      ? say`error: ${owner} is a SOCKS proxy, which is not supported`
      : say`error: ${owner} must be an http or https URL`,
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
  if (host === "localhost" || isLoopback(host)) return true;
  return noProxy
    .toLowerCase()
    .split(",")
    .map((entry) => entry.trim())
    .some((entry) => entry !== "" && matches(entry, host, port));
}

function isLoopback(host: string): boolean {
  const loopback = new BlockList();
  loopback.addSubnet("127.0.0.0", 8, "ipv4");
  loopback.addAddress("::1", "ipv6");
  return isIP(host) !== 0 && loopback.check(host, familyOf(host));
}

function matches(entry: string, host: string, port: string): boolean {
  if (entry === "*") return true;
  const subnet = subnetOf(entry);
  if (subnet !== undefined) return isIP(host) !== 0 && subnet.check(host, familyOf(host));
  const [name, wantedPort] = splitPort(entry);
  if (name === "" || (wantedPort !== undefined && wantedPort !== port)) return false;
  if (isIP(name) !== 0) return isIP(host) !== 0 && addressList(name).check(host, familyOf(host));
  if (isIP(host) !== 0) return false;
  if (name.startsWith("*.")) return host.endsWith(name.slice(1));
  return name.startsWith(".") ? host.endsWith(name) : host === name || host.endsWith(`.${name}`);
}

function subnetOf(entry: string): BlockList | undefined {
  const [address, bits, more] = entry.split("/");
  if (address === undefined || bits === undefined || more !== undefined || !/^\d{1,3}$/.test(bits))
    return undefined;
  const family = isIP(address);
  if (family === 0 || Number(bits) > (family === 4 ? 32 : 128)) return undefined;
  const list = new BlockList();
  list.addSubnet(address, Number(bits), familyOf(address));
  return list;
}

function addressList(address: string): BlockList {
  const list = new BlockList();
  list.addAddress(address, familyOf(address));
  return list;
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
