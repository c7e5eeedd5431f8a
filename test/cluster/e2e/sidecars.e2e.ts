/** The models of the CSI sidecars, together with kube-controller-manager's, say what the real ones do. */
import { after, before, test } from "node:test";
import { type Cluster, startCluster } from "../cluster.ts";
import { type Csi, startCsi } from "../csi/csi.ts";
import { extraArgs } from "../differential/arguments.ts";
import { compare, runs, seed } from "../differential/compare.ts";
import { assertKnown } from "../differential/report.ts";
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
let csi: Csi;
before(async () => {
  cluster = await startCluster({ extraArgs });
  csi = await startCsi(cluster.kubeconfigPath, ["csi-provisioner", "csi-attacher"]);
});
after(async () => {
  await csi?.stop();
  await cluster?.stop();
});

test(`${runs} situations from seed ${seed}`, async (context) => {
  const api = cluster.api();
  const nodes = {
    "with the driver": await newNode(context, api, [csi.driver]),
    "without the driver": await newNode(context, api),
    gone: "gone",
  };
  await csi.stopProgram("csi-provisioner");
  await csi.stopProgram("csi-attacher");
  await cluster.stopProgram("kube-controller-manager");
  const finalizer = `external-attacher/${csi.driver.replaceAll(".", "-")}`;
  const ground = { driver: csi.driver, nodes };
  const found = await compare(api, csiSituations(finalizer), ground, modelled, async () => {
    await cluster.restartProgram("kube-controller-manager");
    await csi.restartProgram("csi-provisioner");
    await csi.restartProgram("csi-attacher");
  });
  assertKnown(context, found);
});
