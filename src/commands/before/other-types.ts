import type { ObjectRef } from "../../kubernetes/index.ts";
import { apiVersionOf, kindOf, say } from "../../kubernetes/index.ts";
import type { NotJudged } from "../../report/index.ts";
import type { TypedName } from "../arguments/request.ts";
import { splitWords, unknownType } from "../arguments/request.ts";
import { resourceNamed, typeName } from "../arguments/resource-type.ts";
import { namespaceOf } from "../asking/select.ts";
import { Failure } from "../failure.ts";
import type { FlagValues } from "../flags/index.ts";
import { from } from "../flags/index.ts";
import { explainable } from "../resources.ts";
import type { Source } from "../sources/source.ts";
import { notJudged } from "./kinds.ts";

/** Words that name objects, by whether `before delete` judges their type. */
export interface SplitWords {
  readonly judged: readonly string[];
  /** Of types about which only the server can tell whether it has them. */
  readonly others: readonly TypedName[];
}

/** What is asked of files is judged or refused: they do not say which other types their cluster has. */
export function apart(given: readonly string[], flags: FlagValues): SplitWords {
  if (given.length === 0 || flags.isGiven(from)) return { judged: given, others: [] };
  const split = splitWords("before delete", given);
  if (split.by === "type") return { judged: given, others: [] };
  const others = split.names.filter(({ type }) => !isJudged(type));
  if (others.length === 0) return { judged: given, others };
  const judged = split.names.filter(({ type }) => isJudged(type));
  return { judged: judged.map(({ type, name }) => `${type}/${name}`), others };
}

function isJudged(type: string): boolean {
  const resource = resourceNamed(type);
  return resource !== undefined && explainable.includes(resource);
}

interface Answered {
  readonly notJudged: readonly NotJudged[];
  readonly failures: readonly Failure[];
}

/**
 * What can be said of objects of other types. They are not read, not even to see whether they exist: a Secret is nothing that
 * pvguard may look into.
 */
export async function answerOthers(
  others: readonly TypedName[],
  flags: FlagValues,
  source: Source,
): Promise<Answered> {
  const answers = await Promise.all(others.map((other) => answerOther(other, flags, source)));
  return {
    notJudged: answers.flatMap((each) => (each instanceof Failure ? [] : [each])),
    failures: answers.flatMap((each) => (each instanceof Failure ? [each] : [])),
  };
}

async function answerOther(
  { type, name }: TypedName,
  flags: FlagValues,
  source: Source,
): Promise<NotJudged | Failure> {
  const known = resourceNamed(type);
  const named = known === undefined ? await source.typeNamed(typeName(type)) : ofKind(known);
  switch (named.served) {
    case "yes": {
      const { apiVersion, kind, namespaced } = named;
      const namespace = namespaced ? namespaceOf(flags, source) : undefined;
      const ref: ObjectRef = { apiVersion, kind, name };
      return notJudged(namespace === undefined ? ref : { ...ref, namespace });
    }
    case "no":
      return unknownType(type, { command: "before delete", resources: explainable }, "a server");
    case "unknown":
      return new Failure(
        "unreadable",
        say`error: could not tell whether the server has a resource type "${type}": ${named.because.detail}`,
      );
  }
}

function ofKind(resource: Parameters<typeof kindOf>[0]) {
  const { kind, namespaced } = kindOf(resource);
  return { served: "yes", apiVersion: apiVersionOf(resource), kind, namespaced } as const;
}
