/**
 * The cluster to which a resource group belongs. AKS makes the group MC_GROUP_CLUSTER_REGION for the disks of one cluster, and
 * deletes it with the cluster: learn.microsoft.com/azure/aks/faq. Of a group with another name, nothing is known.
 */
export function clusterOfGroup(group: string): string | undefined {
  return /^MC_/i.test(group) ? group.toLowerCase() : undefined;
}
