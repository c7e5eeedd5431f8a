import type { Agent, ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http";
import http from "node:http";
import https from "node:https";
import type { ContractServer } from "./server.ts";

/** Where a request goes, and as whom. */
type Destination = Pick<ContractServer, "url" | "authority" | "tokenOf"> & { readonly agent?: Agent };

export interface Asked {
  readonly body?: unknown;
  readonly type?: string;
  readonly user?: string;
}

export interface Given {
  readonly code: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export function open(
  server: Destination,
  method: string,
  path: string,
  { body, type = "application/json", user = "admin" }: Asked,
  answered: (response: IncomingMessage) => void,
): ClientRequest {
  const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
  const content =
    body === undefined ? {} : { "content-type": type, "content-length": Buffer.byteLength(text) };
  const url = new URL(path, server.url);
  const options = {
    method,
    headers: { accept: "application/json", authorization: `Bearer ${server.tokenOf(user)}`, ...content },
  };
  const sent =
    server.agent === undefined
      ? https.request(url, { ...options, ca: server.authority }, answered)
      : http.request(url, { ...options, agent: server.agent }, answered);
  sent.end(text);
  return sent;
}

export function ask(server: Destination, method: string, path: string, asked: Asked = {}): Promise<Given> {
  return new Promise((resolve, reject) => {
    const sent = open(server, method, path, asked, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({ code: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    sent.on("error", reject);
  });
}
