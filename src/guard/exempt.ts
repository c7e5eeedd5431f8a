import { celTexts } from "./accident.ts";

/**
 * The controllers whose own work looks like an accident. Each has this service account where kube-controller-manager runs with
 * `--use-service-account-credentials`, as installers set it.
 * kubernetes/kubernetes plugin/pkg/auth/authorizer/rbac/bootstrappolicy/controller_policy.go `buildControllerRoles` (v1.36).
 */
export const exemptControllers: readonly { readonly user: string; readonly because: string }[] = [
  {
    user: "system:kube-controller-manager",
    because: "all controllers, where they have no accounts of their own",
  },
  ...[
    { name: "namespace-controller", because: "deletes the claims of a namespace that is being deleted" },
    {
      name: "generic-garbage-collector",
      because: "deletes the claims of StatefulSets and pods that no longer exist",
    },
    { name: "persistent-volume-binder", because: "deletes volumes whose claim was deleted" },
    { name: "pvc-protection-controller", because: "removes the finalizer of claims that nothing uses" },
    { name: "pv-protection-controller", because: "removes the finalizer of volumes that nothing uses" },
  ].map(({ name, because }) => ({ user: `system:serviceaccount:kube-system:${name}`, because })),
];

/** CEL of type bool: the request is of none of these controllers, nor of a user or a group of these names. */
export function isNotExempt(names: readonly string[]): string {
  const users = celTexts([...exemptControllers.map(({ user }) => user), ...names]);
  const isUser = `!(request.userInfo.username in ${users})`;
  if (names.length === 0) return isUser;
  return `${isUser} && !(has(request.userInfo.groups) && request.userInfo.groups.exists(g, g in ${celTexts(names)}))`;
}
