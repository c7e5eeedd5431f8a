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

type KubernetesProgram = keyof typeof kubernetesPrograms;

/** The first is what runs when nothing else is asked for: the version that the models of the controllers cite. */
export const kubernetesVersions = ["v1.36.3", "v1.37.0", "v1.30.14"] as const;

export function kubernetesModule(version: string): PinnedModule<KubernetesProgram> {
  return { path: "k8s.io/kubernetes", version, programs: kubernetesPrograms };
}

export const etcdModule: PinnedModule<"etcd"> = {
  path: "go.etcd.io/etcd/server/v3",
  version: "v3.6.16",
  programs: { etcd: "" },
};

export const provisionerModule: PinnedModule<"csi-provisioner"> = {
  path: "github.com/kubernetes-csi/external-provisioner/v6",
  version: "v6.3.0",
  programs: { "csi-provisioner": "cmd/csi-provisioner" },
};

export const attacherModule: PinnedModule<"csi-attacher"> = {
  path: "github.com/kubernetes-csi/external-attacher/v4",
  version: "v4.13.0",
  programs: { "csi-attacher": "cmd/csi-attacher" },
};

export const resizerModule: PinnedModule<"csi-resizer"> = {
  path: "github.com/kubernetes-csi/external-resizer/v2",
  version: "v2.2.0",
  programs: { "csi-resizer": "cmd/csi-resizer" },
};

export const snapshotterModule: PinnedModule<"csi-snapshotter" | "snapshot-controller"> = {
  path: "github.com/kubernetes-csi/external-snapshotter/v8",
  version: "v8.7.0",
  programs: { "csi-snapshotter": "cmd/csi-snapshotter", "snapshot-controller": "cmd/snapshot-controller" },
};

/** Where the custom resource definitions of snapshots are. */
export const snapshotClientModule: PinnedModule<never> = {
  path: "github.com/kubernetes-csi/external-snapshotter/client/v8",
  version: "v8.7.0",
  programs: {},
};

export const helmModule: PinnedModule<"helm"> = {
  path: "helm.sh/helm/v4",
  version: "v4.3.2",
  programs: { helm: "cmd/helm" },
};

export const kubeconformModule: PinnedModule<"kubeconform"> = {
  path: "github.com/yannh/kubeconform",
  version: "v0.8.0",
  programs: { kubeconform: "cmd/kubeconform" },
};

/** Where the custom resource definitions of ServiceMonitor and PrometheusRule are. */
export const prometheusOperatorModule: PinnedModule<never> = {
  path: "github.com/prometheus-operator/prometheus-operator",
  version: "v0.85.0",
  programs: {},
};

/** Where the custom resource definitions of Certificate and Issuer are. Its programs are modules that the proxy does not have. */
export const certManagerModule: PinnedModule<never> = {
  path: "github.com/cert-manager/cert-manager",
  version: "v1.21.2",
  programs: {},
};
