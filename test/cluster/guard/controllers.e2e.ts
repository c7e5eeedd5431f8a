/** Under --mode deny, the controllers do their own work: nothing is left behind that they would have ended. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { newName } from "../support/e2e.ts";
import { gone, holdsFor, when } from "../support/eventually.ts";
import { persistentVolume, persistentVolumeClaim } from "../support/manifests.ts";
import { newNode } from "../support/node.ts";
import type { ObjectManifest, Place } from "../support/paths.ts";
import type { Guarded } from "./guarded.ts";
import {
  allow,
  bound,
  claims,
  deletion,
  guarded,
  namespaces,
  newNamespaceIn,
  podSpec,
  refusalOf,
  volumes,
  waitingPod,
} from "./guarded.ts";

const statefulSets = "apps/v1/statefulsets";
const jobs = "batch/v1/jobs";
const pods = "v1/pods";

let cluster: Guarded;
before(async () => {
  cluster = await guarded("--mode", "deny");
  // From then on the guards are in force.
  const namespace = await newNamespaceIn(cluster.api);
  const place = { name: "data", namespace };
  await bound(cluster.api, place, "Delete");
  await refusalOf("the claim is guarded", () => deletion(cluster.api, claims, place));
  await refusalOf("the namespace is guarded", () => deletion(cluster.api, namespaces, { name: namespace }));
});
after(() => cluster?.stop());

/** A volume of the policy Delete that waits for the claim of this name. */
async function volumeFor(claim: Place): Promise<string> {
  const name = newName("pv");
  const claimRef = { ...claim };
  await cluster.api.create(persistentVolume(name, { claimRef, persistentVolumeReclaimPolicy: "Delete" }));
  return name;
}

async function isBound(claim: Place): Promise<void> {
  await when(
    `${claim.name} is Bound`,
    () => cluster.api.get(claims, claim),
    (found) => found?.status?.phase === "Bound",
    60,
  );
}

/** The volume controller deletes a volume of hostPath itself, below /tmp. */
async function isDeleted(volume: string): Promise<void> {
  await gone(`volume ${volume}`, () => cluster.api.get(volumes, { name: volume }), 90);
}

test("the namespace controller ends a namespace once a person allowed it, with its pods and claims", async () => {
  const { api } = cluster;
  const namespace = await newNamespaceIn(api);
  const place = { name: "data", namespace };
  const volume = await bound(api, place, "Delete");
  await api.create(waitingPod({ name: "web", namespace }, { persistentVolumeClaim: { claimName: "data" } }));
  const name = { name: namespace };
  const message = await refusalOf("the namespace is guarded", () => deletion(api, namespaces, name));
  await assert.rejects(api.remove(namespaces, name), /403/);
  await holdsFor("the namespace is not being deleted", 2, async () => {
    const found = await api.get(namespaces, name);
    return found?.metadata.deletionTimestamp === undefined && (await api.get(claims, place)) !== undefined;
  });
  await allow(api, namespaces, name, message);
  await api.remove(namespaces, name);
  await gone(`namespace ${namespace}`, () => api.get(namespaces, name), 90);
  await isDeleted(volume);
});

test("the protection controller removes its finalizer when the last pod ends, of a claim that a person deleted", async (context) => {
  const { api } = cluster;
  const namespace = await newNamespaceIn(api);
  const place = { name: "data", namespace };
  const volume = await bound(api, place, "Retain");
  // Only a pod that has a node holds the claim. Nothing runs on this one.
  const pod = waitingPod({ name: "web", namespace }, { persistentVolumeClaim: { claimName: "data" } });
  await api.create({ ...pod, spec: { ...(pod.spec as object), nodeName: await newNode(context, api) } });
  const message = await refusalOf("the claim is guarded", () => deletion(api, claims, place));
  await allow(api, claims, place, message);
  await api.remove(claims, place);
  await holdsFor("the claim is Terminating", 2, async () => {
    const found = await api.get(claims, place);
    return found?.metadata.deletionTimestamp !== undefined;
  });
  await api.remove(pods, { name: "web", namespace }, { gracePeriodSeconds: 0 });
  await gone("the claim", () => api.get(claims, place), 60);
  await when(
    "the volume is Released",
    () => api.get(volumes, { name: volume }),
    (found) => found?.status?.phase === "Released",
    60,
  );
  // It is Bound no longer, so a person may delete it, and its protection ends with it.
  await api.remove(volumes, { name: volume });
  await gone("the volume", () => api.get(volumes, { name: volume }), 60);
});

function statefulSet(namespace: string, replicas: number): ObjectManifest {
  const labels = { app: "db" };
  return {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: { name: "db", namespace },
    spec: {
      serviceName: "db",
      replicas,
      podManagementPolicy: "Parallel",
      selector: { matchLabels: labels },
      persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete", whenScaled: "Delete" },
      template: { metadata: { labels }, spec: { ...podSpec({}), volumes: [] } },
      volumeClaimTemplates: [persistentVolumeClaim({ name: "data" })],
    },
  };
}

test("a StatefulSet whose policy says so loses the claim of a pod that it scales down, and all when it is deleted", async () => {
  const { api } = cluster;
  const namespace = await newNamespaceIn(api);
  const places = ["data-db-0", "data-db-1"].map((name) => ({ name, namespace }));
  const made: string[] = [];
  for (const place of places) made.push(await volumeFor(place));
  await api.create(statefulSet(namespace, 2));
  for (const place of places) await isBound(place);
  const [first, second] = places;
  assert.ok(first && second);
  // A person is refused the same deletion.
  assert.equal((await deletion(api, claims, second)).status, 403);
  await api.patch(statefulSets, { name: "db", namespace }, { spec: { replicas: 1 } });
  await gone("the claim of the second pod", () => api.get(claims, second), 90);
  await isDeleted(made[1] ?? "");
  assert.equal((await api.get(claims, first))?.metadata.deletionTimestamp, undefined);
  await api.remove(statefulSets, { name: "db", namespace }, { propagationPolicy: "Background" });
  await gone("the claim of the first pod", () => api.get(claims, first), 90);
  await isDeleted(made[0] ?? "");
});

const ephemeral = {
  ephemeral: {
    volumeClaimTemplate: {
      spec: {
        accessModes: ["ReadWriteOnce"],
        storageClassName: "",
        resources: { requests: { storage: "1Gi" } },
      },
    },
  },
};

test("the claim of an ephemeral volume ends with its pod", async () => {
  const { api } = cluster;
  const namespace = await newNamespaceIn(api);
  const place = { name: "scratch-data", namespace };
  const volume = await volumeFor(place);
  await api.create(waitingPod({ name: "scratch", namespace }, ephemeral));
  await isBound(place);
  await api.remove(pods, { name: "scratch", namespace });
  await gone("the claim", () => api.get(claims, place), 90);
  await isDeleted(volume);
});

test("a Job that has finished is deleted after its time, with the pod and the claim of its ephemeral volume", async () => {
  const { api } = cluster;
  const namespace = await newNamespaceIn(api);
  const template = { spec: { ...podSpec(ephemeral), restartPolicy: "Never" } };
  await api.create({
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name: "once", namespace },
    spec: { template, ttlSecondsAfterFinished: 1 },
  });
  const [pod] = await when(
    "the pod of the Job",
    () => api.list(pods, namespace),
    (all) => all.length === 1,
  );
  const name = pod?.metadata.name ?? "";
  const place = { name: `${name}-data`, namespace };
  await volumeFor(place);
  await isBound(place);
  const terminated = { exitCode: 0, reason: "Completed" };
  const containerStatuses = [
    { name: "main", image: "x", imageID: "", ready: false, restartCount: 0, state: { terminated } },
  ];
  await api.patch(
    pods,
    { name, namespace },
    { status: { phase: "Succeeded", containerStatuses } },
    "/status",
  );
  await gone("the Job", () => api.get(jobs, { name: "once", namespace }), 90);
  await gone("the claim", () => api.get(claims, place), 90);
});

test("other changes of a claim and a volume pass", async () => {
  const { api } = cluster;
  const namespace = await newNamespaceIn(api);
  const place = { name: "data", namespace };
  const volume = await bound(api, place, "Delete");
  await api.patch(claims, place, { metadata: { labels: { team: "a" }, annotations: { note: "x" } } });
  await api.patch(volumes, { name: volume }, { metadata: { labels: { team: "a" } } });
  await api.patch(claims, place, { status: { capacity: { storage: "1Gi" } } }, "/status");
  await api.patch(volumes, { name: volume }, { spec: { persistentVolumeReclaimPolicy: "Retain" } });
});
