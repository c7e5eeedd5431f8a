import type { Values } from "./frozen.ts";
import { frozen } from "./frozen.ts";
import { fieldSet } from "./managed-fields.ts";
import type { Random } from "./random.ts";

/** What all pods of a workload have in common. */
export interface App {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Values;
  readonly containers: readonly Values[];
  /** Of the spec, beside containers, volumes and the node. */
  readonly spec: Values;
  readonly volumes: readonly Values[];
  /** Sets of fields of the controller and of the kubelet. */
  readonly controlled: Values;
  readonly reported: Values;
}

const registry = "registry.example.com/platform";
const tokenMount = {
  name: "kube-api-access",
  readOnly: true,
  mountPath: "/var/run/secrets/kubernetes.io/serviceaccount",
};

type AppKind = "set" | "deployment" | "job";

export function appOf(kind: AppKind, name: string, namespace: string, random: Random): App {
  const labels = frozen({
    "app.kubernetes.io/component": kind === "set" ? "store" : "service",
    "app.kubernetes.io/instance": name,
    "app.kubernetes.io/name": name,
    "app.kubernetes.io/part-of": namespace,
    "app.kubernetes.io/version": `${1 + random.below(5)}.${random.below(30)}.${random.below(10)}`,
  });
  const containers = frozen([
    mainContainer(kind, name, random),
    ...(kind !== "job" && random.below(100) < 35 ? [sidecar(random)] : []),
  ]);
  const volumes = frozen([
    { name: "config", configMap: { name: `${name}-config`, defaultMode: 420 } },
    { name: "tmp", emptyDir: {} },
    token,
  ]);
  const spec = frozen(podSpec(kind, name));
  return {
    name,
    namespace,
    labels,
    containers,
    spec,
    volumes,
    controlled: fieldSet({
      metadata: {
        annotations: { "checksum/config": "" },
        generateName: "",
        labels,
        ownerReferences: [{ uid: random.uid() }],
      },
      spec: { containers: containers.map(({ volumeMounts: _, ...fields }) => fields), ...spec },
    }),
    reported,
  };
}

const token = frozen({
  name: "kube-api-access",
  projected: {
    sources: [
      { serviceAccountToken: { expirationSeconds: 3607, path: "token" } },
      { configMap: { name: "kube-root-ca.crt", items: [{ key: "ca.crt", path: "ca.crt" }] } },
      {
        downwardAPI: {
          items: [{ path: "namespace", fieldRef: { apiVersion: "v1", fieldPath: "metadata.namespace" } }],
        },
      },
    ],
    defaultMode: 420,
  },
});

function podSpec(kind: AppKind, name: string): Values {
  return {
    restartPolicy: kind === "job" ? "Never" : "Always",
    terminationGracePeriodSeconds: 30,
    dnsPolicy: "ClusterFirst",
    serviceAccountName: name,
    serviceAccount: name,
    securityContext: {
      runAsUser: 1000,
      runAsNonRoot: true,
      fsGroup: 1000,
      fsGroupChangePolicy: "OnRootMismatch",
      seccompProfile: { type: "RuntimeDefault" },
    },
    schedulerName: "default-scheduler",
    tolerations: [
      {
        key: "node.kubernetes.io/not-ready",
        operator: "Exists",
        effect: "NoExecute",
        tolerationSeconds: 300,
      },
      {
        key: "node.kubernetes.io/unreachable",
        operator: "Exists",
        effect: "NoExecute",
        tolerationSeconds: 300,
      },
    ],
    priority: 0,
    enableServiceLinks: true,
    preemptionPolicy: "PreemptLowerPriority",
  };
}

function mainContainer(kind: AppKind, name: string, random: Random): Values {
  const secret = (key: string) => ({ secretKeyRef: { name: `${name}-credentials`, key } });
  const field = (fieldPath: string) => ({ fieldRef: { apiVersion: "v1", fieldPath } });
  return {
    name: "app",
    image: `${registry}/${name}:${random.below(9)}.${random.below(30)}.${random.below(10)}`,
    args: ["--config=/etc/app/config.yaml", "--log-format=json", "--log-level=info"],
    ports: [{ name: "http", containerPort: 8080, protocol: "TCP" }],
    env: [
      { name: "POD_NAME", valueFrom: field("metadata.name") },
      { name: "POD_NAMESPACE", valueFrom: field("metadata.namespace") },
      { name: "DATABASE_USER", valueFrom: secret("username") },
      { name: "DATABASE_PASSWORD", valueFrom: secret("password") },
    ],
    resources: { limits: { cpu: "2", memory: "2Gi" }, requests: { cpu: "250m", memory: "512Mi" } },
    volumeMounts: [
      { name: "config", readOnly: true, mountPath: "/etc/app" },
      { name: "tmp", mountPath: "/tmp" },
      ...(kind === "set" ? [{ name: "data", mountPath: "/var/lib/app" }] : []),
      tokenMount,
    ],
    ...(kind === "job" ? {} : { livenessProbe: probe("/healthz", 30), readinessProbe: probe("/readyz", 5) }),
    ...usual,
  };
}

function sidecar(random: Random): Values {
  return {
    name: "log-shipper",
    image: `${registry}/log-shipper:${random.below(3)}.${random.below(20)}.0`,
    env: [{ name: "TARGET", value: "https://logs.observability.svc:9428" }],
    resources: { limits: { cpu: "100m", memory: "128Mi" }, requests: { cpu: "10m", memory: "32Mi" } },
    volumeMounts: [{ name: "tmp", mountPath: "/var/log/app" }, tokenMount],
    ...usual,
  };
}

const usual = {
  terminationMessagePath: "/dev/termination-log",
  terminationMessagePolicy: "File",
  imagePullPolicy: "IfNotPresent",
  securityContext: {
    capabilities: { drop: ["ALL"] },
    readOnlyRootFilesystem: true,
    allowPrivilegeEscalation: false,
  },
};

function probe(path: string, initialDelaySeconds: number): Values {
  return {
    httpGet: { path, port: "http", scheme: "HTTP" },
    initialDelaySeconds,
    timeoutSeconds: 3,
    periodSeconds: 10,
    successThreshold: 1,
    failureThreshold: 3,
  };
}

const condition = { lastProbeTime: 0, lastTransitionTime: 0, observedGeneration: 0, status: 0, type: 0 };

function reportedByKubelet(): Values {
  const types = ["ContainersReady", "Initialized", "PodReadyToStartContainers", "Ready"];
  return fieldSet({
    status: {
      conditions: types.map((type) => ({ ...condition, type })),
      containerStatuses: {},
      hostIP: 0,
      hostIPs: {},
      observedGeneration: 0,
      phase: 0,
      podIP: 0,
      podIPs: [{ ip: "10.0.0.1" }],
      startTime: 0,
    },
  });
}

const reported = reportedByKubelet();
