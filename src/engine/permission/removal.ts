import { ownerSeen } from "../../controllers/index.ts";
import {
  type Act,
  type Cluster,
  isTerminating,
  type KubeObject,
  kindNamed,
  nameOf,
  type Resource,
  refOf,
  say,
  words,
} from "../../model/index.ts";
import type { AnyFinalizerEntry, Knowledge } from "../define.ts";
import { entryFor } from "../holds.ts";
import type { GeneralReason } from "../reasons.ts";
import { broken, danger, dangersIn, type Seen, unreadIn } from "./look.ts";
import { incomplete, no, type Permission } from "./permission.ts";
import { usersHurt } from "./users.ts";

type Removal = Extract<Act, { readonly do: "drop-finalizer" }>;

const removable: readonly Resource[] = [
  "v1/persistentvolumeclaims",
  "v1/persistentvolumes",
  "storage.k8s.io/v1/volumeattachments",
  "snapshot.storage.k8s.io/v1/volumesnapshots",
  "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
  "storage.k8s.io/v1/volumeattributesclasses",
];

/** What the API server takes for a finalizer, and nothing that only looks like it. */
const finalizerRule = /^[A-Za-z0-9]([-A-Za-z0-9._/]*[A-Za-z0-9])?$/;

/**
 * May this finalizer be taken off, and what must a person accept for that? Only of an object that is being deleted:
 * then nobody new can begin to use it, and nobody can put the finalizer back.
 */
export function permitRemoval(
  { on, finalizer }: Removal,
  object: KubeObject,
  cluster: Cluster,
  knowledge: Knowledge,
): Permission {
  const resource = kindNamed(object.apiVersion, object.kind)?.resource;
  if (resource === undefined || !removable.includes(resource))
    return no(
      "KindNotFixed",
      on,
      say`fix takes no finalizer off ${nameOf(on)}: it does so for claims, volumes, attachments and snapshots only.`,
      words("Its owner has to let it go. `kubectl pvguard why` says who that is."),
    );
  if (!isTerminating(object))
    return no(
      "NotBeingDeleted",
      on,
      say`${nameOf(on)} is not being deleted, and keeps its finalizers.`,
      words("They protect it while it is used. If it is to go, delete it first."),
    );
  if ((object.metadata.deletionGracePeriodSeconds ?? 0) > 0)
    return no("StillTerminatingGracefully", on, say`${nameOf(on)} still has its time to end by itself.`);
  const count = (object.metadata.finalizers ?? []).filter((given) => given === finalizer).length;
  if (count !== 1 || !finalizerRule.test(finalizer))
    return no(
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
    "unread" in hold.holder ? { unread: hold.holder.unread } : broken(hold.reason, hold.message),
  );
}

function ownerAtWork(
  object: KubeObject,
  finalizer: string,
  entry: AnyFinalizerEntry | undefined,
  cluster: Cluster,
): readonly Seen[] {
  const seen = ownerSeen(finalizer, object, cluster);
  const owner = entry?.owner ?? finalizer;
  switch (seen.seen) {
    case "not-seen":
      return [];
    case "running":
      return [
        danger(
          "OwnerRuns",
          say`${owner} runs (${nameOf(refOf(seen.lease))} was renewed at ${seen.lease.spec?.renewTime ?? ""}): wait for it, or mend what keeps it from acting.`,
        ),
      ];
    case "unread":
      return [{ unread: seen.unread }];
  }
}

/** What its owner would have done is not done by anybody, unless it is known that nothing is lost with it. */
function byHand(finalizer: string, entry: AnyFinalizerEntry | undefined): readonly Seen[] {
  if (entry === undefined)
    return [
      broken(
        "UnknownFinalizer" satisfies GeneralReason,
        say`pvguard does not know ${finalizer}: its owner asked to do something first, and nobody here knows what is lost without it.`,
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
