import { driver } from "./disk.ts";
import type { Values } from "./frozen.ts";
import { frozen } from "./frozen.ts";
import type { Item } from "./item.ts";
import { fieldSet, managedBy } from "./managed-fields.ts";
import { ago, day, microsAgo } from "./moment.ts";
import type { Random } from "./random.ts";
import { metadataOf } from "./workload.ts";

export interface Machine {
  readonly name: string;
  readonly zone: string;
  /** Handles of the volumes that are attached to it. */
  readonly handles: string[];
}

const zones = ["eu-central-1a", "eu-central-1b", "eu-central-1c"] as const;

export function machines(count: number): readonly Machine[] {
  return Array.from({ length: count }, (_, number) => ({
    name: `ip-10-${String(Math.floor(number / 250)).padStart(3, "0")}-${String(number % 250).padStart(3, "0")}.internal`,
    zone: zones[number % zones.length] ?? zones[0],
    handles: [],
  }));
}

const addresses = ["InternalIP", "Hostname", "InternalDNS"] as const;
const allocatable = { cpu: "15890m", memory: "62907868Ki", pods: "110" };
const capacity = { cpu: "16", memory: "64961500Ki", pods: "110" };
const seen = ago(60 * day);
const healthy = frozen([
  condition(
    "MemoryPressure",
    "False",
    "KubeletHasSufficientMemory",
    "kubelet has sufficient memory available",
  ),
  condition("DiskPressure", "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"),
  condition("PIDPressure", "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"),
  condition("Ready", "True", "KubeletReady", "kubelet is posting ready status"),
]);

function condition(type: string, status: string, reason: string, message: string): Values {
  return { type, status, lastHeartbeatTime: ago(60), lastTransitionTime: seen, reason, message };
}

/** A kubelet reports its 50 largest images. */
export function imagesOf(random: Random): readonly Values[] {
  return frozen(
    Array.from({ length: 50 }, (_, number) => {
      const name = `registry.example.com/platform/image-${number}`;
      return {
        names: [`${name}@sha256:${random.hex(64)}`, `${name}:${number}.${random.below(20)}.0`],
        sizeBytes: 10_000_000 + random.below(900_000_000),
      };
    }),
  );
}

const fields = fieldSet({
  status: {
    addresses: addresses.map((type) => ({ type })),
    allocatable,
    capacity,
    conditions: healthy.map(({ type }) => ({ type, lastHeartbeatTime: 0, lastTransitionTime: 0 })),
    images: 0,
    nodeInfo: { bootID: 0, kernelVersion: 0, kubeletVersion: 0, machineID: 0, osImage: 0 },
    volumesAttached: 0,
    volumesInUse: 0,
  },
});

export function nodeItems(
  { name, zone, handles }: Machine,
  images: readonly Values[],
  random: Random,
): readonly Item[] {
  const instance = `i-0${random.hex(16)}`;
  const uid = random.uid();
  const volumes = handles.map((handle) => `kubernetes.io/csi/${driver}^${handle}`).sort();
  const labels = {
    "beta.kubernetes.io/os": "linux",
    "kubernetes.io/arch": "amd64",
    "kubernetes.io/hostname": name,
    "kubernetes.io/os": "linux",
    "node.kubernetes.io/instance-type": "m6i.4xlarge",
    "topology.ebs.csi.aws.com/zone": zone,
    "topology.kubernetes.io/region": "eu-central-1",
    "topology.kubernetes.io/zone": zone,
  };
  const managedFields = [
    managedBy({ manager: "kubelet", apiVersion: "v1", time: seen, fields, subresource: "status" }),
  ];
  const node = {
    metadata: metadataOf(name, undefined, uid, {
      labels,
      annotations: { "csi.volume.kubernetes.io/nodeid": JSON.stringify({ [driver]: instance }) },
      managedFields,
    }),
    spec: { podCIDR: "10.0.0.0/24", podCIDRs: ["10.0.0.0/24"], providerID: `aws:///${zone}/${instance}` },
    status: {
      capacity,
      allocatable,
      conditions: healthy,
      addresses: addresses.map((type) => ({ type, address: name })),
      daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
      nodeInfo: {
        machineID: random.hex(32),
        systemUUID: random.uid(),
        bootID: random.uid(),
        kernelVersion: "6.12.40",
        osImage: "Bottlerocket OS 1.44.0",
        containerRuntimeVersion: "containerd://2.1.4",
        kubeletVersion: "v1.36.2",
        kubeProxyVersion: "",
        operatingSystem: "linux",
        architecture: "amd64",
      },
      images,
      ...(volumes.length === 0
        ? {}
        : {
            volumesInUse: volumes,
            volumesAttached: volumes.map((volume) => ({ name: volume, devicePath: "" })),
          }),
      runtimeHandlers: [{ name: "runc", features: { recursiveReadOnlyMounts: true, userNamespaces: true } }],
    },
  };
  const ofNode = { ownerReferences: [{ apiVersion: "v1", kind: "Node", name, uid }] };
  return [
    { resource: "v1/nodes", object: node },
    {
      resource: "storage.k8s.io/v1/csinodes",
      object: {
        metadata: metadataOf(name, undefined, random.uid(), ofNode),
        spec: {
          drivers: [
            {
              name: driver,
              nodeID: instance,
              topologyKeys: ["topology.ebs.csi.aws.com/zone"],
              allocatable: { count: 39 },
            },
          ],
        },
      },
    },
    lease(name, "kube-node-lease", name, random, ofNode),
  ];
}

export function lease(
  name: string,
  namespace: string,
  holder: string,
  random: Random,
  more: Values = {},
): Item {
  return {
    resource: "coordination.k8s.io/v1/leases",
    object: {
      metadata: metadataOf(name, namespace, random.uid(), more),
      spec: {
        holderIdentity: holder,
        leaseDurationSeconds: 40,
        acquireTime: microsAgo(3 * day),
        renewTime: microsAgo(3),
        leaseTransitions: 1,
      },
    },
  };
}
