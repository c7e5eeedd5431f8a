import type { KubeObject, ObjectIn, Resource } from "../../../src/kubernetes/index.ts";
import type { ObjectManifest, Place } from "./paths.ts";
import { collectionOf, pathOf, resourceOf } from "./paths.ts";
import type { Answer } from "./transport.ts";
import { Transport } from "./transport.ts";

/** The server refused. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly status: number;
  constructor(what: string, answer: Answer) {
    super(`${what}: ${answer.status} ${answer.body.slice(0, 1000)}`);
    this.status = answer.status;
  }
}

/** What tests ask of an API server. */
export class Api extends Transport {
  /** `undefined` when there is no such object. */
  async get<R extends Resource>(resource: R, place: Place): Promise<ObjectIn<R> | undefined> {
    const path = pathOf(resource, place);
    const answer = await this.send("GET", path);
    if (answer.status === 404) return undefined;
    return accepted(`GET ${path}`, answer) as ObjectIn<R>;
  }

  async list<R extends Resource>(resource: R, namespace?: string): Promise<readonly ObjectIn<R>[]> {
    const path = collectionOf(resource, namespace);
    const list = accepted(`GET ${path}`, await this.send("GET", path));
    return (list as { readonly items: readonly ObjectIn<R>[] }).items;
  }

  /** Creates the objects in this order; returns them as they are stored. */
  async create(...objects: readonly ObjectManifest[]): Promise<readonly KubeObject[]> {
    const created: KubeObject[] = [];
    for (const object of objects) {
      const path = collectionOf(resourceOf(object), object.metadata.namespace);
      const answer = await this.send("POST", path, object);
      created.push(accepted(`POST ${path} ${object.metadata.name}`, answer) as KubeObject);
    }
    return created;
  }

  /** Calls back with every object of a kind that there is, and with every change, until the returned function is called. */
  watch(resource: Resource, hear: (type: string, object: KubeObject) => void): Promise<() => void> {
    return this.follow(`${collectionOf(resource, undefined)}?watch=true`, (line) => {
      const { type, object } = JSON.parse(line) as { readonly type: string; readonly object: KubeObject };
      hear(type, object);
    });
  }

  /** A merge patch, of the object or of its status. */
  async patch(resource: string, place: Place, change: object, part: "" | "/status" = ""): Promise<void> {
    const path = pathOf(resource, place) + part;
    accepted(`PATCH ${path}`, await this.send("PATCH", path, change, "application/merge-patch+json"));
  }

  async remove(resource: string, place: Place, options: object = {}): Promise<void> {
    const path = pathOf(resource, place);
    accepted(`DELETE ${path}`, await this.send("DELETE", path, options));
  }

  /** What a test made and may have deleted already. */
  async removeObject(object: ObjectManifest): Promise<void> {
    await this.send("DELETE", pathOf(resourceOf(object), object.metadata));
  }
}

function accepted(what: string, answer: Answer): unknown {
  if (answer.status >= 400) throw new Refused(what, answer);
  return JSON.parse(answer.body);
}
