/** The models of kube-controller-manager's volume controllers say what the real ones do, from any state. */
import { after, before, test } from "node:test";
import type { Cluster } from "../cluster.ts";
import { startCluster } from "../cluster.ts";
import { extraArgs } from "../differential/arguments.ts";
import { compare, runs, seed } from "../differential/compare.ts";
import { homeOf } from "../differential/home.ts";
import { plant } from "../differential/plant.ts";
import { report } from "../differential/report.ts";
import { situations } from "../differential/situation.ts";
import { newNode } from "../support/node.ts";

let cluster: Cluster;
let files: "remove" | "keep" = "keep";
before(async () => {
  cluster = await startCluster({ extraArgs });
});
after(() => cluster?.stop(files));

test(`${runs} situations from seed ${seed}`, async (context) => {
  const api = cluster.api();
  const node = await newNode(context, api);
  const nodes = { "with the driver": node, "without the driver": node, gone: "gone" };
  const ground = { driver: "csi.example.com", nodes };
  const comparison = await compare(api, {
    states: situations,
    plant: (situation, name) => plant(api, situation, name, ground),
    homeOf,
    compared: ["v1/persistentvolumeclaims", "v1/persistentvolumes"],
    modelled: ["pvc-protection-controller", "pv-protection-controller", "persistentvolume-controller"],
    stopControllers: () => cluster.stopProgram("kube-controller-manager"),
    startControllers: () => cluster.restartProgram("kube-controller-manager"),
  });
  report(context, comparison, cluster.logs);
  files = "remove";
});
