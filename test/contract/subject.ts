import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import type { Stored } from "./answer.ts";
import { Answer } from "./answer.ts";
import type { Asked } from "./requests.ts";
import { ask } from "./requests.ts";
import type { ContractServer } from "./server.ts";

export const volumes = "/api/v1/persistentvolumes";
export const jsonPatch = "application/json-patch+json";
export const mergePatch = "application/merge-patch+json";
export const strategicPatch = "application/strategic-merge-patch+json";
export const applyPatch = "application/apply-patch+yaml";

/** The server under test, as the tests speak to it. */
export class Subject {
  #server: ContractServer | undefined;
  namespace = "";

  /** Opens the server, and makes a namespace for everything that has one. */
  async open(start: () => Promise<ContractServer>): Promise<void> {
    this.#server = await start();
    this.namespace = newName("contract");
    const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: this.namespace } };
    await this.made("/api/v1/namespaces", namespace);
    await this.made(`/api/v1/namespaces/${this.namespace}/serviceaccounts`, {
      apiVersion: "v1",
      kind: "ServiceAccount",
      metadata: { name: "default" },
    });
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  get server(): ContractServer {
    if (this.#server === undefined) throw new Error("the server is not open");
    return this.#server;
  }

  inside(plural: string): string {
    return `/api/v1/namespaces/${this.namespace}/${plural}`;
  }

  async ask(method: string, path: string, asked: Asked = {}): Promise<Answer> {
    return new Answer(await ask(this.server, method, path, asked));
  }

  async get(path: string): Promise<Answer> {
    return await this.ask("GET", path);
  }

  async patch(path: string, type: string, body: unknown): Promise<Answer> {
    return await this.ask("PATCH", path, { type, body });
  }

  /** Creates an object and returns it as it is stored. */
  async made(collection: string, object: object): Promise<Stored> {
    const answer = await this.ask("POST", collection, { body: object });
    assert.equal(answer.code, 201, answer.text);
    return answer.object;
  }

  /** Deletes it, and returns it as it then is. */
  async deleted(path: string): Promise<Stored> {
    const answer = await this.ask("DELETE", path);
    assert.equal(answer.code, 200, answer.text);
    return answer.object;
  }
}

export function newName(prefix: string): string {
  return `${prefix}-${randomBytes(4).toString("hex")}`;
}
