import type { Unread } from "../cluster/index.ts";

/**
 * Does this not matter for how the deletion of a healthy claim ends? The attachments of its volume decide when it ends,
 * not whether; the full report covers other volumes of the same disk. Both lists are long and are not read.
 */
export function mayStayUnread({ resource, scope, reason }: Unread): boolean {
  return reason === "NotCollected" && scope.of === "cluster" && leftUnread.includes(resource);
}

const leftUnread: readonly string[] = ["storage.k8s.io/v1/volumeattachments", "v1/persistentvolumes"];
