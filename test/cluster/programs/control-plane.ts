import { findPrograms } from "../binaries/find.ts";
import type { ClusterFiles } from "../files.ts";
import { freePorts } from "../processes/ports.ts";
import type { ProgramSpec } from "../processes/program.ts";
import { etcdModule, kubernetesModule, kubernetesVersions } from "../versions.ts";
import { etcd } from "./etcd.ts";
import { kubeApiServer } from "./kube-apiserver.ts";
import { kubeControllerManager } from "./kube-controller-manager.ts";
import { kubeScheduler } from "./kube-scheduler.ts";

export type ControllerProgram = "kube-controller-manager" | "kube-scheduler";

/** More flags for each. The last of equal flags counts. */
export interface ExtraArgs {
  readonly "kube-apiserver"?: readonly string[];
  readonly "kube-controller-manager"?: readonly string[];
  readonly "kube-scheduler"?: readonly string[];
}

interface ControlPlane {
  readonly server: string;
  readonly etcdServer: string;
  readonly etcd: ProgramSpec;
  readonly apiServer: ProgramSpec;
  readonly controllers: readonly ProgramSpec[];
}

/** What to run, with which flags. Builds what is missing. */
export async function controlPlane(
  kubernetes: string | undefined,
  files: ClusterFiles,
  controllers: readonly ControllerProgram[],
  extra: ExtraArgs,
): Promise<ControlPlane> {
  const accept = kubernetes === undefined ? "installed" : "pinned";
  const paths = {
    ...(await findPrograms(etcdModule, ["etcd"], "installed")),
    ...(await findPrograms(
      kubernetesModule(kubernetes ?? kubernetesVersions[0]),
      ["kube-apiserver", ...controllers],
      accept,
    )),
  };
  const ports = await freePorts("etcd", "api", ...controllers);
  const more = (program: keyof ExtraArgs) => extra[program] ?? [];
  const specs = { "kube-controller-manager": kubeControllerManager, "kube-scheduler": kubeScheduler };
  return {
    server: `https://127.0.0.1:${ports.api}`,
    etcdServer: `http://127.0.0.1:${ports.etcd}`,
    etcd: etcd(paths.etcd, files.folder, ports.etcd),
    apiServer: kubeApiServer(paths["kube-apiserver"], files, ports, more("kube-apiserver")),
    controllers: controllers.map((name) => specs[name](paths[name], files, ports[name], more(name))),
  };
}
