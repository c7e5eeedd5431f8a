import type { Cluster } from "../../cluster/index.ts";
import { sharingSnapshot } from "../../controllers/index.ts";
import type { Dependents } from "../../define/index.ts";
import type { VolumeSnapshotContent } from "../../kubernetes/index.ts";
import { nameOf, say } from "../../kubernetes/index.ts";

/** Other contents that refer to the same snapshot in the storage backend. */
export function sharing(content: VolumeSnapshotContent, cluster: Cluster): Dependents {
  const found = sharingSnapshot(content, cluster);
  if (found.state === "unread") return { items: [], unread: [found.unread] };
  return {
    items: found.others.map((other) => ({
      object: other,
      reason: "SameSnapshot",
      message: say`it refers to the same snapshot in the storage backend as ${nameOf(content)}`,
      shares: "the data",
    })),
    unread: [],
  };
}
