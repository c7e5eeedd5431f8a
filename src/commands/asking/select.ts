import type { Reading, Scope } from "../../cluster/index.ts";
import type { KubeObject, Phrase, Resource } from "../../kubernetes/index.ts";
import {
  distinct,
  isOnlyNamed,
  join,
  kindNamed,
  kindOf,
  nameKey,
  nameOf,
  refOf,
  say,
  words,
} from "../../kubernetes/index.ts";
import type { BareName, Request } from "../arguments/request.ts";
import { ambiguous, Failure, notFound, severalBear, unreadable } from "../failure.ts";
import type { FlagValues } from "../flags/index.ts";
import { allNamespaces, config } from "../flags/index.ts";
import { nearest } from "../nearest.ts";
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
  /** Of objects that stand in for one that does not exist: why they are told of. */
  readonly insteads: readonly Phrase[];
}

/** Whether an object that does not exist is explained by what should have created it, or still names it. */
export type StandIns = "wanted" | "unwanted";

/** Reads everything that was named. A missing object does not prevent the report on the others. */
export async function select(
  request: Request,
  flags: FlagValues,
  source: Source,
  standIns: StandIns = "unwanted",
): Promise<Selection> {
  const namespace = flags.isOn(allNamespaces) ? undefined : namespaceOf(flags, source);
  const queries = queriesOf(request, namespace);
  const selections =
    request.by === "name" && request.bare !== undefined
      ? [await answerBare(request.bare, queries, source)]
      : await Promise.all(queries.map((query) => answer(query, source, standIns)));
  const objects = distinct(
    selections.flatMap((one) => one.objects),
    (object) => nameKey(refOf(object)),
  );
  const isEverything = request.by === "type" && request.named === "everything";
  return {
    objects: isEverything ? inNamespace(objects, namespace) : objects,
    readings: selections.flatMap(({ readings }) => readings),
    skipped: selections.flatMap(({ skipped }) => skipped),
    insteads: selections.flatMap(({ insteads }) => insteads),
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
      return request.targets.map(({ resource, name, namespace: own }) => ({
        resource,
        name,
        namespace: own ?? within(resource),
      }));
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

async function answer(query: Query, source: Source, standIns: StandIns = "unwanted"): Promise<Selection> {
  const answered = await source.select(query);
  if (answered.state === "unread") return failed(unreadable(answered.reading, source));
  const objects = [...answered.objects].sort(byName);
  if (query.name !== undefined) {
    if (objects.length === 0) {
      const failure = await whatIsMissing(query, query.name, source);
      const answer =
        standIns === "wanted" ? await insteadOf(query, query.name, failure, source) : failed(failure);
      return answer.objects.length > 0 ? answer : await withSuggestion(answer, query, query.name, source);
    }
    if (objects.length > 1) return failed(ambiguous(query.resource, objects));
  }
  return {
    objects,
    readings: readingsOf(query, objects),
    skipped: answered.skipped,
    failures: [],
    insteads: [],
  };
}

/** It is told all the same that the object does not exist. */
async function insteadOf(
  { resource, namespace }: Query,
  name: string,
  failure: Failure,
  source: Source,
): Promise<Selection> {
  const { standInFor } = await import("./look-instead.ts");
  const looked = await standInFor(resource, { name, namespace }, source);
  if (!("standIn" in looked)) {
    const { note } = looked;
    return failed(note === undefined ? failure : new Failure(failure.kind, say`${failure.phrase}\n${note}`));
  }
  const { object, because } = looked.standIn;
  const kind = kindNamed(object.apiVersion, object.kind)?.resource;
  return {
    ...failed(failure),
    objects: [object],
    readings: kind === undefined ? [] : [readingOfOne(kind, object)],
    insteads: [because],
  };
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

/** A mistyped name is not worth more than one page of a list. */
const mostAlike = 500;

/** What has a name much like that, or has that name in another namespace of the input. Another number is another object. */
async function withSuggestion(
  selection: Selection,
  { resource, namespace }: Query,
  name: string,
  source: Source,
): Promise<Selection> {
  const answered = await source.select({
    resource,
    namespace: source.kind === "live" ? namespace : undefined,
    most: mostAlike,
  });
  if (answered.state !== "found") return selection;
  const within = answered.objects.filter(
    ({ metadata }) =>
      (namespace === undefined || metadata.namespace === namespace) &&
      withoutNumbers(metadata.name) !== withoutNumbers(name),
  );
  const elsewhere = answered.objects.filter(({ metadata }) => metadata.name === name);
  const near = nearest(
    name,
    within.map(({ metadata }) => metadata.name),
  ).flatMap((each) => within.find(({ metadata }) => metadata.name === each) ?? []);
  const meant = [...elsewhere, ...near].slice(0, 3);
  if (meant.length === 0) return selection;
  const lines = meant.map((each) => say`\n\t${nameOf(each)}`);
  const failures = selection.failures.map(
    ({ kind, phrase }) =>
      new Failure(kind, say`${phrase}\n\n${words("Did you mean this?")}${join(lines, "")}`),
  );
  return { ...selection, failures };
}

function withoutNumbers(name: string): string {
  return name.replace(/\d+/g, "0");
}

function failed(failure: Failure): Selection {
  return { objects: [], readings: [], skipped: [], failures: [failure], insteads: [] };
}

/** What a selector leaves out was not read: then only the objects themselves are known. */
function readingsOf(query: Query, objects: readonly KubeObject[]): readonly Reading[] {
  if (query.labels === undefined && query.fields === undefined) {
    return [reading(query.resource, scopeOf(query), objects)];
  }
  return objects.map((object) => readingOfOne(query.resource, object));
}

function readingOfOne(resource: Resource, object: KubeObject): Reading {
  const { name, namespace } = object.metadata;
  return reading(resource, scopeOf({ resource, name, namespace }), isOnlyNamed(object) ? [] : [object]);
}

function reading(resource: Resource, scope: Scope, items: readonly KubeObject[]): Reading {
  // A source answers a query with objects of the kind that it asks for.
  return { read: true, resource, scope, items };
}

function byName(a: KubeObject, b: KubeObject): number {
  const key = ({ metadata }: KubeObject) => `${metadata.namespace ?? ""}/${metadata.name}`;
  return key(a) < key(b) ? -1 : 1;
}
