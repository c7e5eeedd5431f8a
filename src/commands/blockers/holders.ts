import { stateOf } from "../../engine/index.ts";
import {
  type Blocker,
  type Cluster,
  type Hold,
  type KubeObject,
  nameKey,
  type ObjectRef,
} from "../../model/index.ts";
import { scaleOf } from "./scale.ts";

/** Every object among these that holds something, once. `assumed`: the object that is not being deleted and is only treated so. */
export function holders(
  holds: readonly Hold[],
  cluster: Cluster,
  assumed: ObjectRef | undefined,
): readonly Blocker[] {
  const byObject = new Map<string, Blocker>();
  for (const hold of holds) {
    if (!("object" in hold.holder)) continue;
    const { object } = hold.holder;
    if (!byObject.has(nameKey(object)))
      byObject.set(nameKey(object), holderOf(hold, object, cluster, assumed));
  }
  return [...byObject.values()];
}

function holderOf(hold: Hold, ref: ObjectRef, cluster: Cluster, assumed: ObjectRef | undefined): Blocker {
  const found = cluster.resolve(ref);
  const isAssumed = assumed !== undefined && nameKey(hold.held) === nameKey(assumed);
  return {
    ...(found?.state === "found" ? factsOf(found.object, cluster) : { state: "Unknown" }),
    object: ref,
    refersBy: referenceIn(hold, ref),
    counts: "yes",
    because: isAssumed ? (hold.ifDeleted ?? hold.message) : hold.message,
  };
}

interface MayHaveNode {
  readonly spec?: { readonly nodeName?: string | undefined } | undefined;
}

/** What a row says of an object, whatever it has to do with the subject. */
export function factsOf(
  object: KubeObject & MayHaveNode,
  cluster: Cluster,
): Pick<Blocker, "state" | "node" | "scale"> {
  const scale = scaleOf(object, cluster);
  const node = object.spec?.nodeName ?? "";
  return {
    state: stateOf(object),
    ...(node === "" ? {} : { node }),
    ...(scale === undefined ? {} : { scale }),
  };
}

/** The first field that the evidence names: that by which the holder refers to what it holds. */
function referenceIn({ evidence }: Hold, holder: ObjectRef): string {
  const own = evidence.find(({ about }) => nameKey(about) === nameKey(holder));
  return (own ?? evidence[0])?.path ?? "";
}
