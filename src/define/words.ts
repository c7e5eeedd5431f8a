import type { Unread } from "../cluster/index.ts";
import type { Action } from "../controllers/index.ts";
import type { KubeObject, ObjectRef, OtherResource, Phrase } from "../kubernetes/index.ts";
import {
  apiVersionOf,
  asSpoken,
  groupOf,
  isOtherResource,
  join,
  kindOf,
  nameOf,
  otherKind,
  pluralOf,
  refOf,
  say,
  spokenPluralOf,
  words,
} from "../kubernetes/index.ts";
import type { Holder } from "../report/index.ts";

export { nameOf };

/** The first of many objects by name, and how many there are besides. */
export function firstAndMore(first: readonly KubeObject[], count: number): Phrase {
  const names = join(
    first.map((each) => nameOf(refOf(each))),
    ", ",
  );
  return count > first.length ? say`${names} and ${count - first.length} more` : names;
}

const unreadWords: Record<Unread["reason"], string> = {
  Forbidden: "you are not allowed to read them",
  NotServed: "the cluster does not serve them",
  Unavailable: "reading failed",
  NotCollected: "they are not in the input",
  NotJudged: "a rule failed on them",
  LeftToChance: "several volumes fit equally well",
};

/** Chance decides what a controller does: its cache hands out what it looks through in no order. */
function leftToChance({ scope, detail }: Unread): Phrase {
  const claim = scope.of === "object" ? say`the claim ${scope.name}` : words("a claim");
  return say`the PV controller can bind ${claim} to any one of these volumes, and which one is left to chance: ${detail ?? ""}`;
}

/** What was not read, where, and why. */
export function unreadPhrase(unread: Unread): Phrase {
  if (unread.reason === "LeftToChance") return leftToChance(unread);
  if (isOtherResource(unread.resource) && unread.reason === "Forbidden")
    return forbiddenOwner(unread, unread.resource);
  const { singular, plural } = namesOf(unread);
  const why = unreadWords[unread.reason];
  switch (unread.scope.of) {
    case "cluster":
      return say`${plural} were not read: ${words(why)}`;
    case "namespace":
      return say`${plural} in namespace ${unread.scope.namespace} were not read: ${words(why)}`;
    case "object":
      return say`${singular}/${unread.scope.name} was not read: ${words(why.replace("them", "it").replace("they are", "it is"))}`;
    case "about":
      return say`${plural} about ${unread.scope.kind} ${unread.scope.name} were not read: ${words(why)}`;
  }
}

/** Rights to an operator's kind are granted one by one: which one is needed is said at once. */
function forbiddenOwner({ scope, plural }: Unread, resource: OtherResource): Phrase {
  const { apiVersion, kind } = otherKind(resource);
  const name = scope.of === "object" ? scope.name : "";
  const place = scope.of === "object" && scope.namespace !== undefined ? say` -n ${scope.namespace}` : [];
  return say`${kind.toLowerCase()}/${name} was not read: you are not allowed to get ${`${plural ?? kind}.${groupOf(apiVersion)}`}${place}`;
}

function namesOf({ resource }: Unread): { readonly singular: string; readonly plural: string } {
  if (!isOtherResource(resource))
    return { singular: kindOf(resource).singular, plural: spokenPluralOf(resource) };
  const { kind } = otherKind(resource);
  return { singular: kind.toLowerCase(), plural: kind };
}

/** The permission that a person needs to read it; `undefined` where none is missing. */
export function missingRight({ resource, scope, reason, plural }: Unread): Phrase | undefined {
  if (reason !== "Forbidden") return undefined;
  if (isOtherResource(resource)) {
    const { apiVersion, kind } = otherKind(resource);
    const place = scope.of === "object" && scope.namespace !== undefined ? say` -n ${scope.namespace}` : [];
    return say`You need the right to get ${`${plural ?? kind}.${groupOf(apiVersion)}`}${place}.`;
  }
  const group = groupOf(apiVersionOf(resource));
  const what = group === "" ? pluralOf(resource) : `${pluralOf(resource)}.${group}`;
  const within =
    "namespace" in scope && scope.namespace !== undefined ? say` in namespace ${scope.namespace}` : [];
  return say`You need permission to get and list ${words(what)}${within}.`;
}

/** What has to happen before a hold ends. */
export function whenReleased(holder: Holder, by: "deletion" | "itself"): Phrase {
  if ("object" in holder) {
    return say`when ${nameOf(holder.object)} ${words(by === "deletion" ? "is deleted" : ended(holder.object))}`;
  }
  if ("controller" in holder) return say`when ${asSpoken(holder.controller)} acts`;
  if ("driver" in holder) {
    return holder.driver.startsWith("NFS server ")
      ? say`when the ${holder.driver} responds again`
      : say`when ${holder.driver} succeeds`;
  }
  if ("missing" in holder) return say`when ${nameOf(holder.missing)} exists again`;
  if ("person" in holder) return say`when the ${holder.person} decides`;
  return words("when whatever holds it, which could not be read, releases it");
}

/** Of an object that need not be alive for its deletion to be waited for. */
function ended({ kind }: ObjectRef): string {
  switch (kind) {
    // A machine need not disappear for that: it comes back, unmounts, or is declared out of service.
    case "Node":
      return "releases it";
    case "Pod":
      return "is deleted";
    default:
      return "no longer exists";
  }
}

/** What an action does, without who does it. */
export function actionPhrase(action: Action): Phrase {
  const object = nameOf(action.object);
  switch (action.do) {
    case "add-finalizer":
      return say`adds the finalizer ${action.finalizer} to ${object}`;
    case "remove-finalizer":
      return say`removes the finalizer ${action.finalizer} from ${object}`;
    case "set-phase":
      return say`sets ${object} to phase ${action.phase}`;
    case "clear-claim-ref":
      return action.part === "whole"
        ? say`removes the claim reference of ${object}, so any claim can bind to it and get its data`
        : say`clears the uid in the claim reference of ${object}, which stays reserved for a claim of that name`;
    case "bind":
      return say`binds ${object} to ${nameOf(action.volume)}`;
    case "bind-content":
      return say`binds ${object} to ${nameOf(action.content)}, and copies whether it is ready`;
    case "mark-unready":
      return say`marks ${object} as not ready`;
    case "drop-owners":
      return say`removes the owner reference to ${join(action.owners.map(nameOf), ", ")} from ${object}`;
    case "unblock-owners":
      return say`sets blockOwnerDeletion to false in all owner references of ${object}`;
    case "set-owner":
      return say`makes ${nameOf(action.owner)} the owner of ${object}, which is then deleted with its owner`;
    case "delete":
      return say`deletes ${object}`;
    case "annotate":
      return say`sets the annotation ${action.key} on ${object}`;
    case "destroy-backend":
      return say`has the driver ${action.driver} ${destruction(action)}, with all data on it${ifSo(action)}`;
    case "detach-backend":
      return say`has the driver ${action.driver} detach the volume of ${object} from node ${action.node}`;
  }
}

/** Of a controller whose name has the version that does it, where no object tells which one runs. */
export function ifSo({
  onlyIf,
}: Pick<Extract<Action, { readonly do: "destroy-backend" }>, "onlyIf">): Phrase {
  return onlyIf === undefined ? [] : words(", if that version is installed");
}

/** A snapshot that the driver has not named yet. */
export const unnamedSnapshot = "the snapshot";

/** They empty a directory, a share or a device, which itself remains. */
const emptying: readonly string[] = [
  "local-volume-provisioner",
  "kubernetes.io/host-path",
  "kubernetes.io/nfs",
];

/** What is recycled is emptied too. */
export function isEmptied(driver: string): boolean {
  return emptying.includes(driver);
}

/** What a driver is told to do, as an infinitive: `delete disk vol-1`. */
export function destruction({
  object,
  driver,
  handle,
}: Extract<Action, { readonly do: "destroy-backend" }>): Phrase {
  if (isEmptied(driver)) return say`erase ${handle}`;
  if (object.kind !== "VolumeSnapshotContent") return say`delete disk ${handle}`;
  return handle === unnamedSnapshot ? say`delete ${handle}` : say`delete snapshot ${handle}`;
}

/** The same of a disk that the driver says is gone: it may have looked in the wrong place, so nothing is promised. */
export function deletionOfGone({
  driver,
  handle,
}: Extract<Action, { readonly do: "destroy-backend" }>): Phrase {
  return say`asks the driver ${driver} again to delete ${handle}, which the driver says is already gone`;
}
