import type { Cluster } from "../../cluster/index.ts";
import { finalizerNames, keepsDependents, nodeNamed, ownerEnd } from "../../controllers/index.ts";
import type { FoundHold } from "../../define/index.ts";
import { couldNotRead } from "../../define/index.ts";
import type {
  AnyObject,
  KubeObject,
  OwnerReference,
  PersistentVolume,
  PersistentVolumeClaim,
  Phrase,
  Pod,
} from "../../kubernetes/index.ts";
import { hasFinalizer, isTerminating, nameOf, refOf, say, words } from "../../kubernetes/index.ts";
import { removeOwnerReferences } from "../../remedies/index.ts";
import type { Evidence } from "../../report/index.ts";
import { proof } from "../../report/index.ts";
import { whatItWaitsFor } from "./owner-says.ts";

type Owned = PersistentVolume | PersistentVolumeClaim;

/** What is said of an owner that no longer exists, and of one that is being deleted. */
interface Words<Gone extends string, Going extends string> {
  readonly gone: Pick<FoundHold<Gone>, "reason" | "avoid" | "remedies">;
  readonly going: Pick<FoundHold<Going>, "reason" | "avoid" | "remedies">;
}

/** An object whose last owner goes is deleted by the garbage collector. Owners that are gone count only where none goes. */
export function ownerHolds<Gone extends string, Going extends string>(
  owned: Owned,
  { gone, going }: Words<Gone, Going>,
  cluster: Cluster,
): readonly FoundHold<Gone | Going | "CouldNotRead">[] {
  if (isTerminating(owned)) return [];
  const ends = (owned.metadata.ownerReferences ?? []).map((owner) => ({
    owner,
    ...ownerEnd(owner, owned, cluster),
  }));
  if (ends.some(keepsDependents)) return [];
  for (const each of ends) if (each.end === "unread") return [couldNotRead(each.unread)];
  const ending = ends.flatMap((each) =>
    each.end === "going" ? [{ ...goingWaiting(owned, each.object), ...going }] : [],
  );
  if (ending.length > 0) return ending;
  return ends.flatMap((each) =>
    each.end === "gone" ? [{ ...withoutOwner(owned, each.owner, each.namesake), ...gone }] : [],
  );
}

/** With what the owner itself still waits for. */
function goingWaiting(owned: Owned, owner: AnyObject): Omit<FoundHold, "reason"> {
  const hold = goingWith(owned, owner);
  const waits = whatItWaitsFor(owner);
  return {
    ...hold,
    message: say`${hold.message}${waits.words}`,
    evidence: [...hold.evidence, ...waits.evidence],
  };
}

/** The owner's controllers leave its owner references alone. */
export function goingWith(owned: Owned, owner: AnyObject): Omit<FoundHold, "reason"> {
  const isAtOnce = hasFinalizer(owner, finalizerNames.foregroundDeletion);
  const end = endOf(owner);
  const collector = say`the garbage collector deletes ${wordFor(owned)}`;
  return {
    holder: isAtOnce ? { controller: "garbage-collector-controller" } : { object: refOf(owner) },
    message: say`its owner ${nameOf(owner)} ${end.words}${isAtOnce ? say` with all that it owns: ${collector}` : say`, and after that ${collector}`}`,
    evidence: [...end.evidence, proof(owned, "metadata.ownerReferences", owner.metadata.uid)],
    remedies: [removeOwnerReferences(owned)],
  };
}

/** How it is known that an owner ends. A pod whose node no longer exists is not marked yet. */
export function endOf(owner: AnyObject): { readonly words: Phrase; readonly evidence: readonly Evidence[] } {
  const { deletionTimestamp } = owner.metadata;
  const node = owner.kind === "Pod" && !isTerminating(owner) ? (owner as Pod).spec?.nodeName : undefined;
  return node === undefined
    ? {
        words: words("is being deleted"),
        evidence: [proof(owner, "metadata.deletionTimestamp", deletionTimestamp)],
      }
    : {
        words: say`will be deleted by the pod garbage collector, because its node/${node} no longer exists`,
        evidence: [proof(owner, "spec.nodeName", node), proof(nodeNamed(node), "metadata.name", null)],
      };
}

/** @param namesake the uid of another object that has the owner's name today */
function withoutOwner(
  owned: Owned,
  { apiVersion = "", kind = "", name = "", uid }: OwnerReference,
  namesake: string | undefined,
): Omit<FoundHold, "reason"> {
  const { namespace } = owned.metadata;
  const ref = { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) };
  const other =
    namesake === undefined
      ? []
      : say` (the current one of that name has uid ${namesake}, and does not count)`;
  return {
    holder: { controller: "garbage-collector-controller" },
    message: say`its owner ${nameOf(ref)} with uid ${uid ?? ""} does not exist${other}: the garbage collector will delete ${wordFor(owned)}`,
    evidence: [proof(owned, "metadata.ownerReferences", uid)],
    remedies: [removeOwnerReferences(owned)],
  };
}

/** The object that this one belongs to exists only until its own holders release it. */
export function beingDeleted<Reason extends string>(reason: Reason, owner: KubeObject): FoundHold<Reason> {
  return {
    reason,
    holder: { object: refOf(owner) },
    message: say`its ${nameOf(owner)} is being deleted, but still exists`,
    evidence: [proof(owner, "metadata.deletionTimestamp", owner.metadata.deletionTimestamp)],
  };
}

/** That an owner is of a kind that the cluster does not serve, and what a person does then that costs the data. */
export function kindNotServed(
  owned: Owned,
  { apiVersion = "", kind = "", name = "" }: OwnerReference,
): Pick<FoundHold, "message" | "avoid" | "remedies"> {
  return {
    message: say`its owner ${`${kind}/${name}`} is of a kind that this cluster does not serve (${apiVersion}): the garbage collector cannot look it up, and does not delete ${wordFor(owned)} as long as that is so`,
    remedies: [removeOwnerReferences(owned)],
    avoid: {
      step: say`install the definition of ${kind} again before the owner references are removed`,
      because: say`as soon as the kind is served, the garbage collector deletes ${wordFor(owned)}, unless the owner is there with the same uid; an owner that is restored has another one`,
    },
  };
}

/** What people call what is owned. */
function wordFor({ kind }: Owned): Phrase {
  return words(kind === "PersistentVolume" ? "the volume" : "the claim");
}
