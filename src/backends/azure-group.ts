/**
 * The cluster to which a resource group belongs, by the id of the group. AKS makes the group MC_GROUP_CLUSTER_REGION for the disks
 * of one cluster, and deletes it with the cluster: learn.microsoft.com/azure/aks/faq. Two subscriptions can have groups of one
 * name, so that the name alone is no mark. Of a group with another name, nothing is known.
 *
 * @param id `/subscriptions/SUBSCRIPTION/resourceGroups/GROUP`, with or without what follows
 */
export function clusterOfGroup(id: string): string | undefined {
  const [group] = /^\/subscriptions\/[^/]+\/resourceGroups\/MC_[^/]+/i.exec(id) ?? [];
  return group?.toLowerCase();
}
