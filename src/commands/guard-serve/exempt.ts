/**
 * The controllers of Kubernetes whose own work is to delete what is guarded: what a person deleted, or owned, before. Each has
 * this account where kube-controller-manager runs with `--use-service-account-credentials`, as installers set it.
 * kubernetes/kubernetes plugin/pkg/auth/authorizer/rbac/bootstrappolicy/controller_policy.go buildControllerRoles, 1.36.
 */
export const exemptControllers: readonly string[] = [
  "system:kube-controller-manager",
  ...[
    "generic-garbage-collector",
    "namespace-controller",
    "persistent-volume-binder",
    "pv-protection-controller",
    "pvc-protection-controller",
  ].map((name) => `system:serviceaccount:kube-system:${name}`),
];

/** @param names more users, or groups, that pass */
export function isExempt(
  { username, groups }: { readonly username: string; readonly groups: readonly string[] },
  names: readonly string[],
): boolean {
  return (
    exemptControllers.includes(username) ||
    names.includes(username) ||
    groups.some((group) => names.includes(group))
  );
}
