import { isIP } from "node:net";

/** Host and port as node:net wants them: an IPv6 address without brackets. */
export function addressOf(url: URL): { readonly host: string; readonly port: number } {
  const standard = url.protocol === "https:" ? 443 : 80;
  return { host: url.hostname.replace(/^\[|\]$/g, ""), port: Number(url.port) || standard };
}

/** By what a TLS server is asked for: an address cannot be asked for by name, though it is checked all the same. */
export function nameToAskFor(host: string): string {
  return isIP(host) === 0 ? host : "";
}

export function proxyAuthorization(proxy: URL): { readonly "Proxy-Authorization"?: string } {
  if (proxy.username === "") return {};
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { "Proxy-Authorization": `Basic ${Buffer.from(pair, "utf8").toString("base64")}` };
}
