/** Claims that pods hold, or would hold. */
import { podUsing } from "../../support/manifests.ts";
import type { Scenario } from "../support/scenario.ts";
import type { World } from "../support/world.ts";
import { claims, pods } from "../support/world.ts";

const image = "example.invalid/none";

const template = {
  metadata: { labels: { app: "web" } },
  spec: {
    automountServiceAccountToken: false,
    restartPolicy: "Always",
    containers: [{ name: "main", image }],
    volumes: [{ name: "data", persistentVolumeClaim: { claimName: "data" } }],
  },
};

export const inUse: readonly Scenario[] = [
  {
    name: "a healthy claim in use",
    reason: "Bound",
    blockers: ["pod/web"],
    async make(world) {
      await world.bound(world.name("volume"));
      await world.pod("web");
      await world.podPhase("web", "Running");
      return "pvc/data";
    },
  },
  {
    name: "a running pod uses a deleted claim",
    reason: "PodUsesClaim",
    blockers: ["pod/web"],
    async make(world) {
      await world.bound(world.name("volume"));
      await world.pod("web");
      await world.podPhase("web", "Running");
      await world.delete(claims, "data");
      return "pvc/data";
    },
  },
  {
    name: "a finished pod still names a deleted claim, and one without a node waits for it",
    reason: "FinishedPodUsesClaim",
    blockers: ["pod/import"],
    async make(world) {
      await world.bound(world.name("volume"));
      await world.pod("import", "data", { restartPolicy: "Never" });
      await world.podPhase("import", "Succeeded");
      await world.create(podUsing("data", world.place("waiting")));
      await world.delete(claims, "data");
      return "pvc/data";
    },
  },
  {
    name: "the pod of a Deployment uses a deleted claim",
    reason: "PodUsesClaim",
    async make(world) {
      await world.bound(world.name("volume"));
      const selector = { matchLabels: { app: "web" } };
      await world.create({
        apiVersion: "apps/v1",
        kind: "Deployment",
        metadata: { ...world.place("web") },
        spec: { replicas: 1, selector, template },
      });
      await world.bindPod("web-");
      await world.delete(claims, "data");
      return "pvc/data";
    },
  },
  {
    name: "the pod of a finished Job uses a deleted claim",
    reason: "FinishedPodUsesClaim",
    async make(world) {
      await world.bound(world.name("volume"));
      const spec = { ...template.spec, restartPolicy: "Never" };
      await world.create({
        apiVersion: "batch/v1",
        kind: "Job",
        metadata: { ...world.place("import") },
        spec: { template: { spec } },
      });
      const pod = await world.bindPod("import-");
      await world.podPhase(pod, "Succeeded");
      await world.delete(claims, "data");
      return "pvc/data";
    },
  },
  {
    name: "a deleted pod whose kubelet has not answered yet",
    reason: "PodEnding",
    blockers: ["pod/web"],
    async make(world) {
      await deletedWithPod(world);
      return "pvc/data";
    },
  },
  {
    name: "a deleted pod with a finalizer that nobody knows",
    reason: "UnknownFinalizer",
    blockers: ["pod/web"],
    async make(world) {
      await world.bound(world.name("volume"));
      const pod = podUsing("data", world.place("web"), { nodeName: world.node });
      const finalizers = ["pods.example.com/audit"];
      await world.create({ ...pod, metadata: { ...pod.metadata, finalizers } });
      await world.delete(pods, "web", { gracePeriodSeconds: 0 });
      await world.delete(claims, "data");
      return "pvc/data";
    },
  },
  {
    name: "a pod on a node that does not exist",
    reason: "PodNodeGone",
    blockers: ["pod/web"],
    async make(world) {
      await world.bound(world.name("volume"));
      await world.pod("web", "data", { nodeName: world.name("gone") });
      await world.delete(pods, "web");
      await world.delete(claims, "data");
      return "pvc/data";
    },
  },
  {
    name: "a volume goes when its claim has gone",
    reason: "PodEnding",
    async make(world) {
      const volume = await deletedWithPod(world);
      await world.delete("v1/persistentvolumes", volume);
      return `pv/${volume}`;
    },
  },
];

/** A Terminating claim that a Terminating pod holds. */
async function deletedWithPod(world: World): Promise<string> {
  const volume = world.name("volume");
  await world.bound(volume);
  await world.pod("web", "data", { terminationGracePeriodSeconds: 600 });
  await world.podPhase("web", "Running");
  await world.delete(pods, "web");
  await world.delete(claims, "data");
  return volume;
}
