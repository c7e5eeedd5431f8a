import {
  flag,
  integer,
  map,
  message,
  messages,
  text,
  texts,
  time,
  within,
} from "../../src/object-store/protobuf/field.ts";
import type { Wires } from "../../test/support/protobuf/encode.ts";
import { group, groups, inside, intOrString } from "./wire.ts";

const nameInside = within(1, text(1, "omitempty"));
const fieldRef = message(2, { apiVersion: text(1), fieldPath: text(2) });

const probe: Wires = {
  httpGet: inside(
    1,
    group(2, { path: text(1), port: intOrString(2), host: text(3, "omitempty"), scheme: text(4) }),
  ),
  tcpSocket: inside(1, group(3, { port: intOrString(1), host: text(2, "omitempty") })),
  initialDelaySeconds: integer(2, "omitempty"),
  timeoutSeconds: integer(3, "omitempty"),
  periodSeconds: integer(4, "omitempty"),
  successThreshold: integer(5, "omitempty"),
  failureThreshold: integer(6, "omitempty"),
};

const container: Wires = {
  name: text(1),
  image: text(2, "omitempty"),
  command: texts(3),
  args: texts(4),
  workingDir: text(5, "omitempty"),
  ports: messages(6, {
    name: text(1, "omitempty"),
    hostPort: integer(2, "omitempty"),
    containerPort: integer(3),
    protocol: text(4),
    hostIP: text(5, "omitempty"),
  }),
  env: messages(7, {
    name: text(1),
    value: text(2, "omitempty"),
    valueFrom: message(3, {
      fieldRef: message(1, { apiVersion: text(1), fieldPath: text(2) }),
      secretKeyRef: message(4, { name: nameInside, key: text(2) }),
    }),
  }),
  resources: message(8, { limits: map(1, "quantity"), requests: map(2, "quantity") }),
  volumeMounts: messages(9, {
    name: text(1),
    readOnly: flag(2, "omitempty"),
    mountPath: text(3),
    subPath: text(4, "omitempty"),
    subPathExpr: text(6, "omitempty"),
  }),
  livenessProbe: group(10, probe),
  readinessProbe: group(11, probe),
  startupProbe: group(22, probe),
  terminationMessagePath: text(13),
  imagePullPolicy: text(14),
  securityContext: message(15, {
    capabilities: message(1, { drop: texts(2) }),
    runAsNonRoot: flag(5),
    readOnlyRootFilesystem: flag(6),
    allowPrivilegeEscalation: flag(7),
  }),
  stdin: flag(16, "omitempty"),
  stdinOnce: flag(17, "omitempty"),
  tty: flag(18, "omitempty"),
  terminationMessagePolicy: text(20),
};

const keyToPath = messages(2, { key: text(1), path: text(2) });

const volumes = messages(1, {
  name: text(1),
  configMap: within(2, message(19, { name: nameInside, items: keyToPath, defaultMode: integer(3) })),
  secret: within(2, message(6, { secretName: text(1), items: keyToPath, defaultMode: integer(3) })),
  emptyDir: within(2, message(2, { medium: text(1, "omitempty") })),
  projected: within(
    2,
    message(26, {
      sources: messages(1, {
        serviceAccountToken: message(4, {
          audience: text(1, "omitempty"),
          expirationSeconds: integer(2),
          path: text(3),
        }),
        configMap: message(3, { name: nameInside, items: keyToPath }),
        downwardAPI: message(2, { items: messages(1, { path: text(1), fieldRef }) }),
      }),
      defaultMode: integer(2),
    }),
  ),
});

/** kubernetes/api core/v1/generated.proto PodSpec, Container, Probe, Volume (v1.36). */
export const podSpec: Wires = {
  volumes,
  initContainers: groups(20, container),
  containers: groups(2, container),
  restartPolicy: text(3, "omitempty"),
  terminationGracePeriodSeconds: integer(4),
  dnsPolicy: text(6),
  serviceAccountName: text(8, "omitempty"),
  serviceAccount: text(9, "omitempty"),
  nodeName: text(10, "omitempty"),
  hostNetwork: flag(11, "omitempty"),
  hostPID: flag(12, "omitempty"),
  hostIPC: flag(13, "omitempty"),
  securityContext: message(14, {
    runAsUser: integer(2),
    runAsNonRoot: flag(3),
    fsGroup: integer(5),
    fsGroupChangePolicy: text(9),
    seccompProfile: message(10, { type: text(1) }),
  }),
  hostname: text(16, "omitempty"),
  subdomain: text(17, "omitempty"),
  schedulerName: text(19, "omitempty"),
  tolerations: messages(22, {
    key: text(1, "omitempty"),
    operator: text(2, "omitempty"),
    value: text(3, "omitempty"),
    effect: text(4, "omitempty"),
    tolerationSeconds: integer(5),
  }),
  priorityClassName: text(24, "omitempty"),
  priority: integer(25),
  preemptionPolicy: text(31),
  enableServiceLinks: flag(30),
};

/** kubernetes/api core/v1/generated.proto PodStatus, ContainerStatus (v1.36). */
const containerStatuses = messages(8, {
  ready: flag(4),
  restartCount: integer(5),
  image: text(6),
  imageID: text(7),
  containerID: text(8, "omitempty"),
  started: flag(9),
  lastState: message(3, {}),
  state: message(2, {
    terminated: message(3, {
      signal: integer(2, "omitempty"),
      message: text(4, "omitempty"),
      startedAt: time(5),
      containerID: text(7, "omitempty"),
    }),
  }),
});

export const pod: Wires = {
  spec: group(2, podSpec),
  status: message(3, {
    observedGeneration: integer(17, "omitempty"),
    conditions: messages(2, { observedGeneration: integer(7, "omitempty"), lastProbeTime: time(3) }),
    nominatedNodeName: text(11, "omitempty"),
    hostIP: text(5, "omitempty"),
    hostIPs: messages(16, { ip: text(1) }),
    podIP: text(6, "omitempty"),
    podIPs: messages(12, { ip: text(1) }),
    qosClass: text(9, "omitempty"),
    resize: text(14, "omitempty"),
    containerStatuses,
  }),
};
