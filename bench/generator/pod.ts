import type { App } from "./app.ts";
import type { Values } from "./frozen.ts";
import { managedBy } from "./managed-fields.ts";
import { ago, day, minute } from "./moment.ts";
import type { Random } from "./random.ts";

export type PodState = "running" | "succeeded" | "pending";

interface PodFacts {
  readonly name: string;
  readonly owner: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly name: string;
    readonly uid: string;
  };
  readonly labels: Values;
  readonly state: PodState;
  /** Unless it is pending. */
  readonly nodeName: string;
  readonly claimName?: string;
}

export function podOf(app: App, facts: PodFacts, random: Random): Values {
  const { name, owner, labels, state, nodeName, claimName } = facts;
  const made = ago((1 + random.below(40)) * day + random.below(day));
  const isPlaced = state !== "pending";
  return {
    metadata: {
      name,
      generateName: `${owner.name}-`,
      namespace: app.namespace,
      uid: random.uid(),
      resourceVersion: String(1_000_000 + random.below(9_000_000)),
      generation: 1,
      creationTimestamp: made,
      labels: { ...app.labels, ...labels },
      annotations: { "checksum/config": random.hex(64) },
      ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: true }],
      managedFields: [
        managedBy({
          manager: "kube-controller-manager",
          apiVersion: "v1",
          time: made,
          fields: app.controlled,
        }),
        ...(isPlaced
          ? [
              managedBy({
                manager: "kubelet",
                apiVersion: "v1",
                time: made,
                fields: app.reported,
                subresource: "status",
              }),
            ]
          : []),
      ],
    },
    spec: {
      volumes: [
        ...(claimName === undefined ? [] : [{ name: "data", persistentVolumeClaim: { claimName } }]),
        ...app.volumes,
      ],
      containers: app.containers,
      ...placedSpec(app.spec, isPlaced ? nodeName : undefined),
    },
    status: isPlaced ? placedStatus(app, state, made, random) : pendingStatus(made),
  };
}

/** In the order of the fields of `PodSpec`. */
function placedSpec(spec: Values, nodeName: string | undefined): Values {
  if (nodeName === undefined) return spec;
  const {
    restartPolicy,
    terminationGracePeriodSeconds,
    dnsPolicy,
    serviceAccountName,
    serviceAccount,
    ...others
  } = spec;
  const before = {
    restartPolicy,
    terminationGracePeriodSeconds,
    dnsPolicy,
    serviceAccountName,
    serviceAccount,
  };
  return { ...before, nodeName, ...others };
}

function pendingStatus(at: string): Values {
  const message =
    "0/34 nodes are available: pod has unbound immediate PersistentVolumeClaims. preemption: 0/34 nodes are available: 34 Preemption is not helpful for scheduling.";
  return {
    phase: "Pending",
    conditions: [
      {
        type: "PodScheduled",
        observedGeneration: 1,
        status: "False",
        lastTransitionTime: at,
        reason: "Unschedulable",
        message,
      },
    ],
    qosClass: "Burstable",
  };
}

function placedStatus(app: App, state: PodState, at: string, random: Random): Values {
  const isRunning = state === "running";
  const address = `10.${random.below(200)}.${random.below(250)}.${random.below(250)}`;
  const host = `172.16.${random.below(250)}.${random.below(250)}`;
  const ready = isRunning ? { status: "True" } : { status: "False", reason: "PodCompleted" };
  const condition = (type: string, more: Values) => ({
    type,
    observedGeneration: 1,
    status: more.status,
    lastProbeTime: null,
    lastTransitionTime: at,
    ...more,
  });
  return {
    observedGeneration: 1,
    phase: isRunning ? "Running" : "Succeeded",
    conditions: [
      condition("PodReadyToStartContainers", { status: isRunning ? "True" : "False" }),
      condition("Initialized", { status: "True" }),
      condition("Ready", ready),
      condition("ContainersReady", ready),
      condition("PodScheduled", { status: "True" }),
    ],
    hostIP: host,
    hostIPs: [{ ip: host }],
    podIP: address,
    podIPs: [{ ip: address }],
    startTime: at,
    containerStatuses: app.containers.map((container) => statusOf(container, isRunning, at, random)),
    qosClass: "Burstable",
  };
}

function statusOf(container: Values, isRunning: boolean, at: string, random: Random): Values {
  const containerID = `containerd://${random.hex(64)}`;
  const image = String(container.image);
  return {
    name: container.name,
    state: isRunning
      ? { running: { startedAt: at } }
      : {
          terminated: {
            exitCode: 0,
            reason: "Completed",
            startedAt: at,
            finishedAt: ago(20 * minute),
            containerID,
          },
        },
    lastState: {},
    ready: isRunning,
    restartCount: 0,
    image,
    imageID: `${image.split(":")[0]}@sha256:${random.hex(64)}`,
    containerID,
    started: isRunning,
  };
}
