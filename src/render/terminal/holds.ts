import type { Unread } from "../../cluster/index.ts";
import type { ObjectRef, Phrase } from "../../kubernetes/index.ts";
import {
  isOtherResource,
  kindOf,
  nameOf,
  otherKind,
  say,
  shortNameOf,
  spokenPluralOf,
  words,
} from "../../kubernetes/index.ts";
import type { Evidence, Hold, Holder } from "../../report/index.ts";
import type { Block, Text } from "../doc.ts";
import { styled, styledLine } from "../doc.ts";
import { oddCharacters } from "../escape.ts";
import type { RenderOptions } from "../renderer.ts";

/** Without its namespace where that is the one the reader is in already. */
function nameIn(namespace: string | undefined, ref: ObjectRef): Phrase {
  return ref.namespace === namespace ? shortNameOf(ref) : nameOf(ref);
}

/** Who must release the object, as a node of the tree. */
export function holderName(holder: Holder, namespace: string | undefined): Phrase {
  if ("object" in holder) return nameIn(namespace, holder.object);
  if ("controller" in holder)
    return holder.controller.startsWith("the owner of ")
      ? say`${holder.controller}`
      : say`controller ${holder.controller}`;
  if ("driver" in holder) return say`driver ${holder.driver}`;
  if ("missing" in holder) return say`${nameIn(namespace, holder.missing)}, which does not exist`;
  if ("person" in holder) return holder.person === "owner" ? words("its owner") : words("an administrator");
  return say`${unreadName(holder.unread)}, not read`;
}

/** The finalizer or the wait, with a warning for a name that only looks like a known one. */
export function byName(by: Hold["by"]): Phrase {
  if ("wait" in by) return say`${by.wait}`;
  const odd = oddCharacters(by.finalizer);
  return odd === "none"
    ? say`${by.finalizer}`
    : say`${by.finalizer} (beware: contains ${words(odd)} characters)`;
}

/** What was not read: `pods in namespace shop`. */
export function unreadName({ resource, scope }: Unread): Phrase {
  if (isOtherResource(resource)) {
    const { kind } = otherKind(resource);
    return scope.of === "object" ? nameOf({ ...otherKind(resource), ...scope }) : say`${kind}`;
  }
  const plural = spokenPluralOf(resource);
  switch (scope.of) {
    case "cluster":
      return kindOf(resource).namespaced ? say`${plural} of all namespaces` : say`${plural}`;
    case "namespace":
      return say`${plural} in namespace ${scope.namespace}`;
    case "object":
      return scope.namespace === undefined
        ? say`${kindOf(resource).singular}/${scope.name}`
        : say`${kindOf(resource).singular}/${scope.name} (${scope.namespace})`;
    case "about":
      return say`${plural} about ${scope.kind} ${scope.name} in namespace ${scope.namespace}`;
  }
}

/** What was read, where, and what it says of the hold. */
export function evidenceBlocks(evidence: readonly Evidence[]): readonly Block[] {
  return evidence.map(({ about, path, observed, verdict }) =>
    styledLine(
      "aside",
      say`${words(verdict)}: ${nameOf(about)}: ${path}: ${observed === null ? "<none>" : String(observed)}`,
    ),
  );
}

/** Behind a name, for those who asked for more. */
export function uidOf(ref: ObjectRef, options: RenderOptions): Text {
  return options.wide && ref.uid !== undefined ? styled("aside", say` uid ${ref.uid}`) : [];
}
