import { collectedWith } from "../controllers/index.ts";
import type { Ended } from "../define/index.ts";
import { defineDeletion } from "../define/index.ts";
import type { Sidecar } from "../evidence/index.ts";
import type { Lease, Phrase } from "../kubernetes/index.ts";
import { join, say, words } from "../kubernetes/index.ts";
import type { Limit, Operation } from "../report/index.ts";
import { dependentsOfDriver } from "./shared/driver-dependents.ts";
import type { DriverParts } from "./shared/driver-parts.ts";
import { partsOfDriver } from "./shared/driver-parts.ts";

/** The Deployment, StatefulSet or DaemonSet that runs a CSI driver. */
export default defineDeletion({
  name: "driver-workload",
  on: ["apps/v1/deployments", "apps/v1/statefulsets", "apps/v1/daemonsets"],
  needs: [
    "v1/pods",
    "apps/v1/replicasets",
    "coordination.k8s.io/v1/leases",
    "storage.k8s.io/v1/csidrivers",
    "storage.k8s.io/v1/csinodes",
    "v1/persistentvolumes",
    "v1/persistentvolumeclaims",
    "storage.k8s.io/v1/volumeattachments",
    "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
  ],
  sources: [
    "kubernetes-csi/csi-lib-utils leaderelection/leader_election.go defaultLeaderElectionIdentity (a lease names the pod)",
    "kubernetes/kubernetes pkg/volume/csi/csi_plugin.go unregisterDriver; pkg/volume/csi/nodeinfomanager/nodeinfomanager.go UninstallCSIDriver, 1.36",
    "kubernetes-csi/external-provisioner pkg/controller/controller.go ShouldProvision, Delete, v6.3",
    "kubernetes-csi/external-attacher pkg/controller/csi_handler.go SyncNewOrUpdatedVolumeAttachment, v4.12",
  ],
  told: "step by step",
  dependents: (workload, cluster) => dependentsOfDriver(partsOfDriver(workload, cluster), cluster),
  ends(workload, cluster) {
    const parts = partsOfDriver(workload, cluster);
    return collectedWith(workload, cluster).objects.length === 0 ? [] : silenced(parts);
  },
  limits: (workload, cluster) => limitsOf(partsOfDriver(workload, cluster)),
});

/** Its leases are no longer renewed, and the kubelets no longer know the driver. */
function silenced({ leading, registers, csiNodes }: DriverParts): readonly Ended[] {
  const leases = leading.flatMap(({ lease }) => (lease === undefined ? [] : [{ changed: unrenewed(lease) }]));
  const [driver, ...others] = registers;
  if (driver === undefined || others.length > 0) return leases;
  const unregistered = csiNodes.map((csiNode) => ({
    changed: {
      ...csiNode,
      spec: { ...csiNode.spec, drivers: (csiNode.spec?.drivers ?? []).filter(({ name }) => name !== driver) },
    },
  }));
  return [...leases, ...unregistered];
}

function unrenewed(lease: Lease): Lease {
  const { renewTime: _, ...spec } = lease.spec ?? {};
  return { ...lease, spec };
}

const does: Record<Sidecar, { readonly operations: readonly Operation[]; readonly words: string }> = {
  "csi-provisioner": { operations: ["create", "delete"], words: "create or delete volumes" },
  "csi-attacher": { operations: ["attach", "detach"], words: "attach or detach volumes" },
  "csi-resizer": { operations: ["expand"], words: "expand volumes" },
  "csi-snapshotter": { operations: ["snapshot"], words: "take or delete snapshots" },
};

function limitsOf({ leading, unnamed, registers }: DriverParts): readonly Limit[] {
  return [
    ...leading.map(({ sidecar, driver, lease }) => ({
      operations: does[sidecar].operations,
      message: say`nothing is left to ${words(does[sidecar].words)} of ${driver}: ${words(sidecar)} ${lease === undefined ? say`runs in its pods` : say`leads there by lease ${lease.metadata.name}, which one of its pods holds`}`,
    })),
    ...unnamed.map((sidecar) => ({
      operations: does[sidecar].operations,
      message: say`its pods run ${words(sidecar)}, but no lease says for which driver: what depends on it is unknown`,
    })),
    ...registration(registers),
  ];
}

function registration(registers: readonly string[]): readonly Limit[] {
  const [driver, ...others] = registers;
  if (driver === undefined) return [];
  const operations = ["mount"] as const;
  const message: Phrase =
    others.length === 0
      ? say`no volume of ${driver} can be mounted or unmounted on its nodes: new pods do not start there, and pods that are deleted stay Terminating`
      : say`its pods register a driver on their nodes, one of ${join(
          registers.map((name) => say`${name}`),
          ", ",
        )}: volumes of that driver can then be neither mounted nor unmounted there. Which one it is cannot be told`;
  return [{ operations, message }];
}
