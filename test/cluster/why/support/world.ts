import type { TestContext } from "node:test";
import type { ObjectIn, Resource } from "../../../../src/kubernetes/index.ts";
import type { Api } from "../../support/api.ts";
import { newName, newNamespace } from "../../support/e2e.ts";
import { eventually, gone } from "../../support/eventually.ts";
import { boundPair, podUsing } from "../../support/manifests.ts";
import type { ObjectManifest, Place } from "../../support/paths.ts";
import { pathOf, resourceOf } from "../../support/paths.ts";

export const claims = "v1/persistentvolumeclaims";
export const volumes = "v1/persistentvolumes";
export const pods = "v1/pods";
export const attachments = "storage.k8s.io/v1/volumeattachments";

/** A namespace of its own, and what can be done in it as if by people, controllers' drivers and kubelets. */
export class World {
  readonly api: Api;
  readonly namespace: string;
  readonly node: string;
  readonly #context: TestContext;

  constructor(context: TestContext, api: Api, namespace: string, node: string) {
    this.#context = context;
    this.api = api;
    this.namespace = namespace;
    this.node = node;
  }

  place(name: string): Place {
    return { name, namespace: this.namespace };
  }

  /** A name of something outside of namespaces. */
  name(prefix: string): string {
    return newName(prefix);
  }

  /** Creates objects that go, whatever holds them, when the test ends. */
  async create(...objects: readonly ObjectManifest[]): Promise<void> {
    for (const object of objects) {
      await this.api.create(object);
      const { name, namespace } = object.metadata;
      this.goesAtTheEnd(resourceOf(object), namespace === undefined ? { name } : { name, namespace });
    }
  }

  goesAtTheEnd(resource: string, place: Place): void {
    this.#context.after(async () => {
      await this.api.remove(resource, place, { gracePeriodSeconds: 0 }).catch(() => undefined);
      await this.api.patch(resource, place, { metadata: { finalizers: null } }).catch(() => undefined);
    });
  }

  /** A claim and a volume, bound by the real binder. */
  async bound(volume: string, claim = "data", spec: object = {}): Promise<void> {
    await this.create(...boundPair(volume, this.place(claim), spec));
    await this.until(claims, this.place(claim), (found) => found.status?.phase === "Bound");
    await this.until(volumes, { name: volume }, (found) => found.status?.phase === "Bound");
  }

  /** A scheduled pod that uses a claim. */
  async pod(name: string, claim = "data", spec: object = {}): Promise<void> {
    await this.create(podUsing(claim, this.place(name), { nodeName: this.node, ...spec }));
  }

  /** Gives the first pod of this prefix its node, as a scheduler does, and lets it run. */
  async bindPod(prefix: string): Promise<string> {
    const name = await eventually(`a pod ${prefix}…`, async () => {
      const found = await this.api.list(pods, this.namespace);
      return found.find(({ metadata }) => metadata.name.startsWith(prefix))?.metadata.name;
    });
    this.goesAtTheEnd(pods, this.place(name));
    const path = `/api/v1/namespaces/${this.namespace}/pods/${name}/binding`;
    const target = { apiVersion: "v1", kind: "Node", name: this.node };
    const answer = await this.api.send("POST", path, {
      apiVersion: "v1",
      kind: "Binding",
      metadata: { name },
      target,
    });
    if (answer.status >= 400) throw new Error(`${path}: ${answer.body}`);
    await this.podPhase(name, "Running");
    return name;
  }

  /** The attachment that the attach-detach controller makes. */
  async attachmentOf(volume: string): Promise<string> {
    const name = await eventually(`an attachment of ${volume}`, async () => {
      const found = await this.api.list(attachments);
      return found.find(({ spec }) => spec?.source?.persistentVolumeName === volume)?.metadata.name;
    });
    this.goesAtTheEnd(attachments, { name });
    return name;
  }

  async addFinalizer(
    resource: Resource,
    place: Place,
    finalizer: string,
    fieldManager = "test",
  ): Promise<void> {
    const found = await this.until(resource, place, () => true);
    const finalizers = [...(found.metadata.finalizers ?? []), finalizer];
    const path = `${pathOf(resource, place)}?fieldManager=${fieldManager}`;
    const change = { metadata: { finalizers } };
    const answer = await this.api.send("PATCH", path, change, "application/merge-patch+json");
    if (answer.status >= 400) throw new Error(`${path}: ${answer.body}`);
  }

  async podPhase(name: string, phase: string): Promise<void> {
    await this.api.patch(pods, this.place(name), { status: { phase } }, "/status");
  }

  async delete(resource: Resource, name: string, options: object = {}): Promise<void> {
    const place = resource === volumes || resource === attachments ? { name } : this.place(name);
    await this.api.remove(resource, place, options);
  }

  async until<R extends Resource>(
    resource: R,
    place: Place,
    isSo: (object: ObjectIn<R>) => boolean,
  ): Promise<ObjectIn<R>> {
    return await eventually(`${resource} ${place.name} is as expected: ${isSo}`, async () => {
      const found = await this.api.get(resource, place);
      return found !== undefined && isSo(found) ? found : undefined;
    });
  }

  async untilGone(resource: Resource, place: Place, seconds?: number): Promise<void> {
    await gone(`${resource} ${place.name}`, () => this.api.get(resource, place), seconds);
  }
}

export async function newWorld(context: TestContext, api: Api, node: string): Promise<World> {
  return new World(context, api, await newNamespace(context, api), node);
}
