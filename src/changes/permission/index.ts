import type { Cluster } from "../../cluster/index.ts";
import type { Basis } from "../../define/index.ts";
import type { KubeObject } from "../../kubernetes/index.ts";
import { nameOf, say } from "../../kubernetes/index.ts";
import type { Act } from "../../report/index.ts";
import { permitDeletion } from "./deletion.ts";
import { permitEdit } from "./edit.ts";
import type { Permission } from "./permission.ts";
import { denial, incomplete } from "./permission.ts";
import { permitRemoval } from "./removal.ts";
import { permitCreation, permitDeletionInRescue, permitEditInRescue } from "./rescue.ts";

export { incompleteView, reach } from "./permission.ts";
export { deletesPods } from "./rescue.ts";

/** The gate that every act of every plan passes, whatever proposed it. */
export function permit(act: Act, basis: Basis): Permission {
  const { cluster } = basis;
  if (act.do === "create") return denial("NotForFix", act.on, say`fix does not create objects.`);
  return permitOn(act, cluster, (object) => {
    switch (act.do) {
      case "drop-finalizer":
        return permitRemoval(act, object, basis);
      case "edit":
        return permitEdit(act.on, object, act.edits, cluster);
      case "delete":
        return permitDeletion(act.on, object, cluster);
    }
  });
}

/** The same gate for the steps of `rescue` and `undo`, which bring objects back and stop what uses them meanwhile. */
export function permitInRescue(act: Act, accepted: readonly string[], cluster: Cluster): Permission {
  if (act.do === "create") return permitCreation(act);
  return permitOn(act, cluster, (object) => {
    switch (act.do) {
      case "drop-finalizer":
        return denial("FinalizersAreNotEdited", act.on, say`A rescue removes no finalizer.`);
      case "edit":
        return permitEditInRescue(act, object, cluster);
      case "delete":
        return permitDeletionInRescue(object, accepted, cluster);
    }
  });
}

type OnObject = Exclude<Act, { readonly do: "create" }>;

/** Only of the very object that was seen. */
function permitOn(
  { on }: OnObject,
  cluster: Cluster,
  permission: (object: KubeObject) => Permission,
): Permission {
  const found = cluster.resolve(on);
  if (found === undefined) return denial("KindNotFixed", on, say`fix does not change ${on.kind} objects.`);
  if (found.state === "unread") return incomplete(on, found.unread);
  if (found.state === "absent" || found.object.metadata.uid !== on.uid)
    return denial("ObjectGone", on, say`${nameOf(on)} no longer exists, or another object has its name.`);
  return permission(found.object);
}
