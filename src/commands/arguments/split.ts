import { distinct, type Phrase, say, words } from "../../model/index.ts";
import { Failure } from "../failure.ts";

/** A type as it was typed, with a name. */
interface TypedName {
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
  if (first === undefined) throw missing(command);
  const slashes = given.filter((word) => word.includes("/")).length;
  if (slashes > 0 && slashes < given.length && !isSeveralTypes(first, names)) throw refuse(mixed(command));
  if (slashes === given.length) return { by: "name", names: given.map(pair) };
  const types = distinct(first.split(","));
  if (names.length === 0) return { by: "type", types };
  if (names.includes("")) throw refuse(words("resource name may not be empty"));
  return { by: "name", names: types.flatMap((type) => names.map((name) => pair(`${type}/${name}`))) };
}

function isSeveralTypes(first: string, names: readonly string[]): boolean {
  return names.length > 0 && distinct(first.split(",")).length > 1;
}

function pair(word: string): TypedName {
  const [type = "", name = "", ...more] = word.split("/");
  if (more.length > 0)
    throw refuse(words("arguments in resource/name form may not have more than one slash"));
  if (type === "" || name === "" || type.includes(",")) {
    throw refuse(words("arguments in resource/name form must have a single resource and name"));
  }
  return { type, name };
}

function mixed(command: string): Phrase {
  return words(
    `there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl pvguard ${command} resource/<resource_name>' instead of 'kubectl pvguard ${command} resource resource/<resource_name>'`,
  );
}

function missing(command: string): Failure {
  return refuse(
    words(`Required resource not specified.\nSee 'kubectl pvguard ${command} -h' for help and examples`),
  );
}

function refuse(problem: Phrase): Failure {
  return new Failure("usage", say`error: ${problem}`);
}
