import { cannotBeHad, findPrograms } from "../binaries/find.ts";
import { isHealthy } from "../processes/health.ts";
import { freePorts } from "../processes/ports.ts";
import type { ProgramSpec } from "../processes/program.ts";
import { kubeconfigFor } from "../users/kubeconfig.ts";
import { attacherModule, provisionerModule, resizerModule, snapshotterModule } from "../versions.ts";

export type Sidecar =
  | "csi-provisioner"
  | "csi-attacher"
  | "csi-resizer"
  | "csi-snapshotter"
  | "snapshot-controller";

const impatient = [
  "--retry-interval-start=200ms",
  "--retry-interval-max=1s",
  "--kube-api-qps=500",
  "--kube-api-burst=1000",
];

/** They look again soon, though nothing has changed. */
const restless = "--resync-period=5s";

/** Else its start waits half a minute for the kinds of group snapshots, which the tests do not define. */
const withoutGroups = "--feature-gates=CSIVolumeGroupSnapshot=false";

const own: Readonly<Record<Sidecar, readonly string[]>> = {
  "csi-provisioner": ["--snapshot-orphan-sweep-interval=2s"],
  "csi-attacher": [],
  "csi-resizer": [],
  "csi-snapshotter": [restless],
  "snapshot-controller": [restless, withoutGroups],
};

/** Why some of the sidecars are not to be had here. */
export async function sidecarsCannotBeHad(): Promise<string | undefined> {
  return (
    (await cannotBeHad(provisionerModule, ["csi-provisioner"], "installed")) ??
    (await cannotBeHad(attacherModule, ["csi-attacher"], "installed")) ??
    (await cannotBeHad(resizerModule, ["csi-resizer"], "installed")) ??
    (await cannotBeHad(snapshotterModule, ["csi-snapshotter", "snapshot-controller"], "installed"))
  );
}

async function pathOf(sidecar: Sidecar): Promise<string> {
  switch (sidecar) {
    case "csi-provisioner":
      return (await findPrograms(provisionerModule, [sidecar], "installed"))[sidecar];
    case "csi-attacher":
      return (await findPrograms(attacherModule, [sidecar], "installed"))[sidecar];
    case "csi-resizer":
      return (await findPrograms(resizerModule, [sidecar], "installed"))[sidecar];
    case "csi-snapshotter":
    case "snapshot-controller":
      return (await findPrograms(snapshotterModule, [sidecar], "installed"))[sidecar];
  }
}

/** A controller that stands beside the driver, without leader election, and quick to try again. */
export async function sidecar(name: Sidecar, kubeconfig: string, socket: string): Promise<ProgramSpec> {
  const { http } = await freePorts("http");
  const driver = name === "snapshot-controller" ? [] : [`--csi-address=${socket}`];
  const args = [
    `--kubeconfig=${kubeconfigFor(kubeconfig, name === "snapshot-controller" ? name : "csi-sidecars")}`,
    `--http-endpoint=127.0.0.1:${http}`,
    "--v=4",
    ...driver,
    ...impatient,
    ...own[name],
  ];
  return {
    name,
    path: await pathOf(name),
    args,
    ready: () => isHealthy(`http://127.0.0.1:${http}/metrics`),
  };
}
