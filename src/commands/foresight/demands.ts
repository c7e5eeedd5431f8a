import { eventsScope } from "../../controllers/indexes/index.ts";
import {
  type Demand,
  everywhere,
  inNamespace,
  kindNamed,
  kindOf,
  type ObjectRef,
  type OwnerReference,
  type Resource,
} from "../../model/index.ts";

export function every(resource: Resource): Demand {
  return { resource, scope: everywhere };
}

export function within(resource: Resource, namespace: string | undefined): readonly Demand[] {
  return namespace === undefined ? [] : [{ resource, scope: inNamespace(namespace) }];
}

/** Nothing, where the name is not given. */
export function named(resource: Resource, name: string | undefined, namespace?: string): readonly Demand[] {
  if (name === undefined || name === "") return [];
  const isIn = kindOf(resource).namespaced && namespace !== undefined;
  return [{ resource, scope: { of: "object", name, ...(isIn ? { namespace } : {}) } }];
}

export function referred(ref: OwnerReference, namespace: string | undefined): readonly Demand[] {
  const kind = kindNamed(ref.apiVersion ?? "", ref.kind ?? "");
  return kind === undefined ? [] : named(kind.resource, ref.name, namespace);
}

export function eventsOn(ref: ObjectRef): Demand {
  return { resource: "v1/events", scope: eventsScope(ref) };
}
