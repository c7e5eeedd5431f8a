/** The models of kube-controller-manager's volume controllers say what the real ones do, from any state. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { type Cluster, startCluster } from "../cluster.ts";
import { disagreement } from "../differential/disagreement.ts";
import { observe } from "../differential/observe.ts";
import { plant } from "../differential/plant.ts";
import { objectsIn, predictions } from "../differential/predict.ts";
import { rest } from "../differential/rest.ts";
import { situations } from "../differential/situation.ts";
import { gone } from "../support/eventually.ts";
import { newNode } from "../support/node.ts";

const seed = Number(process.env.PVGUARD_E2E_SEED ?? 1);
const runs = Number(process.env.PVGUARD_E2E_RUNS ?? 150);
const kinds = ["PersistentVolumeClaim", "PersistentVolume"];
const modelled = ["pvc-protection-controller", "pv-protection-controller", "persistentvolume-controller"];

let cluster: Cluster;
before(async () => {
  cluster = await startCluster({
    extraArgs: {
      "kube-apiserver": ["--disable-admission-plugins=ServiceAccount"],
      "kube-controller-manager": ["--pvclaimbinder-sync-period=2s"],
    },
  });
});
after(() => cluster?.stop());

test(`${runs} situations from seed ${seed}`, async (context) => {
  const api = cluster.api();
  const node = await newNode(context, api);
  await cluster.stopProgram("kube-controller-manager");
  const drawn = fc.sample(situations, { seed, numRuns: runs });
  const sentinel = { name: "data", namespace: "sentinel" };
  await Promise.all(drawn.map((situation, position) => plant(api, situation, `s${position}`, node)));
  await plant(api, unusedClaim, sentinel.namespace, node);

  const start = await observe(api);
  const predicted = predictions(start, kinds, modelled);
  await cluster.restartProgram("kube-controller-manager");
  await gone("a claim that nobody uses", () => api.get("v1/persistentvolumeclaims", sentinel));
  await rest(api, 6);
  const now = objectsIn(await observe(api), kinds);
  const found = predicted.flatMap((prediction) => disagreement(prediction, now) ?? []);
  for (const what of new Set(found.flatMap(({ known }) => known ?? []))) {
    context.diagnostic(`known, ${found.filter(({ known }) => known === what).length} times: ${what}`);
  }
  const wrong = found.filter(({ known }) => known === undefined);
  assert.equal(
    wrong.length,
    0,
    [`${wrong.length} disagreements`, ...wrong.map(({ text }) => text)].join("\n"),
  );
});

const unusedClaim = {
  volume: undefined,
  claim: {
    volumeName: "none",
    phase: "Pending",
    annotations: [],
    finalizers: ["kubernetes.io/pvc-protection"],
    fate: "deleted",
  },
  pod: "none",
} as const;
