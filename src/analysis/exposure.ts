import type { Cluster, Unread } from "../cluster/index.ts";
import { relativesOf } from "../define/index.ts";
import type { KubeObject } from "../kubernetes/index.ts";
import { nameKey, refOf } from "../kubernetes/index.ts";
import type { Act } from "../report/index.ts";
import { canBeLost } from "./losses.ts";
import { volumesForClaimOf } from "./waiting-for.ts";

/** Whether there is data near some objects that a controller could destroy, open or leave behind. */
export type Exposure = "none" | "some" | { readonly unread: Unread };

/** Looks at each object once, however many ask: thousands of pods or snapshots can have one claim. */
export function exposureIn(cluster: Cluster): (object: KubeObject) => Exposure {
  /** With nothing near that could be lost, by key. */
  const harmless = new Set<string>();
  /** Which lead to what could be lost. */
  const leading = new Set<string>();

  return (object) => {
    /** What was looked at, and from where. */
    const seen = new Map<string, string>();
    const open = [{ each: object, from: "" }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { each, from } = next;
      const key = nameKey(refOf(each));
      if (seen.has(key) || harmless.has(key)) continue;
      seen.set(key, from);
      if (leading.has(key) || canBeLost(each, cluster)) {
        for (let on: string | undefined = key; on; on = seen.get(on)) leading.add(on);
        return "some";
      }
      for (const relative of [...relativesOf(each, cluster), ...volumesForClaimOf(each, cluster)]) {
        if ("object" in relative) open.push({ each: relative.object, from: key });
        else if (hidesData(relative.unread, each)) return relative;
      }
    }
    for (const key of seen.keys()) harmless.add(key);
    return "none";
  };
}

/**
 * Behind an attachment is no data that its volume has not. A snapshot that holds a claim is known by the claim; that of a
 * content leads to a claim that nothing else tells of.
 */
function hidesData({ resource }: Unread, beside: KubeObject): boolean {
  if (resource === "snapshot.storage.k8s.io/v1/volumesnapshots")
    return beside.kind === "VolumeSnapshotContent";
  return resource !== "storage.k8s.io/v1/volumeattachments";
}

/** Such an act gives no object a disk that it did not have before. */
export function givesNoDisk(act: Act): boolean {
  switch (act.do) {
    case "delete":
    case "drop-finalizer":
      return true;
    case "edit":
      return act.edits.every(({ path }) => path.startsWith("/metadata/"));
    case "create":
      return false;
  }
}
