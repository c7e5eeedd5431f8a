import type { Wish } from "../../changes/index.ts";
import { knowledge } from "../../knowledge.ts";
import { isRecord, own, parsedJson, say, words } from "../../kubernetes/index.ts";
import { dropFinalizer } from "../../remedies/index.ts";
import type { FixMode, FixRequest } from "../../report/index.ts";
import type { Request } from "../arguments/request.ts";
import { readRequest } from "../arguments/request.ts";
import { namespaceOf } from "../asking/select.ts";
import type { Confirmation } from "../changing/confirm.ts";
import { modeOf } from "../changing/telling.ts";
import type { Invocation } from "../command.ts";
import { Failure, usageError } from "../failure.ts";
import { allNamespaces, config, confirm, dryRun, FlagValues, selector, yes } from "../flags/index.ts";
import { fixable } from "../resources.ts";
import type { Source } from "../sources/source.ts";
import type { Surroundings } from "../surroundings.ts";
import * as flagsOf from "./flags.ts";
import { fixableRemedies } from "./flags.ts";

/** What a person wants of fix, checked for its form. */
export interface Wanted {
  readonly request: FixRequest;
  readonly asked: Asked;
  readonly wish: Wish;
  readonly mode: FixMode;
  readonly accepted: readonly string[];
  readonly confirmation: Confirmation;
  readonly max: number;
  readonly labels: string | undefined;
  readonly reviewed: ReviewedPlan | undefined;
}

/** The objects that it is about: all that a rule finds, everything that is stuck, or those that were named. */
type Asked = { readonly by: "rule"; readonly rule: string } | { readonly by: "stuck" } | Request;

export async function wantedOf(
  { words: given, flags }: Invocation,
  surroundings: Surroundings,
): Promise<Wanted> {
  if (flags.isOn(allNamespaces) && (given.length > 0 || flags.isGiven(flagsOf.rule)))
    throw usageError("--all-namespaces cannot be used with object names or --rule: use -n");
  const file = flags.text(flagsOf.planFile);
  if (file !== undefined && (given.length > 0 || flags.isGiven(flagsOf.rule)))
    throw usageError("--plan cannot be used with object names or --rule: the plan names its objects");
  const reviewed = file === undefined ? undefined : reviewedPlan(await surroundings.readFile(file), file);
  const request = reviewed?.request ?? typed(given, flags);
  if (request.rule !== undefined && request.words.length > 0)
    throw usageError("--rule cannot be used with object names: the rule finds its objects");
  const asked = askedIn(request, flags);
  const { remedy, finalizer } = request;
  const isRemoval = remedy === dropFinalizer.entry.name;
  if (finalizer !== undefined && remedy !== undefined && !isRemoval)
    throw usageError("--finalizer can only be used with the remedy drop-finalizer");
  if (isRemoval && finalizer === undefined)
    throw usageError("--remedy drop-finalizer needs --finalizer with the exact name of one finalizer");
  if (remedy !== undefined && !isRemedy(remedy))
    throw new Failure(
      "usage",
      say`error: unknown remedy "${remedy}": must be one of ${words(fixableRemedies.join(", "))}`,
    );
  if (flags.isOn(flagsOf.approveOnly)) requireForPerson(flags, asked);
  const max = request.max ?? 1;
  if (asked.by === "stuck" && (remedy !== undefined || finalizer !== undefined))
    throw usageError("--remedy and --finalizer need the name of an object, as in TYPE/NAME");
  if (max < 1) throw usageError("--max must be at least 1");
  return {
    request,
    asked,
    wish: {
      ...(remedy === undefined ? {} : { remedy }),
      ...(finalizer === undefined ? {} : { finalizer }),
    },
    mode: modeOf(flags.choice(dryRun)),
    accepted: flags
      .texts(flagsOf.accept)
      .flatMap((text) => text.split(","))
      .map(nameOfDanger),
    confirmation: confirmationOf(flags),
    max,
    labels: flags.text(selector),
    reviewed,
  };
}

/** An approval is the answer of a person who sees the plan: nothing may stand in for it. */
function requireForPerson(flags: FlagValues, asked: Asked): void {
  const others = [dryRun, yes, confirm, flagsOf.planFile, flagsOf.output];
  const given = others.find((flag) => flags.isGiven(flag));
  if (given !== undefined) throw usageError(`--approve cannot be used with --${given.name}`);
  if (asked.by === "stuck") throw usageError("--approve needs the name of an object, as in TYPE/NAME");
}

/** Whether to ask about each cause at the terminal: no object was named, and no flag confirms a whole plan. */
export function isWalk({ asked, confirmation, mode }: Wanted, { answers }: Surroundings): boolean {
  return mode === "apply" && asked.by === "stuck" && confirmation.by === "nothing" && answers === "a person";
}

function askedIn({ rule, words: given }: FixRequest, flags: Invocation["flags"]): Asked {
  if (rule !== undefined) return { by: "rule", rule };
  if (given.length === 0) return { by: "stuck" };
  return readRequest(given, flags, { command: "fix", resources: fixable });
}

function typed(given: readonly string[], flags: Invocation["flags"]): FixRequest {
  const texts = {
    namespace: flags.text(config.namespace),
    remedy: flags.text(flagsOf.remedy),
    finalizer: flags.text(flagsOf.finalizer),
    rule: flags.text(flagsOf.rule),
  };
  const named = Object.entries(texts).filter(([, text]) => text !== undefined && text !== "");
  return {
    words: given,
    ...Object.fromEntries(named),
    ...(flags.isGiven(flagsOf.max) ? { max: flags.number(flagsOf.max) } : {}),
  };
}

function isRemedy(given: string): boolean {
  const [name] = given.split(":");
  return knowledge.remedies.some((known) => known.name === name);
}

function confirmationOf(flags: Invocation["flags"]): Confirmation {
  const digest = flags.text(confirm);
  if (digest !== undefined) return { by: "digest", digest };
  return { by: flags.isOn(yes) ? "yes" : "nothing" };
}

/** No name accepts all dangers at once. */
function nameOfDanger(name: string): string {
  if (/^[A-Z][A-Za-z]{2,60}$/.test(name)) return name;
  throw new Failure(
    "usage",
    say`error: "${name}" is not the name of a danger: --accept takes a name that the plan shows, such as DataDestroyed`,
  );
}

/** What a reviewed plan says: only what it takes to make it again, and to see that it is the same. */
interface ReviewedPlan {
  readonly request: FixRequest;
  readonly digest: string;
}

const texts = ["namespace", "remedy", "finalizer", "rule"] as const;
const fields: readonly string[] = ["words", "max", ...texts];

/** The file is not trusted: nothing of it is ever sent. */
export function reviewedPlan(text: string, file: string): ReviewedPlan {
  const value = parsedJson(text);
  if (
    !isRecord(value) ||
    own(value, "kind") !== "Plan" ||
    own(value, "apiVersion") !== "pvguard.dev/v1alpha1"
  )
    throw bad(file, "it was not printed by 'kubectl pvguard fix -o json'");
  const [digest, asked] = [own(value, "digest"), own(value, "asked")];
  if (typeof digest !== "string" || !/^[0-9a-f]{64}$/.test(digest)) throw bad(file, "it has no digest");
  const request = isRecord(asked) ? requestIn(asked) : undefined;
  if (request === undefined) throw bad(file, "it does not contain what was asked for");
  return { request, digest };
}

function requestIn(asked: { readonly [key: string]: unknown }): FixRequest | undefined {
  if (Object.keys(asked).some((field) => !fields.includes(field))) return undefined;
  const [words, max] = [own(asked, "words"), own(asked, "max")];
  if (!Array.isArray(words) || !words.every((word) => typeof word === "string")) return undefined;
  if (max !== undefined && !Number.isSafeInteger(max)) return undefined;
  const named = texts
    .map((field) => [field, own(asked, field)] as const)
    .filter(([, given]) => given !== undefined);
  if (!named.every(([, given]) => typeof given === "string")) return undefined;
  return {
    words: words.map(String),
    ...Object.fromEntries(named.map(([field, given]) => [field, String(given)])),
    ...(max === undefined ? {} : { max: Number(max) }),
  };
}

function bad(file: string, why: string): Failure {
  return new Failure("usage", say`error: cannot use ${file} as a plan: ${why}`);
}

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
