import assert from "node:assert/strict";
import type { Cluster } from "../cluster.ts";
import { startCluster } from "../cluster.ts";
import type { Api } from "../support/api.ts";
import { newName } from "../support/e2e.ts";
import { eventually, when } from "../support/eventually.ts";
import { boundPair } from "../support/manifests.ts";
import type { ObjectManifest, Place } from "../support/paths.ts";
import { pathOf } from "../support/paths.ts";
import type { Ran } from "../support/pvguard.ts";
import { pvguard } from "../support/pvguard.ts";
import type { Answer } from "../support/transport.ts";

export const claims = "v1/persistentvolumeclaims";
export const volumes = "v1/persistentvolumes";
export const namespaces = "v1/namespaces";

/** A control plane of its own, since a guard is about the whole cluster. */
export interface Guarded {
  readonly api: Api;
  readonly kubeconfig: string;
  /** Runs the program against it. What it keeps is deleted with the cluster. */
  run(...args: readonly string[]): Promise<Ran>;
  stop(): Promise<void>;
}

/** Starts a control plane, and installs the guards in it with these flags. */
export async function guarded(...flags: readonly string[]): Promise<Guarded> {
  const cluster: Cluster = await startCluster({ guards: "own" });
  const api = cluster.api();
  const kept = ["--backup-dir", `${cluster.logs}/kept`];
  const run = (...args: readonly string[]) => pvguard(...args, "--kubeconfig", cluster.kubeconfigPath);
  try {
    const { code, err } = await run("guard", "--install", "--yes", ...kept, ...flags);
    assert.equal(code, 0, err);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return { api, kubeconfig: cluster.kubeconfigPath, run, stop: () => cluster.stop() };
}

/** A namespace in which pods can be created. It stays: the guards refuse its deletion. */
export async function newNamespaceIn(api: Api): Promise<string> {
  const name = newName("guarded");
  await api.create({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
  await eventually(`service account default in ${name}`, async () => {
    const answer = await api.send("GET", `/api/v1/namespaces/${name}/serviceaccounts/default`);
    return answer.status === 200 ? answer : undefined;
  });
  return name;
}

/** A claim that is bound to a volume of this policy. @returns the name of the volume */
export async function bound(api: Api, claim: Place, policy: "Delete" | "Retain"): Promise<string> {
  const volume = newName("pv");
  await api.create(...boundPair(volume, claim, { persistentVolumeReclaimPolicy: policy }));
  await when(
    `${claim.name} is Bound`,
    async () => [await api.get(claims, claim), await api.get(volumes, { name: volume })],
    (pair) => pair.every((each) => each?.status !== undefined && Object(each.status).phase === "Bound"),
  );
  return volume;
}

/** What the server says to a deletion that it does not carry out. A policy needs a moment to be in force. */
export function deletion(api: Api, resource: string, place: Place): Promise<Answer> {
  return api.send("DELETE", pathOf(resource, place), { dryRun: ["All"] });
}

/** Waits until the server refuses this, and gives the words of the refusal. */
export async function refusalOf(what: string, ask: () => Promise<Answer>): Promise<string> {
  const { status, body } = await when(what, ask, (answer) => answer.status >= 400, 10);
  assert.equal(status, 403, body);
  return (JSON.parse(body) as { readonly message: string }).message;
}

/** The command that a refusal ends with, carried out as `kubectl annotate` does. */
export async function allow(api: Api, resource: string, place: Place, message: string): Promise<void> {
  const [, key = "", uid = ""] = / (pvguard\.dev\/allow-(?:delete|change))=(\S+)$/.exec(message) ?? [];
  assert.notEqual(key, "", message);
  await api.patch(resource, place, { metadata: { annotations: { [key]: uid } } });
}

/** A pod that no scheduler sees, so that it ends as soon as it is deleted. */
export function waitingPod(place: Place, volume: object): ObjectManifest {
  return { apiVersion: "v1", kind: "Pod", metadata: { ...place }, spec: podSpec(volume) };
}

/** @param volume what the pod's one volume is made from */
export function podSpec(volume: object): object {
  return {
    automountServiceAccountToken: false,
    containers: [{ name: "main", image: "example.invalid/none" }],
    volumes: [{ name: "data", ...volume }],
  };
}
