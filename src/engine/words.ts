import {
  type Action,
  apiVersionOf,
  groupOf,
  type Holder,
  join,
  type KubeObject,
  kindOf,
  nameOf,
  type Phrase,
  pluralOf,
  refOf,
  say,
  type Unread,
  words,
} from "../model/index.ts";

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
  Forbidden: "you may not read them",
  NotServed: "the cluster does not serve them",
  Unavailable: "reading failed",
  NotCollected: "they are not in the input",
  NotJudged: "a rule failed over them",
  LeftToChance: "several volumes do as well",
};

/** Chance decides what a controller does: its cache hands out what it looks through in no order. */
function leftToChance({ scope, detail }: Unread): Phrase {
  const name = scope.of === "object" ? scope.name : "a claim";
  return say`the PV controller gives the claim ${name} one of these volumes, and nothing says which: ${detail ?? ""}`;
}

/** What was not read, where, and why. */
export function unreadPhrase(unread: Unread): Phrase {
  if (unread.reason === "LeftToChance") return leftToChance(unread);
  const kind = kindOf(unread.resource);
  const plural = pluralOf(unread.resource);
  const why = unreadWords[unread.reason];
  switch (unread.scope.of) {
    case "cluster":
      return say`${plural} were not read: ${words(why)}`;
    case "namespace":
      return say`${plural} in namespace ${unread.scope.namespace} were not read: ${words(why)}`;
    case "object":
      return say`${kind.singular}/${unread.scope.name} was not read: ${words(why.replace("them", "it").replace("they are", "it is"))}`;
    case "about":
      return say`${plural} about ${unread.scope.kind} ${unread.scope.name} were not read: ${words(why)}`;
  }
}

/** What a person has to be given to see it; `undefined` where no right is missing. */
export function missingRight({ resource, scope, reason }: Unread): Phrase | undefined {
  if (reason !== "Forbidden") return undefined;
  const group = groupOf(apiVersionOf(resource));
  const what = group === "" ? pluralOf(resource) : `${pluralOf(resource)}.${group}`;
  const within =
    "namespace" in scope && scope.namespace !== undefined ? say` in namespace ${scope.namespace}` : [];
  return say`What is missing is the right to get and list ${words(what)}${within}.`;
}

/** What has to happen before a hold ends. */
export function letsGo(holder: Holder, by: "deletion" | "itself"): Phrase {
  if ("object" in holder) {
    // A machine need not go for that: it comes back, unmounts, or is declared out of service.
    const goes = words(holder.object.kind === "Node" ? "lets go" : "is gone");
    return say`when ${nameOf(holder.object)} ${by === "deletion" ? words("is deleted") : goes}`;
  }
  if ("controller" in holder) return say`when ${holder.controller} acts`;
  if ("driver" in holder) return say`when ${holder.driver} succeeds`;
  if ("missing" in holder) return say`when ${nameOf(holder.missing)} exists again`;
  if ("person" in holder) return say`when the ${holder.person} decides`;
  return words("when whatever holds it, which could not be read, lets go");
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
        ? say`removes the claim reference of ${object}, so that any claim may take it with its data`
        : say`clears the uid in the claim reference of ${object}, which stays reserved for that name`;
    case "bind":
      return say`binds ${object} to ${nameOf(action.volume)}`;
    case "bind-content":
      return say`binds ${object} to ${nameOf(action.content)}, and takes over whether it is ready`;
    case "mark-unready":
      return say`marks ${object} as not ready`;
    case "drop-owners":
      return say`frees ${object} from its owner ${join(action.owners.map(nameOf), ", ")}`;
    case "set-owner":
      return say`makes ${nameOf(action.owner)} the owner of ${object}, to be deleted with it`;
    case "delete":
      return say`deletes ${object}`;
    case "annotate":
      return say`sets the annotation ${action.key} on ${object}`;
    case "destroy-backend":
      return say`has the driver ${action.driver} DESTROY ${action.handle}, with all data on it`;
    case "detach-backend":
      return say`has the driver ${action.driver} detach the volume of ${object} from node ${action.node}`;
  }
}

/** The same of a disk that the driver says is gone: it may have looked in the wrong place, so nothing is promised. */
export function deletionOfGone({
  driver,
  handle,
}: Extract<Action, { readonly do: "destroy-backend" }>): Phrase {
  return say`asks the driver ${driver} again to delete ${handle}, which it says is gone already`;
}
