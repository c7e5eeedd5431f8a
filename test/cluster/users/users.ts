import type { ObjectManifest } from "../support/paths.ts";

/** A user who can log in, and what the user may do. */
export interface User {
  readonly name: string;
  readonly groups: readonly string[];
  readonly grants: readonly ObjectManifest[];
}

const read = ["get", "list", "watch"];
const rbac = "rbac.authorization.k8s.io";
const storage = [
  { apiGroups: [""], resources: ["persistentvolumeclaims", "persistentvolumes"], verbs: read },
  { apiGroups: ["storage.k8s.io"], resources: ["*"], verbs: read },
];

/** The namespace that `namespace-only` works in. It exists from the start. */
export const teamNamespace = "team";

const admin: User = { name: "admin", groups: ["system:masters"], grants: [] };

/** As mighty as `admin`, but not who the tests are: what the guards of a run under them refuse is tried as this user. */
const colleague: User = { name: "colleague", groups: ["system:masters"], grants: [] };

const viewOnly: User = {
  name: "view-only",
  groups: [],
  grants: everywhere("view-only", [{ apiGroups: ["*"], resources: ["*"], verbs: read }]),
};

const noPods: User = { name: "no-pods", groups: [], grants: everywhere("no-pods", storage) };

const namespaceOnly: User = {
  name: "namespace-only",
  groups: [],
  grants: [
    { apiVersion: "v1", kind: "Namespace", metadata: { name: teamNamespace } },
    {
      apiVersion: `${rbac}/v1`,
      kind: "RoleBinding",
      metadata: { name: "namespace-only", namespace: teamNamespace },
      roleRef: { apiGroup: rbac, kind: "ClusterRole", name: "edit" },
      subjects: [{ apiGroup: rbac, kind: "User", name: "namespace-only" }],
    },
  ],
};

/** Reads everything that volumes are about, but no attachments. */
const noAttachments: User = {
  name: "no-attachments",
  groups: [],
  grants: everywhere("no-attachments", [
    { apiGroups: ["", "apps", "batch", "snapshot.storage.k8s.io"], resources: ["*"], verbs: read },
    { apiGroups: ["storage.k8s.io"], resources: ["storageclasses", "csidrivers", "csinodes"], verbs: read },
  ]),
};

/** Has the role `view` that every cluster has, in every namespace: nothing of it is outside of namespaces. */
const viewRole: User = {
  name: "view-role",
  groups: [],
  grants: [
    {
      apiVersion: `${rbac}/v1`,
      kind: "ClusterRoleBinding",
      metadata: { name: "pvguard-test:view-role" },
      roleRef: { apiGroup: rbac, kind: "ClusterRole", name: "view" },
      subjects: [{ apiGroup: rbac, kind: "User", name: "view-role" }],
    },
  ],
};

/** Logs in, and may do nothing. */
const nobody: User = { name: "nobody", groups: [], grants: [] };

/** What the tests, and the persons in them, do is done by the first. */
export const users = [
  admin,
  colleague,
  viewOnly,
  noPods,
  noAttachments,
  namespaceOnly,
  viewRole,
  nobody,
] as const;

/**
 * The programs of a cluster. None of them is `admin`: what a program does must not look like what a test does. Those of
 * Kubernetes have the rights that kube-apiserver itself gives them.
 * kubernetes/kubernetes plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go `ClusterRoleBindings` (v1.36).
 */
export const programUsers = [
  { name: "system:kube-controller-manager", groups: [], grants: [] },
  { name: "system:kube-scheduler", groups: [], grants: [] },
  { name: "csi-sidecars", groups: ["system:masters"], grants: [] },
  { name: "snapshot-controller", groups: ["system:masters"], grants: [] },
  { name: "local-volume-node-cleanup", groups: ["system:masters"], grants: [] },
] as const satisfies readonly User[];

export type ProgramUser = (typeof programUsers)[number]["name"];

function everywhere(user: string, rules: readonly object[]): readonly ObjectManifest[] {
  const name = `pvguard-test:${user}`;
  return [
    { apiVersion: `${rbac}/v1`, kind: "ClusterRole", metadata: { name }, rules },
    {
      apiVersion: `${rbac}/v1`,
      kind: "ClusterRoleBinding",
      metadata: { name },
      roleRef: { apiGroup: rbac, kind: "ClusterRole", name },
      subjects: [{ apiGroup: rbac, kind: "User", name: user }],
    },
  ];
}
