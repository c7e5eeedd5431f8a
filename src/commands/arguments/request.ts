import type { Phrase, Resource } from "../../kubernetes/index.ts";
import { distinct, isObjectName, kindOf, kinds, pluralOf, say, words } from "../../kubernetes/index.ts";
import { Failure, usageError } from "../failure.ts";
import type { FlagValues } from "../flags/index.ts";
import { allNamespaces, fieldSelector, from, selector } from "../flags/index.ts";
import { nearest } from "../nearest.ts";
import { namesOf, resourceNamed } from "./resource-type.ts";

/** Objects as a person named them. */
export type Request =
  | { readonly by: "name"; readonly targets: readonly Target[]; readonly bare?: BareName }
  | {
      readonly by: "type";
      /** `everything`: no type was named; of kinds without a namespace, what stands behind the claims of the namespace. */
      readonly named: "types" | "everything";
      readonly resources: readonly Resource[];
      readonly labels: string | undefined;
      readonly fields: string | undefined;
    };

export interface Target {
  readonly resource: Resource;
  readonly name: string;
  /** Where it is not the namespace of the command line. */
  readonly namespace?: string;
}

/** A name without a type, as in `why data`: whatever bears it among the targets, if one alone does. */
export interface BareName {
  readonly name: string;
  /** What to say where no target exists: most likely the word was meant as a type. */
  readonly otherwise: Failure;
}

/** What a command accepts. */
export interface Accepts {
  readonly command: string;
  readonly resources: readonly Resource[];
  /** What is looked at where nothing is named; without it, something has to be. */
  readonly unnamed?: readonly Resource[];
  /** Whether objects of types that pvguard does not know can be named all the same. */
  readonly otherTypes?: "by name";
}

/** kubernetes/cli-runtime pkg/resource/builder.go visitBySelector, visitByResource, visitByName, v0.36. */
export function readRequest(given: readonly string[], flags: FlagValues, accepts: Accepts): Request {
  const labels = flags.text(selector) || undefined;
  const fields = flags.text(fieldSelector) || undefined;
  if (given.length === 0 && accepts.unnamed !== undefined)
    return { by: "type", named: "everything", resources: accepts.unnamed, labels, fields };
  const split = splitWords(accepts.command, given);
  const source = flags.isGiven(from) ? "files" : "a server";
  if (split.by === "type") {
    const bare = bareName(split.types, accepts, source);
    if (bare !== undefined && labels === undefined && fields === undefined && !flags.isOn(allNamespaces))
      return bare;
    return {
      by: "type",
      named: "types",
      resources: split.types.map((type) => resourceOf(type, accepts, source)),
      labels,
      fields,
    };
  }
  if (labels !== undefined || fields !== undefined) {
    throw usageError(
      given.some((word) => word.includes("/"))
        ? "selectors and the all flag cannot be used when passing resource/name arguments"
        : "name cannot be provided when a selector is specified",
    );
  }
  if (flags.isOn(allNamespaces)) {
    throw usageError("a resource cannot be retrieved by name across all namespaces");
  }
  return {
    by: "name",
    targets: split.names.map(({ type, name }) => ({ resource: resourceOf(type, accepts, source), name })),
  };
}

/** The kinds that a bare name can mean. */
const named: readonly Resource[] = ["v1/persistentvolumeclaims", "v1/pods"];

function bareName(types: readonly string[], accepts: Accepts, source: AskedOf): Request | undefined {
  const [name = "", ...others] = types;
  if (others.length > 0 || !isObjectName(name) || resourceNamed(name) !== undefined) return undefined;
  const resources = named.filter((resource) => accepts.resources.includes(resource));
  if (resources.length === 0) return undefined;
  return {
    by: "name",
    targets: resources.map((resource) => ({ resource, name })),
    bare: { name, otherwise: unknownType(name, accepts, source) },
  };
}

export type AskedOf = "a server" | "files";

function resourceOf(type: string, accepts: Accepts, source: AskedOf): Resource {
  const resource = resourceNamed(type);
  if (resource === undefined) throw unknownType(type, accepts, source);
  if (accepts.resources.includes(resource)) return resource;
  throw new Failure(
    "usage",
    say`error: ${words(accepts.command)} does not support ${words(pluralOf(resource))}\n${whatIsAccepted(accepts)}`,
  );
}

function whatIsAccepted({ command, resources }: Accepts): Phrase {
  return words(`${command} supports ${resources.map(usualName).join(", ")}`);
}

const longPlural = 12;

/** The name that people type: a long plural has a short name, if the kind has one. */
function usualName(resource: Resource): string {
  const plural = pluralOf(resource);
  return (plural.length > longPlural ? kindOf(resource).shortNames[0] : undefined) ?? plural;
}

/** In kubectl's words, except for files, where no server was asked. */
export function unknownType(type: string, accepts: Accepts, source: AskedOf): Failure {
  const known = kinds.filter(({ resource }) => accepts.resources.includes(resource)).flatMap(namesOf);
  const [meant] = nearest(type, known);
  const hint =
    meant === undefined
      ? say`\n${whatIsAccepted(accepts)}`
      : say`${words("\n\nDid you mean this?\n\t")}${meant}`;
  return new Failure("usage", say`error: ${problemOf(type, accepts, source)}${hint}`);
}

function problemOf(type: string, { command, otherTypes }: Accepts, source: AskedOf): Phrase {
  if (source === "files") return say`${words(command)} does not know the resource type "${type}"`;
  return otherTypes === "by name"
    ? say`${words(command)} does not know the type "${type}" and cannot list it: name each object, as in ${type}/NAME`
    : say`the server doesn't have a resource type "${type}"`;
}

/** A type as it was typed, with a name. */
export interface TypedName {
  readonly type: string;
  readonly name: string;
}

/** What the words after a command name, before any type is understood. */
type Split =
  | { readonly by: "name"; readonly names: readonly TypedName[] }
  | { readonly by: "type"; readonly types: readonly string[] };

/**
 * `TYPE`, `TYPE NAME…`, `T1,T2 NAME…` or `TYPE/NAME…`, refused in kubectl's words.
 * kubernetes/cli-runtime pkg/resource/builder.go ResourceTypeOrNameArgs, normalizeMultipleResourcesArgs,
 * hasCombinedTypeArgs, splitResourceTypeName, v0.36.
 */
export function splitWords(command: string, given: readonly string[]): Split {
  const [first, ...names] = given;
  if (first === undefined)
    throw usageError(
      `Required resource not specified.\nSee 'kubectl pvguard ${command} -h' for help and examples`,
    );
  const slashes = given.filter((word) => word.includes("/")).length;
  if (slashes > 0 && slashes < given.length && !isSeveralTypes(first, names))
    throw usageError(
      `there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl pvguard ${command} resource/<resource_name>' instead of 'kubectl pvguard ${command} resource resource/<resource_name>'`,
    );
  if (slashes === given.length) return { by: "name", names: given.map(pair) };
  const types = distinct(first.split(","));
  if (names.length === 0) return { by: "type", types };
  if (names.includes("")) throw usageError("resource name may not be empty");
  return { by: "name", names: types.flatMap((type) => names.map((name) => pair(`${type}/${name}`))) };
}

function isSeveralTypes(first: string, names: readonly string[]): boolean {
  return names.length > 0 && distinct(first.split(",")).length > 1;
}

function pair(word: string): TypedName {
  const [type = "", name = "", ...more] = word.split("/");
  if (more.length > 0) throw usageError("arguments in resource/name form may not have more than one slash");
  if (type === "" || name === "" || type.includes(",")) {
    throw usageError("arguments in resource/name form must have a single resource and name");
  }
  return { type, name };
}
