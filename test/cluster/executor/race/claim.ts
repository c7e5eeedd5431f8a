import { randomBytes } from "node:crypto";
import { persistentVolumeClaim } from "../../support/manifests.ts";
import type { Ground } from "./ground.ts";

/** A claim as the server has it. */
export interface StoredClaim {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly finalizers?: readonly string[];
    readonly labels?: Readonly<Record<string, string>>;
  };
}

export const protection = "kubernetes.io/pvc-protection";

export function pathOf({ namespace }: Ground, name: string): string {
  return `/api/v1/namespaces/${namespace}/persistentvolumeclaims/${name}`;
}

/** A new claim that is being deleted, held by its own protection after these finalizers. */
export async function dyingClaim(place: Ground, finalizers: readonly string[]): Promise<StoredClaim> {
  const name = `raced-${randomBytes(6).toString("hex")}`;
  const manifest = persistentVolumeClaim({ name, namespace: place.namespace });
  await place.api.create({
    ...manifest,
    metadata: { ...manifest.metadata, finalizers: [...finalizers, protection] },
  });
  const answer = await place.api.send("DELETE", pathOf(place, name));
  return JSON.parse(answer.body) as StoredClaim;
}

export async function found(place: Ground, name: string): Promise<StoredClaim | undefined> {
  const answer = await place.api.send("GET", pathOf(place, name));
  return answer.status === 200 ? (JSON.parse(answer.body) as StoredClaim) : undefined;
}

/** The claim without one of its finalizers, as it was read. Gives the status of the answer. */
export async function putWithout(place: Ground, claim: StoredClaim, finalizer: string): Promise<number> {
  const finalizers = (claim.metadata.finalizers ?? []).filter((one) => one !== finalizer);
  const body = { ...claim, metadata: { ...claim.metadata, finalizers } };
  return (await place.api.send("PUT", pathOf(place, claim.metadata.name), body)).status;
}

/** So that the server does not fill up. */
export async function cleared(place: Ground, name: string): Promise<void> {
  const path = pathOf(place, name);
  await place.api.send("DELETE", path);
  await place.api.send("PATCH", path, { metadata: { finalizers: null } }, "application/merge-patch+json");
}
