import type { Cluster, Unread } from "../../cluster/index.ts";
import { relativesOf } from "../../define/index.ts";
import type { KubeObject, ObjectRef } from "../../kubernetes/index.ts";
import { nameKey, refOf } from "../../kubernetes/index.ts";

const mostDepth = 2;

interface Around {
  readonly objects: readonly KubeObject[];
  /** What may be around them too, and was not read. */
  readonly unread: readonly Unread[];
}

/** The objects, and those whose controllers may act when something happens to them: pod, claim, volume. */
export function around(refs: readonly ObjectRef[], cluster: Cluster): Around {
  const found = new Map<string, KubeObject>();
  const unread: Unread[] = [];
  let layer = refs.flatMap((ref) => {
    const resolved = cluster.resolve(ref);
    return resolved?.state === "found" ? [resolved.object] : [];
  });
  for (let depth = 0; depth <= mostDepth; depth += 1) {
    const fresh = layer.filter((object) => !found.has(nameKey(refOf(object))));
    for (const object of fresh) found.set(nameKey(refOf(object)), object);
    const relatives = fresh.flatMap((object) => relativesOf(object, cluster));
    for (const relative of relatives) if ("unread" in relative) unread.push(relative.unread);
    layer = relatives.flatMap((relative) => ("object" in relative ? [relative.object] : []));
  }
  return { objects: [...found.values()], unread };
}
