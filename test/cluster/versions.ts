/** Every program that the tests run, pinned to a Go module. No other file in the tree names these versions. */
export interface PinnedModule<P extends string = string> {
  readonly path: string;
  readonly version: string;
  /** Each program by name: the folder of its main package in the module. */
  readonly programs: Readonly<Record<P, string>>;
}

const kubernetesPrograms = {
  "kube-apiserver": "cmd/kube-apiserver",
  "kube-controller-manager": "cmd/kube-controller-manager",
  "kube-scheduler": "cmd/kube-scheduler",
};

export type KubernetesProgram = keyof typeof kubernetesPrograms;

/** The first is what runs when nothing else is asked for: the version that the models of the controllers cite. */
export const kubernetesVersions = ["v1.36.3", "v1.37.2", "v1.30.14"] as const;

export function kubernetesModule(version: string): PinnedModule<KubernetesProgram> {
  return { path: "k8s.io/kubernetes", version, programs: kubernetesPrograms };
}

export const etcdModule: PinnedModule<"etcd"> = {
  path: "go.etcd.io/etcd/server/v3",
  version: "v3.6.16",
  programs: { etcd: "" },
};
