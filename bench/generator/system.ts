import { appOf } from "./app.ts";
import type { Class } from "./disk.ts";
import { driver } from "./disk.ts";
import type { Item } from "./item.ts";
import { lease } from "./node.ts";
import type { Random } from "./random.ts";
import { deployment, metadataOf } from "./workload.ts";

/** Of the StorageClasses; the first is the default one. */
export const classes: readonly [Class, ...Class[]] = [
  { name: "gp3", reclaimPolicy: "Delete" },
  { name: "gp3-retain", reclaimPolicy: "Retain" },
  { name: "io2", reclaimPolicy: "Delete" },
  { name: "st1", reclaimPolicy: "Delete" },
];

/** What a cluster has of its own. */
export function systemItems(nodes: number, random: Random): readonly Item[] {
  return [
    ...["default", "kube-node-lease", "kube-public", "kube-system"].map((name) => namespace(name, random)),
    ...classes.map((each, position) => storageClass(each, position === 0, random)),
    csiDriver(random),
    ...apiServices(random),
    ...["kube-controller-manager", "kube-scheduler"].map((name) =>
      lease(name, "kube-system", `control-plane-0_${random.uid()}`, random),
    ),
    ...[
      "ebs-csi-aws-com",
      "external-attacher-leader-ebs-csi-aws-com",
      "external-resizer-ebs-csi-aws-com",
    ].map((name) => lease(name, "kube-system", "ebs-csi-controller-7d9f8b6c4d-2xkqp", random)),
    ...["coredns", "ebs-csi-controller"].map((name): Item => {
      const object = deployment(appOf("deployment", name, "kube-system", random), random.uid(), 2);
      return { resource: "apps/v1/deployments", object };
    }),
    ...["ebs-csi-node", "kube-proxy"].map((name) => daemonSet(name, nodes, random)),
  ];
}

export function namespace(name: string, random: Random): Item {
  const labels = { "kubernetes.io/metadata.name": name };
  return {
    resource: "v1/namespaces",
    object: {
      metadata: metadataOf(name, undefined, random.uid(), { labels }),
      spec: { finalizers: ["kubernetes"] },
      status: { phase: "Active" },
    },
  };
}

function storageClass({ name, reclaimPolicy }: Class, isDefault: boolean, random: Random): Item {
  const annotations = { "storageclass.kubernetes.io/is-default-class": String(isDefault) };
  return {
    resource: "storage.k8s.io/v1/storageclasses",
    object: {
      metadata: metadataOf(name, undefined, random.uid(), { annotations }),
      provisioner: driver,
      parameters: { encrypted: "true", type: name.split("-")[0] },
      reclaimPolicy,
      allowVolumeExpansion: true,
      volumeBindingMode: "WaitForFirstConsumer",
    },
  };
}

function csiDriver(random: Random): Item {
  return {
    resource: "storage.k8s.io/v1/csidrivers",
    object: {
      metadata: metadataOf(driver, undefined, random.uid()),
      spec: {
        attachRequired: true,
        podInfoOnMount: false,
        volumeLifecycleModes: ["Persistent"],
        storageCapacity: false,
        fsGroupPolicy: "ReadWriteOnceWithFSType",
        requiresRepublish: false,
        seLinuxMount: false,
      },
    },
  };
}

const groupVersions = [
  "v1",
  "apps/v1",
  "batch/v1",
  "coordination.k8s.io/v1",
  "storage.k8s.io/v1",
  "apiregistration.k8s.io/v1",
];

function apiServices(random: Random): readonly Item[] {
  return groupVersions.map((groupVersion) => {
    const [version = "", group = ""] = groupVersion.split("/").reverse();
    const condition = {
      type: "Available",
      status: "True",
      reason: "Local",
      message: "Local APIServices are always available",
    };
    return {
      resource: "apiregistration.k8s.io/v1/apiservices",
      object: {
        metadata: metadataOf(`${version}.${group}`, undefined, random.uid()),
        spec: {
          ...(group === "" ? {} : { group }),
          version,
          groupPriorityMinimum: 17_000,
          versionPriority: 15,
        },
        status: { conditions: [condition] },
      },
    };
  });
}

function daemonSet(name: string, nodes: number, random: Random): Item {
  const app = appOf("deployment", name, "kube-system", random);
  return {
    resource: "apps/v1/daemonsets",
    object: {
      metadata: metadataOf(name, "kube-system", random.uid()),
      spec: {
        selector: { matchLabels: { app: name } },
        template: {
          metadata: { labels: app.labels },
          spec: { volumes: app.volumes, containers: app.containers, ...app.spec },
        },
        updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
        revisionHistoryLimit: 10,
      },
      status: {
        currentNumberScheduled: nodes,
        numberMisscheduled: 0,
        desiredNumberScheduled: nodes,
        numberReady: nodes,
        observedGeneration: 1,
        updatedNumberScheduled: nodes,
        numberAvailable: nodes,
      },
    },
  };
}
