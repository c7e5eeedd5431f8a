import { readFileSync } from "node:fs";
import type { ClusterFiles } from "./files.ts";
import { makeFiles } from "./files.ts";
import type { ControllerProgram, ExtraArgs } from "./programs/control-plane.ts";
import { controlPlane } from "./programs/control-plane.ts";
import { Running } from "./programs/running.ts";
import { Api } from "./support/api.ts";
import { removeFolder } from "./support/folders.ts";
import { installGuards, runsUnderGuard } from "./under-guard/install.ts";
import { logRequests } from "./under-guard/requests.ts";
import { writeKubeconfigs } from "./users/kubeconfig.ts";
import { makeTokens } from "./users/tokens.ts";
import { programUsers, users } from "./users/users.ts";

interface ClusterOptions {
  /** As in `v1.30.14`; otherwise what PVGUARD_E2E_KUBERNETES says, or what is installed, or the first version pinned. */
  readonly kubernetes?: string;
  readonly controllers?: readonly ControllerProgram[];
  readonly extraArgs?: ExtraArgs;
  /** `own`: a run under the guards installs none here. */
  readonly guards?: "own";
}

export interface Cluster {
  readonly server: string;
  readonly etcd: string;
  /** A context for each of the users; the current one is `admin`. */
  readonly kubeconfigPath: string;
  readonly logs: string;
  api(user?: string): Api;
  /** Kills one program, such as `kube-controller-manager`. */
  stopProgram(name: string): Promise<void>;
  restartProgram(name: string): Promise<void>;
  /** Kills everything. What was stored goes too, unless the files are to be kept for their logs. */
  stop(files?: "remove" | "keep"): Promise<void>;
}

/** A real control plane on loopback, without kubelets. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const tokens = makeTokens([...users, ...programUsers]);
  const files = makeFiles(tokens.file);
  const running = new Running(files.logs);
  const stop = async (after: "remove" | "keep" = "remove"): Promise<void> => {
    await running.stopAll();
    if (after === "remove") removeFolder(files.folder);
  };
  try {
    const { server, etcd } = await startPrograms(options, files, running, tokens.tokenOf);
    return {
      server,
      etcd,
      kubeconfigPath: files.kubeconfig,
      logs: files.logs,
      api: (user) => new Api(files.kubeconfig, user),
      stopProgram: (name) => running.stop(name),
      restartProgram: (name) => running.restart(name),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startPrograms(
  options: ClusterOptions,
  files: ClusterFiles,
  running: Running,
  tokenOf: (user: string) => string,
): Promise<Pick<Cluster, "server" | "etcd">> {
  const controllers = options.controllers ?? ["kube-controller-manager"];
  const version = options.kubernetes ?? process.env.PVGUARD_E2E_KUBERNETES;
  const isGuarded = runsUnderGuard() && options.guards !== "own";
  const plane = await controlPlane(version, files, controllers, {
    ...options.extraArgs,
    "kube-apiserver": [
      ...(isGuarded ? logRequests(files.logs) : []),
      ...(options.extraArgs?.["kube-apiserver"] ?? []),
    ],
  });
  await running.start(plane.etcd);
  await running.start(plane.apiServer);
  const login = { server: plane.server, authority: readFileSync(files.authority, "utf8"), tokenOf };
  writeKubeconfigs(files.kubeconfig, login, users);
  const admin = new Api(files.kubeconfig);
  await Promise.all([
    ...plane.controllers.map((spec) => running.start(spec)),
    ...users.map((user) => admin.create(...user.grants)),
  ]);
  if (isGuarded) await installGuards(files.kubeconfig);
  return { server: plane.server, etcd: plane.etcdServer };
}
