/** The models of the CSI sidecars, together with kube-controller-manager's, say what the real ones do. */
import { after, before, test } from "node:test";
import type { Cluster } from "../cluster.ts";
import { startCluster } from "../cluster.ts";
import type { Csi } from "../csi/csi.ts";
import { startCsi } from "../csi/csi.ts";
import { extraArgs } from "../differential/arguments.ts";
import { compare, runs, seed } from "../differential/compare.ts";
import { homeOf } from "../differential/home.ts";
import { plant } from "../differential/plant.ts";
import { report } from "../differential/report.ts";
import { csiSituations } from "../differential/situation.ts";
import { newNode } from "../support/node.ts";

const modelled = [
  "pvc-protection-controller",
  "pv-protection-controller",
  "persistentvolume-controller",
  "attachdetach-controller",
  "external-provisioner",
  "external-attacher",
];

let cluster: Cluster;
let files: "remove" | "keep" = "keep";
let csi: Csi;
before(async () => {
  cluster = await startCluster({ extraArgs });
  csi = await startCsi(cluster.kubeconfigPath, ["csi-provisioner", "csi-attacher"]);
});
after(async () => {
  await csi?.stop();
  await cluster?.stop(files);
});

test(`${runs} situations from seed ${seed}`, async (context) => {
  const api = cluster.api();
  const nodes = {
    "with the driver": await newNode(context, api, [csi.driver]),
    "without the driver": await newNode(context, api),
    gone: "gone",
  };
  const ground = { driver: csi.driver, nodes };
  const comparison = await compare(api, {
    states: csiSituations(`external-attacher/${csi.driver.replaceAll(".", "-")}`),
    plant: (situation, name) => plant(api, situation, name, ground),
    homeOf,
    compared: ["v1/persistentvolumeclaims", "v1/persistentvolumes", "storage.k8s.io/v1/volumeattachments"],
    modelled,
    destroyed: () => csi.backend.destroyed(),
    async stopControllers() {
      await csi.stopProgram("csi-provisioner");
      await csi.stopProgram("csi-attacher");
      await cluster.stopProgram("kube-controller-manager");
    },
    async startControllers() {
      await cluster.restartProgram("kube-controller-manager");
      await csi.restartProgram("csi-provisioner");
      await csi.restartProgram("csi-attacher");
    },
  });
  report(context, comparison, cluster.logs);
  files = "remove";
});
