import { type Proposals, proposalsByRule } from "../../engine/index.ts";
import { say } from "../../model/index.ts";
import { listing } from "../audit/listing.ts";
import { collect } from "../collect.ts";
import { expertise } from "../expertise.ts";
import { Failure } from "../failure.ts";
import { config, type FlagValues } from "../flags/index.ts";
import { namespaceOf } from "../select.ts";
import type { Source } from "../source.ts";

/** Problems that began a moment ago may end without action, in seconds. */
const olderThan = 300;

/** What would be done about all that a rule finds, in one namespace or in all. */
export async function proposedByRule(code: string, flags: FlagValues, source: Source): Promise<Proposals> {
  const { knowledge, controllers } = expertise;
  const rule = knowledge.rules.find((known) => known.code === code || known.name === code);
  if (rule === undefined)
    throw new Failure(
      "usage",
      say`error: unknown rule "${code}": see 'kubectl pvguard explain' for all rules`,
    );
  const namespace = flags.isGiven(config.namespace) ? namespaceOf(flags, source) : undefined;
  const wide = listing(source, namespace);
  const { made } = await collect(
    (snapshot) => proposalsByRule(rule, { namespace, olderThan }, snapshot, knowledge, controllers),
    wide.start(),
    wide,
  );
  return made;
}
