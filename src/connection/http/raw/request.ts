import type { HeaderList } from "../../kubeconfig/index.ts";

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const value = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The bytes of a GET, as Latin-1. `undefined` for what must not be sent: Node says what is wrong with it. */
export function requestFor(url: URL, headers: HeaderList): string | undefined {
  const target = `${url.pathname}${url.search}`;
  const all: HeaderList = [...headers, ["Host", url.host], ["Connection", "keep-alive"]];
  const lines = all.map(([name, text]) => [name, Buffer.from(text, "utf8").toString("latin1")] as const);
  const isSendable =
    /^[\x21-\x7e]+$/.test(target) && lines.every(([name, text]) => token.test(name) && value.test(text));
  if (!isSendable) return undefined;
  return [`GET ${target} HTTP/1.1`, ...lines.map(([name, text]) => `${name}: ${text}`), "", ""].join("\r\n");
}
