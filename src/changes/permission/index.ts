import type { Cluster } from "../../cluster/index.ts";
import type { Knowledge } from "../../define/index.ts";
import type { KubeObject } from "../../kubernetes/index.ts";
import { nameOf, say } from "../../kubernetes/index.ts";
import type { Act } from "../../report/index.ts";
import { permitDeletion } from "./deletion.ts";
import { permitEdit } from "./edit.ts";
import type { Permission } from "./permission.ts";
import { incomplete, no } from "./permission.ts";
import { permitRemoval } from "./removal.ts";

export { incompleteView, leftBehindWithout } from "./permission.ts";

/** The gate that every act of every plan passes, whatever proposed it. */
export function permit(act: Act, cluster: Cluster, knowledge: Knowledge): Permission {
  if (act.do === "create") return no("NotForFix", act.on, say`fix does not create objects.`);
  const found = cluster.resolve(act.on);
  if (found === undefined)
    return no("KindNotFixed", act.on, say`fix does not change ${act.on.kind} objects.`);
  if (found.state === "unread") return incomplete(act.on, found.unread);
  if (found.state === "absent" || found.object.metadata.uid !== act.on.uid)
    return no("ObjectGone", act.on, say`${nameOf(act.on)} no longer exists, or another object has its name.`);
  return permitOn(act, found.object, cluster, knowledge);
}

type OnObject = Exclude<Act, { readonly do: "create" }>;

function permitOn(act: OnObject, object: KubeObject, cluster: Cluster, knowledge: Knowledge): Permission {
  switch (act.do) {
    case "drop-finalizer":
      return permitRemoval(act, object, cluster, knowledge);
    case "edit":
      return permitEdit(act.on, object, act.edits, cluster);
    case "delete":
      return permitDeletion(act.on, object, cluster);
  }
}
