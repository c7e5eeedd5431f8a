import { type RequestOptions, request } from "node:https";
import { KubeConfig } from "@kubernetes/client-node";

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Requests to an API server, as one of the users of a kubeconfig. */
export class Transport {
  readonly #config = new KubeConfig();
  readonly #server: string;

  constructor(kubeconfigPath: string, context?: string) {
    this.#config.loadFromFile(kubeconfigPath);
    if (context !== undefined) this.#config.setCurrentContext(context);
    const server = this.#config.getCurrentCluster()?.server;
    if (server === undefined) throw new Error(`${kubeconfigPath} names no server`);
    this.#server = server;
  }

  /** With a length always: Node sends the body of a DELETE without one unless told, and the server then ignores it. */
  async send(method: string, path: string, body?: unknown, type = "application/json"): Promise<Answer> {
    const login: RequestOptions = { method };
    await this.#config.applyToHTTPSOptions(login);
    const text = body === undefined ? undefined : JSON.stringify(body);
    const content =
      text === undefined ? {} : { "content-type": type, "content-length": Buffer.byteLength(text) };
    const options = { ...login, headers: { ...login.headers, accept: "application/json", ...content } };
    return new Promise((resolve, reject) => {
      const sent = request(new URL(path, this.#server), options, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString("utf8") });
        });
      });
      sent.on("error", reject);
      sent.end(text);
    });
  }
}
