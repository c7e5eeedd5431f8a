import { config, FlagValues } from "../flags/index.ts";
import { namespaceOf } from "../select.ts";
import type { Source } from "../source.ts";
import type { Wanted } from "./wanted.ts";

/** The plan says in which namespace it was made, so that it is made there again, whatever the context says by then. */
export function withNamespace(
  wanted: Wanted,
  flags: FlagValues,
  source: Source,
): { readonly wanted: Wanted; readonly within: FlagValues } {
  const { request, reviewed } = wanted;
  const namespace = reviewed === undefined ? namespaceOf(flags, source) : request.namespace;
  if (namespace === undefined || (request.rule !== undefined && request.namespace === undefined))
    return { wanted, within: flags };
  return {
    wanted: { ...wanted, request: { ...request, namespace } },
    within: reviewed === undefined ? flags : new FlagValues(new Map([[config.namespace.name, [namespace]]])),
  };
}
