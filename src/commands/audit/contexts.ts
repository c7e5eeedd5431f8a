import type { Phrase } from "../../kubernetes/index.ts";
import { join, say, words } from "../../kubernetes/index.ts";
import { Failure } from "../failure.ts";
import type { FlagValues, Text, Texts } from "../flags/index.ts";
import { config, from } from "../flags/index.ts";
import { nearest } from "../nearest.ts";
import { printLine } from "../print.ts";
import type { Surroundings } from "../surroundings.ts";
import { allContexts, baseline, contexts, parallel, watch } from "./flags.ts";
import { listIn } from "./settings.ts";

/** What names one cluster, or what it trusts: for several there is the kubeconfig. */
const ofOneCluster: readonly Text[] = [
  config.cluster,
  config.server,
  config.tlsServerName,
  config.certificateAuthority,
];

/** What logs in to one cluster must not be sent to another. */
const loginOfOne: readonly Text[] = [
  config.user,
  config.token,
  config.username,
  config.password,
  config.clientCertificate,
  config.clientKey,
];

/**
 * The contexts that are to be audited, each once, in the order in which they are named; `undefined` for one cluster alone. No
 * cluster is asked before all of them are known to exist.
 */
export async function contextsOf(
  flags: FlagValues,
  surroundings: Surroundings,
): Promise<readonly string[] | undefined> {
  const isAll = flags.isOn(allContexts);
  const isNamed = flags.isGiven(contexts);
  if (!isAll && !isNamed) {
    if (flags.isGiven(parallel)) throw refused(words("--parallel needs --contexts or --all-contexts"));
    return undefined;
  }
  if (isAll && isNamed)
    throw refused(words("--contexts and --all-contexts exclude each other: use one of them"));
  refuseOthers(flags, words(`--${isAll ? allContexts.name : contexts.name}`));
  const known = [...(await surroundings.kubeconfig(flags)).contexts].sort();
  if (isAll) {
    if (known.length === 0) throw refused(words("--all-contexts: the kubeconfig has no contexts"));
    return known;
  }
  const named = flags.texts(contexts).flatMap((text) => (known.includes(text) ? [text] : listIn(text)));
  if (named.length === 0) throw refused(words("--contexts names no context"));
  const stranger = named.find((name) => !known.includes(name));
  if (stranger !== undefined) throw refused(unknown(stranger, known));
  const each = [...new Set(named)];
  for (const name of each.filter((one) => named.indexOf(one) !== named.lastIndexOf(one)))
    printLine(surroundings.err, say`Warning: --contexts names ${name} more than once: it is checked once`);
  return each;
}

function refuseOthers(flags: FlagValues, ours: Phrase): void {
  const isGiven = (flag: Text | Texts) =>
    (flag.takes === "texts" ? flags.texts(flag) : [flags.text(flag) ?? ""]).some((value) => value !== "");
  const given = (among: readonly (Text | Texts)[]) => {
    const flag = among.find((each) => flags.isGiven(each) && isGiven(each));
    return flag && words(`--${flag.name}`);
  };
  if (given([config.context]) !== undefined)
    throw refused(say`--context and ${ours} exclude each other: use one of them`);
  if (given([from]) !== undefined)
    throw refused(say`--from reads files and ${ours} reads clusters: use one of them`);
  if (given([baseline]) !== undefined)
    throw refused(say`--baseline compares reports of one cluster: use it with --context, not with ${ours}`);
  if (flags.isOn(watch))
    throw refused(say`--watch watches one cluster: use it with --context, not with ${ours}`);
  const one = given(ofOneCluster);
  if (one !== undefined) throw refused(say`${one} is about one cluster: remove it, or ${ours}`);
  const login = given(loginOfOne);
  if (login !== undefined)
    throw refused(
      say`${login} would be sent to every cluster: remove it, or ${ours}. The kubeconfig says how to log in to each`,
    );
}

function unknown(name: string, known: readonly string[]): Phrase {
  return say`--contexts: context "${name}" does not exist${hintFrom(known, nearest(name, known))}`;
}

function hintFrom(known: readonly string[], near: readonly string[]): Phrase {
  const list = (names: readonly string[], between: string) =>
    join(
      names.map((each) => say`${each}`),
      between,
    );
  if (near.length > 0) return say`${words("\n\nDid you mean this?\n\t")}${list(near, "\n\t")}`;
  return known.length > 0
    ? say`${words("\nThe kubeconfig has these contexts: ")}${list(known, ", ")}`
    : words("\nThe kubeconfig has no contexts");
}

const refused = (problem: Phrase) => new Failure("usage", say`error: ${problem}`);
