/** `npm run cluster:programs`: downloads and builds what the end-to-end tests run, so that they need not wait for it. */
import { findPrograms } from "./binaries/find.ts";
import { NoBinaries } from "./binaries/go.ts";
import { ownProgram } from "./binaries/own.ts";
import { driverSource } from "./csi/driver.ts";
import {
  attacherModule,
  etcdModule,
  helmModule,
  kubeconformModule,
  kubernetesModule,
  kubernetesVersions,
  provisionerModule,
  resizerModule,
  snapshotterModule,
} from "./versions.ts";

async function buildAll(): Promise<void> {
  const kubernetes = kubernetesModule(kubernetesVersions[0]);
  await findPrograms(etcdModule, ["etcd"], "installed");
  await findPrograms(
    kubernetes,
    ["kube-apiserver", "kube-controller-manager", "kube-scheduler"],
    "installed",
  );
  await findPrograms(provisionerModule, ["csi-provisioner"], "installed");
  await findPrograms(attacherModule, ["csi-attacher"], "installed");
  await findPrograms(resizerModule, ["csi-resizer"], "installed");
  await findPrograms(snapshotterModule, ["csi-snapshotter", "snapshot-controller"], "installed");
  await ownProgram(driverSource, "csi-driver");
  await findPrograms(helmModule, ["helm"], "installed");
  await findPrograms(kubeconformModule, ["kubeconform"], "installed");
}

await buildAll().catch((error: unknown) => {
  if (!(error instanceof NoBinaries)) throw error;
  process.stderr.write(`nothing was built: ${error.message}\n`);
});
