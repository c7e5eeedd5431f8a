import type { IncomingMessage } from "node:http";
import type { RequestOptions } from "node:https";
import { Agent, request } from "node:https";
import { createInterface } from "node:readline";
import { KubeConfig } from "@kubernetes/client-node";

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** What the server says beside it, all in one text. */
  readonly warning?: string | undefined;
}

/** Requests to an API server, as one of the users of a kubeconfig. */
export class Transport {
  readonly #config = new KubeConfig();
  readonly #server: string;
  /** A handshake for each request would take longer than the request. */
  readonly #connections = new Agent({ keepAlive: true, maxSockets: 32 });

  constructor(kubeconfigPath: string, context?: string) {
    this.#config.loadFromFile(kubeconfigPath);
    if (context !== undefined) this.#config.setCurrentContext(context);
    const server = this.#config.getCurrentCluster()?.server;
    if (server === undefined) throw new Error(`${kubeconfigPath} names no server`);
    this.#server = server;
  }

  async send(method: string, path: string, body?: unknown, type = "application/json"): Promise<Answer> {
    const response = await this.#open(method, path, body, type);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const { warning } = response.headers;
    return {
      status: response.statusCode ?? 0,
      body: Buffer.concat(chunks).toString("utf8"),
      warning: warning === undefined ? undefined : String(warning),
    };
  }

  /** The body of an answer as it comes, in the encoding that is asked for. */
  async bytes(path: string, accept: string): Promise<Buffer> {
    const response = await this.#open("GET", path, undefined, "application/json", accept);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  /** Calls back with each line of an answer that does not end, until the returned function is called. */
  async follow(path: string, hear: (line: string) => void): Promise<() => void> {
    const response = await this.#open("GET", path);
    if (response.statusCode !== 200) throw new Error(`GET ${path}: ${response.statusCode}`);
    response.on("error", () => undefined);
    createInterface({ input: response })
      .on("line", hear)
      .on("error", () => undefined);
    return () => response.destroy();
  }

  /** With a length always: Node sends the body of a DELETE without one unless told, and the server then ignores it. */
  async #open(
    method: string,
    path: string,
    body?: unknown,
    type = "application/json",
    accept = "application/json",
  ): Promise<IncomingMessage> {
    const login: RequestOptions = { method };
    await this.#config.applyToHTTPSOptions(login);
    const text = body === undefined ? undefined : JSON.stringify(body);
    const content =
      text === undefined ? {} : { "content-type": type, "content-length": Buffer.byteLength(text) };
    const headers = { ...login.headers, accept, ...content };
    const options = { ...login, agent: this.#connections, headers };
    return sendOn(new URL(path, this.#server), options, text);
  }
}

/**
 * The API server closes a connection that was idle for 90 seconds, and a request can meet that. It has not been read
 * then, and is sent again.
 * kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/server/secure_serving.go `Serve`, v1.36.
 */
function sendOn(url: URL, options: RequestOptions, text: string | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, resolve);
    sent.on("error", (problem: NodeJS.ErrnoException) => {
      if (sent.reusedSocket && problem.code === "ECONNRESET") resolve(sendOn(url, options, text));
      else reject(problem);
    });
    sent.end(text);
  });
}
