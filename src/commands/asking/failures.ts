import type { Reading } from "../../cluster/index.ts";
import type { KubeObject, Phrase, Resource } from "../../kubernetes/index.ts";
import { apiVersionOf, groupOf, join, kindOf, pluralOf, say, words } from "../../kubernetes/index.ts";
import { Failure } from "../failure.ts";
import type { Source } from "../sources/source.ts";

/** `Error from server (NotFound): persistentvolumeclaims "foo" not found`, as kubectl says it. */
export function notFound(resource: Resource, name: string, source: Source): Failure {
  const missing = say`${words(qualified(resource))} "${name}" not found`;
  return new Failure(
    "not-found",
    source.kind === "live"
      ? say`Error from server (NotFound): ${missing}`
      : say`error: ${missing} in the input (${source.start().source})`,
  );
}

/** Files know no current namespace: a name that several of them have has to be told apart. */
export function ambiguous(resource: Resource, objects: readonly KubeObject[]): Failure {
  const namespaces = join(
    objects.map(({ metadata }) => say`${metadata.namespace ?? ""}`),
    ", ",
  );
  const name = objects[0]?.metadata.name ?? "";
  return new Failure(
    "usage",
    say`error: ${words(pluralOf(resource))} "${name}" found in ${objects.length} namespaces of the input (${namespaces}): specify one with -n`,
  );
}

/** A name without a type that objects of several kinds have. */
export function severalBear(name: string, resources: readonly Resource[]): Failure {
  const each = join(
    resources.map((resource) => say`${words(kindOf(resource).singular)}/${name}`),
    ", ",
  );
  return new Failure("usage", say`error: several objects are named "${name}": specify one of ${each}`);
}

/** The object that was asked about, or the list it should be in, could not be read. */
export function unreadable(reading: Reading & { readonly read: false }, source: Source): Failure {
  const plural = words(qualified(reading.resource));
  switch (reading.reason) {
    case "Forbidden":
      return new Failure("unreadable", say`Error from server (Forbidden): ${detail(reading)}`);
    case "NotServed":
      return new Failure("not-found", say`error: the server doesn't have a resource type "${plural}"`);
    case "Unavailable":
      return new Failure("unreadable", say`error: could not read ${plural}: ${detail(reading)}`);
    case "NotCollected":
      return new Failure(
        "unreadable",
        say`error: the input (${source.start().source}) ${whatIsNotInInput(reading)}`,
      );
  }
}

function whatIsNotInInput({ resource, scope }: Reading): Phrase {
  if (scope.of === "object") {
    return say`does not contain ${words(kindOf(resource).singular)} "${scope.name}"`;
  }
  return say`contains no ${words(pluralOf(resource))}`;
}

function detail({ detail: said, resource }: Reading & { readonly read: false }): Phrase {
  return said === undefined ? say`${words(qualified(resource))}` : say`${said}`;
}

/** `volumesnapshots.snapshot.storage.k8s.io`; without a group for the core kinds. */
function qualified(resource: Resource): string {
  const group = groupOf(apiVersionOf(resource));
  return group === "" ? pluralOf(resource) : `${pluralOf(resource)}.${group}`;
}
