/** The model of the garbage collector, together with those of the volume controllers, says what the real one does. */
import { after, before, test } from "node:test";
import type { Cluster } from "../cluster.ts";
import { startCluster } from "../cluster.ts";
import { extraArgs } from "../differential/arguments.ts";
import { compare, seed } from "../differential/compare.ts";
import { homeOf } from "../differential/home.ts";
import { plant } from "../differential/owners/plant.ts";
import { situations } from "../differential/owners/situation.ts";
import { report } from "../differential/report.ts";
import type { Api } from "../support/api.ts";
import { newName } from "../support/e2e.ts";
import { gone } from "../support/eventually.ts";
import { persistentVolumeClaim } from "../support/manifests.ts";

const runs = Number(process.env.PVGUARD_E2E_RUNS ?? 300);
const modelled = [
  "pvc-protection-controller",
  "pv-protection-controller",
  "persistentvolume-controller",
  "garbage-collector",
];

/** Owners only own here: no controller creates or deletes pods for them. */
const withoutWorkloads = {
  ...extraArgs,
  "kube-controller-manager": [
    ...(extraArgs["kube-controller-manager"] ?? []),
    "--controllers=-statefulset-controller,-pod-garbage-collector-controller",
  ],
};

let cluster: Cluster;
before(async () => {
  cluster = await startCluster({ extraArgs: withoutWorkloads });
});
after(() => cluster?.stop());

/** The garbage collector begins when it has seen all kinds. It then deletes a claim whose owner never existed. */
async function collecting(api: Api): Promise<void> {
  const place = { name: newName("orphan"), namespace: "default" };
  const claim = persistentVolumeClaim(place);
  const uid = "00000000-0000-4000-8000-000000000000";
  const ownerReferences = [{ apiVersion: "v1", kind: "Pod", name: "never-was", uid }];
  await api.create({ ...claim, metadata: { ...claim.metadata, ownerReferences } });
  await gone("a claim without its owner", () => api.get("v1/persistentvolumeclaims", place), 120);
}

test(`${runs} situations from seed ${seed}`, async (context) => {
  const api = cluster.api();
  const comparison = await compare(
    api,
    {
      states: situations,
      plant: (situation, namespace) => plant(api, situation, namespace),
      homeOf,
      compared: ["v1/persistentvolumeclaims", "v1/persistentvolumes", "v1/pods", "apps/v1/statefulsets"],
      modelled,
      stopControllers: () => cluster.stopProgram("kube-controller-manager"),
      async startControllers() {
        await cluster.restartProgram("kube-controller-manager");
        await collecting(api);
      },
    },
    runs,
  );
  report(context, comparison);
});
