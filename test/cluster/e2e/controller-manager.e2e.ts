/** The models of kube-controller-manager's volume controllers say what the real ones do, from any state. */
import { after, before, test } from "node:test";
import { type Cluster, startCluster } from "../cluster.ts";
import { extraArgs } from "../differential/arguments.ts";
import { compare, runs, seed } from "../differential/compare.ts";
import { assertKnown } from "../differential/report.ts";
import { situations } from "../differential/situation.ts";
import { newNode } from "../support/node.ts";

const modelled = ["pvc-protection-controller", "pv-protection-controller", "persistentvolume-controller"];

let cluster: Cluster;
before(async () => {
  cluster = await startCluster({ extraArgs });
});
after(() => cluster?.stop());

test(`${runs} situations from seed ${seed}`, async (context) => {
  const api = cluster.api();
  const node = await newNode(context, api);
  const nodes = { "with the driver": node, "without the driver": node, gone: "gone" };
  await cluster.stopProgram("kube-controller-manager");
  const found = await compare(api, situations, { driver: "csi.example.com", nodes }, modelled, () =>
    cluster.restartProgram("kube-controller-manager"),
  );
  assertKnown(context, found);
});
