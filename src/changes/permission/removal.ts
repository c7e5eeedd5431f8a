import { entryFor } from "../../analysis/index.ts";
import type { Cluster } from "../../cluster/index.ts";
import type { AnyFinalizerEntry, Basis, GeneralReason } from "../../define/index.ts";
import { finalizerOwnerRuns } from "../../evidence/index.ts";
import type { KubeObject } from "../../kubernetes/index.ts";
import {
  isFinalizerName,
  isTerminating,
  kindNamed,
  nameOf,
  refOf,
  say,
  words,
} from "../../kubernetes/index.ts";
import type { Act } from "../../report/index.ts";
import type { Permission, Seen } from "./permission.ts";
import { brokenHold, danger, dangersIn, denial, incomplete, isInReach, unreadIn } from "./permission.ts";
import { usersHurt } from "./users.ts";

type Removal = Extract<Act, { readonly do: "drop-finalizer" }>;

/**
 * May this finalizer be removed, and what must a person accept for that? Only from an object that is being deleted:
 * then nothing new can begin to use it, and the finalizer cannot be added again.
 */
export function permitRemoval(
  { on, finalizer }: Removal,
  object: KubeObject,
  { cluster, knowledge }: Basis,
): Permission {
  const resource = kindNamed(object.apiVersion, object.kind)?.resource;
  if (resource === undefined || !isInReach("drop-finalizer", on))
    return denial(
      "KindNotFixed",
      on,
      say`fix does not remove finalizers from ${nameOf(on)}: it does so only for claims, volumes, attachments and snapshots.`,
      words("Its owner must remove the finalizer. `kubectl pvguard why` shows the owner."),
    );
  if (!isTerminating(object))
    return denial(
      "NotBeingDeleted",
      on,
      say`${nameOf(on)} is not being deleted, so it keeps its finalizers.`,
      words("They protect it while it is in use. If you want it deleted, delete it first."),
    );
  if ((object.metadata.deletionGracePeriodSeconds ?? 0) > 0)
    return denial("StillTerminatingGracefully", on, say`${nameOf(on)} is still within its grace period.`);
  const count = (object.metadata.finalizers ?? []).filter((given) => given === finalizer).length;
  if (count !== 1 || !isFinalizerName(finalizer))
    return denial(
      "NoSuchFinalizer",
      on,
      say`${nameOf(on)} does not have the finalizer ${finalizer} exactly once.`,
    );
  const entry = entryFor(finalizer, resource, knowledge);
  const seen = [
    ...heldBy(object, entry, cluster),
    ...usersHurt(object, finalizer, cluster),
    ...ownerAtWork(object, finalizer, entry, cluster),
    ...byHand(finalizer, entry),
  ];
  const [unread] = unreadIn(seen);
  return unread === undefined ? { state: "allowed", accept: dangersIn(seen) } : incomplete(on, unread);
}

/** Each thing that the owner of the finalizer waits for is a danger of its own. */
function heldBy(object: KubeObject, entry: AnyFinalizerEntry | undefined, cluster: Cluster): readonly Seen[] {
  return (entry?.holds(object, cluster) ?? []).map((hold) =>
    "unread" in hold.holder ? { unread: hold.holder.unread } : brokenHold(hold.reason, hold.message),
  );
}

function ownerAtWork(
  object: KubeObject,
  finalizer: string,
  entry: AnyFinalizerEntry | undefined,
  cluster: Cluster,
): readonly Seen[] {
  const seen = finalizerOwnerRuns(finalizer, object, cluster);
  const owner = entry?.owner ?? finalizer;
  if (seen.is === "unread") return [{ unread: seen.unread }];
  if (seen.lease === undefined) return [];
  return [
    danger(
      "OwnerRuns",
      say`${owner} is running (${nameOf(refOf(seen.lease))} was renewed at ${seen.lease.spec?.renewTime ?? ""}). Wait for it, or fix what keeps it from acting.`,
    ),
  ];
}

/** What its owner would have done is not done at all, unless it is known that nothing is lost with it. */
function byHand(finalizer: string, entry: AnyFinalizerEntry | undefined): readonly Seen[] {
  if (entry === undefined)
    return [
      brokenHold(
        "UnknownFinalizer" satisfies GeneralReason,
        say`pvguard does not know the finalizer ${finalizer}. Its owner asked to do something first, and pvguard does not know what would be lost without it.`,
      ),
    ];
  if (entry.manualRemoval.safety === "safe") return [];
  return [
    danger(
      "OwnerPassedOver",
      say`${words(entry.ifForced)} First make sure: ${words(entry.manualRemoval.check)}`,
    ),
  ];
}
