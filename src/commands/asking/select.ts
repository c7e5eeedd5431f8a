import type { Reading, Scope } from "../../cluster/index.ts";
import type { KubeObject, Phrase, Resource } from "../../kubernetes/index.ts";
import { apiVersionOf, groupOf, join, kindOf, pluralOf, say, words } from "../../kubernetes/index.ts";
import type { BareName, Request } from "../arguments/request.ts";
import { Failure } from "../failure.ts";
import type { FlagValues } from "../flags/index.ts";
import { allNamespaces, config } from "../flags/index.ts";
import { inNamespace, withoutAbsentKinds } from "../resources.ts";
import type { Query, Source } from "../sources/source.ts";
import { scopeOf } from "../sources/source.ts";

/** The objects that were asked about. */
interface Selection {
  readonly objects: readonly KubeObject[];
  /** The same objects, as what was read of the cluster. */
  readonly readings: readonly Reading[];
  /** Objects that were passed over, in words for the reader. */
  readonly skipped: readonly string[];
  /** One for each name or type that could not be answered. */
  readonly failures: readonly Failure[];
}

/** Reads everything that was named. A missing object does not prevent the report on the others. */
export async function select(request: Request, flags: FlagValues, source: Source): Promise<Selection> {
  const namespace = flags.isOn(allNamespaces) ? undefined : namespaceOf(flags, source);
  const queries = queriesOf(request, namespace);
  const selections =
    request.by === "name" && request.bare !== undefined
      ? [await answerBare(request.bare, queries, source)]
      : await Promise.all(queries.map((query) => answer(query, source)));
  const objects = selections.flatMap((one) => one.objects);
  const isEverything = request.by === "type" && request.named === "everything";
  return {
    objects: isEverything ? inNamespace(objects, namespace) : objects,
    readings: selections.flatMap(({ readings }) => readings),
    skipped: selections.flatMap(({ skipped }) => skipped),
    failures: selections.flatMap(({ failures }) => (isEverything ? withoutAbsentKinds(failures) : failures)),
  };
}

/** The namespace to look in; `undefined` for all those of an input. */
export function namespaceOf(flags: FlagValues, source: Source): string | undefined {
  const flag = flags.text(config.namespace)?.replace(/^(namespaces?|ns)\//, "");
  return flag === undefined || flag === "" ? source.namespace : flag;
}

function queriesOf(request: Request, namespace: string | undefined): readonly Query[] {
  const within = (resource: Resource) => (kindOf(resource).namespaced ? namespace : undefined);
  switch (request.by) {
    case "name":
      return request.targets.map(({ resource, name }) => ({ resource, name, namespace: within(resource) }));
    case "type": {
      const selectors = {
        ...(request.labels === undefined ? {} : { labels: request.labels }),
        ...(request.fields === undefined ? {} : { fields: request.fields }),
      };
      return request.resources.map((resource) => ({
        resource,
        namespace: within(resource),
        ...selectors,
      }));
    }
  }
}

async function answer(query: Query, source: Source): Promise<Selection> {
  const answered = await source.select(query);
  if (answered.state === "unread") return failed(unreadable(answered.reading, source));
  const objects = [...answered.objects].sort(byName);
  if (query.name !== undefined) {
    if (objects.length === 0) return failed(await whatIsMissing(query, query.name, source));
    if (objects.length > 1) return failed(ambiguous(query.resource, objects));
  }
  return { objects, readings: readingsOf(query, objects), skipped: answered.skipped, failures: [] };
}

/** A bare name means the one object that bears it. Where two bear it, or one list could not be read, the person must say. */
async function answerBare(bare: BareName, queries: readonly Query[], source: Source): Promise<Selection> {
  const answers = await Promise.all(
    queries.map(async (query) => ({ query, got: await source.select(query) })),
  );
  const bearers = answers.filter(({ got }) => got.state === "found" && got.objects.length > 0);
  const [bearer, ...others] = bearers;
  if (others.length > 0)
    return failed(
      severalBear(
        bare.name,
        bearers.map(({ query }) => query.resource),
      ),
    );
  // The first kind is the one that is usually meant: unless it was read, another of that name proves nothing.
  const [first] = answers;
  if (first?.got.state === "unread") return failed(unreadable(first.got.reading, source));
  return bearer === undefined ? failed(bare.otherwise) : await answer(bearer.query, source);
}

/** kubernetes/cli-runtime pkg/resource/visitor.go Info.Get, v0.36: in a namespace that does not exist, it is what is missing. */
async function whatIsMissing({ resource, namespace }: Query, name: string, source: Source): Promise<Failure> {
  if (source.kind === "live" && namespace !== undefined && namespace !== "default") {
    const { readings } = await source.collect([
      { resource: "v1/namespaces", scope: { of: "object", name: namespace } },
    ]);
    const isMissing = readings.some((reading) => reading.read && reading.items.length === 0);
    if (isMissing) return notFound("v1/namespaces", namespace, source);
  }
  return notFound(resource, name, source);
}

function failed(failure: Failure): Selection {
  return { objects: [], readings: [], skipped: [], failures: [failure] };
}

/** What a selector leaves out was not read: then only the objects themselves are known. */
function readingsOf(query: Query, objects: readonly KubeObject[]): readonly Reading[] {
  if (query.labels === undefined && query.fields === undefined) {
    return [reading(query.resource, scopeOf(query), objects)];
  }
  return objects.map((object) => {
    const { name, namespace } = object.metadata;
    return reading(query.resource, scopeOf({ ...query, name, namespace }), [object]);
  });
}

function reading(resource: Resource, scope: Scope, items: readonly KubeObject[]): Reading {
  // A source answers a query with objects of the kind that it asks for.
  return { read: true, resource, scope, items };
}

function byName(a: KubeObject, b: KubeObject): number {
  const key = ({ metadata }: KubeObject) => `${metadata.namespace ?? ""}/${metadata.name}`;
  return key(a) < key(b) ? -1 : 1;
}

/** `Error from server (NotFound): persistentvolumeclaims "foo" not found`, as kubectl says it. */
function notFound(resource: Resource, name: string, source: Source): Failure {
  const missing = say`${words(qualified(resource))} "${name}" not found`;
  return new Failure(
    "not-found",
    source.kind === "live"
      ? say`Error from server (NotFound): ${missing}`
      : say`error: ${missing} in the input (${source.start().source})`,
  );
}

/** Files know no current namespace: a name that several of them have has to be told apart. */
function ambiguous(resource: Resource, objects: readonly KubeObject[]): Failure {
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
function severalBear(name: string, resources: readonly Resource[]): Failure {
  const each = join(
    resources.map((resource) => say`${words(kindOf(resource).singular)}/${name}`),
    ", ",
  );
  return new Failure("usage", say`error: several objects are named "${name}": specify one of ${each}`);
}

/** The object that was asked about, or the list it should be in, could not be read. */
function unreadable(reading: Reading & { readonly read: false }, source: Source): Failure {
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
