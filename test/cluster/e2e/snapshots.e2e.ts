/** The models of the snapshot controllers, together with those around them, say what the real ones do. */
import type { TestContext } from "node:test";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startCluster } from "../cluster.ts";
import { startCsi } from "../csi/csi.ts";
import { extraArgs } from "../differential/arguments.ts";
import { compare, seed } from "../differential/compare.ts";
import type { Act } from "../differential/free/repairs.ts";
import { restoreVolume } from "../differential/free/repairs.ts";
import { report } from "../differential/report.ts";
import { homeOf } from "../differential/snapshots/home.ts";
import { late } from "../differential/snapshots/late.ts";
import { plant } from "../differential/snapshots/plant.ts";
import type { Driver } from "../differential/snapshots/situation.ts";
import { situations } from "../differential/snapshots/situation.ts";

const modelled = [
  "pvc-protection-controller",
  "pv-protection-controller",
  "persistentvolume-controller",
  "external-provisioner",
  "snapshot-controller",
  "csi-snapshotter",
];
const sidecars = ["csi-provisioner", "csi-snapshotter", "snapshot-controller"] as const;
const runs = Number(process.env.PVGUARD_E2E_RUNS ?? 200);
const codes = { refuses: "INTERNAL", "does not answer": "UNAVAILABLE" };

async function compareSnapshots(context: TestContext, driver: Driver): Promise<void> {
  const cluster = await startCluster({ extraArgs });
  const csi = await startCsi(cluster.kubeconfigPath, sidecars);
  context.after(async () => {
    await csi.stop();
    await cluster.stop();
  });
  const api = cluster.api();
  const fault = { code: codes[driver] };
  const answer: Act = {
    what: "let the driver answer",
    carryOut: async () => csi.backend.script({}),
  };
  const comparison = await compare(
    api,
    {
      states: situations(driver),
      async plant(situation, namespace) {
        csi.backend.put("volumes", namespace);
        await plant(api, situation, { namespace, driver: csi.driver });
      },
      homeOf,
      compared: [
        "v1/persistentvolumeclaims",
        "v1/persistentvolumes",
        "snapshot.storage.k8s.io/v1/volumesnapshots",
        "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
      ],
      modelled,
      late,
      repairs: {
        SnapshotBeingCreated: () => answer,
        RestoredWithoutVolume: ({ held }) =>
          restoreVolume({ volume: held.namespace ?? "", driver: csi.driver }),
      },
      /** With each try that fails, csi-snapshotter writes the annotations as it knew them, and can lose those of others. */
      async beforeFreeing() {
        if (driver === "does not answer") return;
        csi.backend.script({});
        await sleep(10_000);
      },
      destroyed: () => csi.backend.destroyed(),
      async stopControllers() {
        csi.backend.script({ CreateSnapshot: fault, CreateVolume: fault });
        for (const name of sidecars) await csi.stopProgram(name);
        await cluster.stopProgram("kube-controller-manager");
      },
      async startControllers() {
        await cluster.restartProgram("kube-controller-manager");
        await Promise.all(sidecars.map((name) => csi.restartProgram(name)));
      },
    },
    runs,
  );
  report(context, comparison);
}

for (const driver of ["refuses", "does not answer"] as const) {
  test(`${runs} situations from seed ${seed}, while the driver ${driver}`, (context) =>
    compareSnapshots(context, driver));
}
