import type { HeaderList } from "../../kubeconfig/index.ts";

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const value = /^[\t\x20-\x7e\x80-\xff]*$/;
const target = /^[\x21-\x7e]+$/;

/** Hundreds of requests have the same headers, in the same list. */
const written = new WeakMap<HeaderList, string | "not sendable">();

/** The bytes of a GET, as Latin-1. `undefined` for what must not be sent: Node says what is wrong with it. */
export function requestFor({ pathname, search, host }: URL, headers: HeaderList): string | undefined {
  const path = `${pathname}${search}`;
  const lines = written.get(headers) ?? linesOf(headers);
  written.set(headers, lines);
  if (lines === "not sendable" || !target.test(path)) return undefined;
  return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${lines}Connection: keep-alive\r\n\r\n`;
}

function linesOf(headers: HeaderList): string {
  const lines = headers.map(([name, text]) => [name, Buffer.from(text, "utf8").toString("latin1")] as const);
  const isSendable = lines.every(([name, text]) => token.test(name) && value.test(text));
  return isSendable ? lines.map(([name, text]) => `${name}: ${text}\r\n`).join("") : "not sendable";
}
