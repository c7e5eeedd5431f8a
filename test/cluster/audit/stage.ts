import type { ObjectIn, Resource } from "../../../src/kubernetes/index.ts";
import type { Csi } from "../csi/csi.ts";
import type { Api } from "../support/api.ts";
import { eventually, when } from "../support/eventually.ts";
import { boundPair, persistentVolumeClaim, podUsing } from "../support/manifests.ts";
import type { ObjectManifest, Place } from "../support/paths.ts";
import { pathOf } from "../support/paths.ts";

export const claims = "v1/persistentvolumeclaims";
export const volumes = "v1/persistentvolumes";
export const pods = "v1/pods";
export const attachments = "storage.k8s.io/v1/volumeattachments";
export const snapshots = "snapshot.storage.k8s.io/v1/volumesnapshots";
export const contents = "snapshot.storage.k8s.io/v1/volumesnapshotcontents";

/** As in `shop/reports`. */
export type Named = `${string}/${string}`;

export function placeOf(named: Named): Place & { readonly namespace: string } {
  const [namespace = "", name = ""] = named.split("/");
  return { name, namespace };
}

/** A cluster with one driver, and what people, kubelets and the driver do in it. */
export class Stage {
  readonly api: Api;
  readonly csi: Csi;
  readonly #volumes = new Map<Named, string>();

  constructor(api: Api, csi: Csi) {
    this.api = api;
    this.csi = csi;
  }

  async create(...objects: readonly ObjectManifest[]): Promise<void> {
    await this.api.create(...objects);
  }

  /** A manually created claim and volume, bound by the real binder. */
  async bound(named: Named, volume: string, spec: object = {}, metadata: object = {}): Promise<void> {
    const [made, claim] = boundPair(volume, placeOf(named), spec);
    await this.create({ ...made, metadata: { ...made.metadata, ...metadata } }, claim);
    await this.#bind(named);
    await this.until(volumes, { name: volume }, ({ status }) => status?.phase === "Bound");
  }

  /** A claim whose volume the driver makes, with policy Delete. */
  async provisioned(named: Named, metadata: object = {}): Promise<void> {
    const claim = persistentVolumeClaim(placeOf(named), { storageClassName: this.csi.driver });
    await this.create({ ...claim, metadata: { ...claim.metadata, ...metadata } });
    await this.#bind(named);
    await this.until(volumes, { name: this.volumeOf(named) }, ({ metadata: { finalizers = [] } }) =>
      finalizers.includes("external-provisioner.volume.kubernetes.io/finalizer"),
    );
  }

  async #bind(named: Named): Promise<void> {
    const { spec } = await this.until(claims, placeOf(named), ({ status }) => status?.phase === "Bound");
    this.#volumes.set(named, spec?.volumeName ?? "");
  }

  /** The claims of a namespace that were Bound. */
  claimsIn(namespace: string): readonly string[] {
    const places = [...this.#volumes.keys()].map(placeOf);
    return places.filter((place) => place.namespace === namespace).map(({ name }) => name);
  }

  /** The name of the volume behind a claim that was once Bound. */
  volumeOf(named: Named): string {
    const name = this.#volumes.get(named);
    if (name === undefined) throw new Error(`${named} was never Bound`);
    return name;
  }

  /** A pod that has a node, in this phase. */
  async pod(named: Named, claim: string, phase: string, spec: object = {}): Promise<void> {
    await this.create(podUsing(claim, placeOf(named), { nodeName: "node-1", ...spec }));
    await this.api.patch(pods, placeOf(named), { status: { phase } }, "/status");
  }

  /** The attachment that the attach-detach controller made, as soon as the driver has attached it. */
  async attached(volume: string): Promise<string> {
    return eventually(`${volume} is attached`, async () => {
      const found = (await this.api.list(attachments)).find(
        ({ spec, status }) => spec?.source?.persistentVolumeName === volume && status?.attached === true,
      );
      return found?.metadata.name;
    });
  }

  async addFinalizer(resource: Resource, place: Place, finalizer: string, manager = "test"): Promise<void> {
    const found = await this.until(resource, place, () => true);
    const finalizers = [...(found.metadata.finalizers ?? []), finalizer];
    const path = `${pathOf(resource, place)}?fieldManager=${manager}`;
    await this.api.send("PATCH", path, { metadata: { finalizers } }, "application/merge-patch+json");
  }

  /** All that a person does who empties the field. */
  async strip(resource: Resource, place: Place, finalizer?: string): Promise<void> {
    const found = await this.until(resource, place, () => true);
    const kept = (found.metadata.finalizers ?? []).filter((each) => each !== finalizer);
    const finalizers = finalizer === undefined || kept.length === 0 ? null : kept;
    await this.api.patch(resource, place, { metadata: { finalizers } });
  }

  async delete(resource: Resource, place: Place, options: object = {}): Promise<void> {
    await this.api.remove(resource, place, options);
  }

  /** Sets a part of the status, as its owner would. */
  async status(resource: Resource, place: Place, status: object): Promise<void> {
    await this.api.patch(resource, place, { status }, "/status");
  }

  async until<R extends Resource>(
    resource: R,
    place: Place,
    isSo: (object: ObjectIn<R>) => boolean,
  ): Promise<ObjectIn<R>> {
    const found = await when(
      `${pathOf(resource, place)} is as expected: ${isSo}`,
      () => this.api.get(resource, place),
      (object) => object !== undefined && isSo(object),
      60,
    );
    if (found === undefined) throw new Error(`${pathOf(resource, place)} is not there`);
    return found;
  }
}
