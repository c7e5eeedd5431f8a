import type { ObjectRef } from "../../kubernetes/index.ts";
import { kindOf, say } from "../../kubernetes/index.ts";
import type { NotJudged } from "../../report/index.ts";
import type { Accepts, Request, Target, TypedName } from "../arguments/request.ts";
import { readRequest } from "../arguments/request.ts";
import type { Invocation } from "../command.ts";
import { Failure, usageError } from "../failure.ts";
import type { FlagValues, Switch, Texts } from "../flags/index.ts";
import { config, fieldSelector, selector } from "../flags/index.ts";
import { explainable } from "../resources.ts";
import type { Surroundings } from "../surroundings.ts";
import { notJudged, resourceOf } from "./kinds.ts";
import { apart } from "./other-types.ts";

export const filename: Texts = {
  takes: "texts",
  name: "filename",
  short: "f",
  completes: "files",
  help: "The objects that these manifests name: a file, a directory or -",
};

export const recursive: Switch = {
  takes: "nothing",
  name: "recursive",
  short: "R",
  needs: "filename",
  help: "Also read the directories in a directory given with -f",
};

export const all: Switch = {
  takes: "nothing",
  name: "all",
  help: "All objects of the given types, in the namespace or with -A in all of them",
};

const accepts: Accepts = { command: "before delete", resources: explainable, otherTypes: "by name" };

/** What is to be deleted, and what of it is not asked about. */
export interface Wanted {
  readonly request: Request;
  readonly notJudged: readonly NotJudged[];
  /** Of types about which the server is to be asked. */
  readonly others: readonly TypedName[];
}

/**
 * The objects that `kubectl delete` would delete with the same words and flags, refused in its words.
 * kubernetes/kubectl pkg/cmd/delete/delete.go Complete, Validate; kubernetes/cli-runtime pkg/resource/builder.go
 * visitorResult, visitByPaths, visitBySelector, v0.36.
 */
export async function wanted(invocation: Invocation, surroundings: Surroundings): Promise<Wanted> {
  const { words: given, flags } = invocation;
  const files = flags.texts(filename);
  const hasSelector = (flags.text(selector) ?? "") !== "";
  const hasFields = (flags.text(fieldSelector) ?? "") !== "";
  if (flags.isOn(all) && hasSelector) throw usageError("cannot set --all and --selector at the same time");
  if (flags.isOn(all) && hasFields)
    throw usageError("cannot set --all and --field-selector at the same time");
  if (files.length > 0) {
    if (given.length > 0)
      throw usageError(
        isTyped(given)
          ? "resource/name arguments cannot be provided when a path is specified"
          : "when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well",
      );
    if (hasSelector || hasFields || flags.isOn(all))
      throw usageError("selectors and --all cannot be used with -f: pvguard reads which objects it names");
    return requestIn(await surroundings.namedIn(files, foldersOf(flags)), flags);
  }
  const { judged, others } = hasSelector || hasFields ? { judged: given, others: [] } : apart(given, flags);
  const request =
    judged.length === 0 && others.length > 0
      ? ({ by: "name", targets: [] } as const)
      : readRequest(judged, flags, accepts);
  if (request.by === "type" && !hasSelector && !hasFields && !flags.isOn(all))
    throw usageError("resource(s) were provided, but no name was specified");
  if (request.by === "name" && flags.isOn(all) && request.bare !== undefined) throw request.bare.otherwise;
  if (request.by === "name" && flags.isOn(all))
    throw usageError(
      isTyped(given)
        ? "selectors and the all flag cannot be used when passing resource/name arguments"
        : "name cannot be provided when a selector is specified",
    );
  return { request, notJudged: [], others };
}

/** Is it of the form TYPE/NAME? */
function isTyped(given: readonly string[]): boolean {
  return given.some((word) => word.includes("/"));
}

function foldersOf(flags: FlagValues) {
  return flags.isOn(recursive) ? "with those below" : "as they are";
}

function requestIn(named: readonly ObjectRef[], flags: FlagValues): Wanted {
  if (named.length === 0) throw usageError("no objects passed to delete");
  const targets: Target[] = [];
  const strange: NotJudged[] = [];
  for (const ref of named) {
    const resource = resourceOf(ref);
    if (resource === undefined || !explainable.includes(resource)) {
      strange.push(notJudged(ref));
      continue;
    }
    const { name, namespace } = ref;
    const isPlaced = kindOf(resource).namespaced && namespace !== undefined;
    if (isPlaced) requireNamespace(namespace, flags);
    targets.push({ resource, name, ...(isPlaced ? { namespace } : {}) });
  }
  return { request: { by: "name", targets }, notJudged: strange, others: [] };
}

/** kubernetes/cli-runtime pkg/resource/visitor.go RequireNamespace, v0.36. */
function requireNamespace(own: string, flags: FlagValues): void {
  const asked = flags.text(config.namespace) ?? "";
  if (asked === "" || asked === own) return;
  throw new Failure(
    "usage",
    say`error: the namespace from the provided object "${own}" does not match the namespace "${asked}". You must pass '--namespace=${own}' to perform this operation.`,
  );
}
