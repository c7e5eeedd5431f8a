import type { Wish } from "../../engine/index.ts";
import { type FixMode, type FixRequest, say, words } from "../../model/index.ts";
import { type Request, readRequest } from "../arguments/request.ts";
import type { Invocation } from "../command.ts";
import type { Edge } from "../edge.ts";
import { expertise } from "../expertise.ts";
import { Failure } from "../failure.ts";
import { allNamespaces, config, confirm, selector } from "../flags/index.ts";
import { fixable } from "../resources.ts";
import * as flagsOf from "./flags.ts";
import { fixableRemedies } from "./known.ts";
import { type ReviewedPlan, reviewedPlan } from "./plan-file.ts";

/** What a person wants of fix, checked for its form. */
export interface Wanted {
  readonly request: FixRequest;
  readonly asked: Asked;
  readonly wish: Wish;
  readonly mode: FixMode;
  readonly accepted: readonly string[];
  readonly confirmation:
    | { readonly by: "nothing" | "yes" }
    | { readonly by: "digest"; readonly digest: string };
  readonly max: number;
  readonly labels: string | undefined;
  readonly reviewed: ReviewedPlan | undefined;
}

/** The objects that it is about: all that a rule finds, everything that is stuck, or those that were named. */
type Asked = { readonly by: "rule"; readonly rule: string } | { readonly by: "stuck" } | Request;

export async function wantedOf({ words: given, flags }: Invocation, edge: Edge): Promise<Wanted> {
  if (flags.isOn(allNamespaces) && (given.length > 0 || flags.isGiven(flagsOf.rule)))
    throw refuse("--all-namespaces cannot be used with object names or --rule: use -n");
  const file = flags.text(flagsOf.planFile);
  if (file !== undefined && (given.length > 0 || flags.isGiven(flagsOf.rule)))
    throw refuse("--plan cannot be used with object names or --rule: the plan names its objects");
  const reviewed = file === undefined ? undefined : reviewedPlan(await edge.readFile(file), file);
  const request = reviewed?.request ?? typed(given, flags);
  if (request.rule !== undefined && request.words.length > 0)
    throw refuse("--rule cannot be used with object names: the rule finds its objects");
  const asked = askedIn(request, flags);
  const { remedy, finalizer } = request;
  if (finalizer !== undefined && remedy !== undefined && remedy !== "drop-finalizer")
    throw refuse("--finalizer can only be used with the remedy drop-finalizer");
  if (remedy === "drop-finalizer" && finalizer === undefined)
    throw refuse("--remedy drop-finalizer needs --finalizer with the exact name of one finalizer");
  if (remedy !== undefined && !isRemedy(remedy))
    throw new Failure(
      "usage",
      say`error: unknown remedy "${remedy}": must be one of ${words(fixableRemedies.join(", "))}`,
    );
  const max = request.max ?? 1;
  if (asked.by === "stuck" && (remedy !== undefined || finalizer !== undefined))
    throw refuse("--remedy and --finalizer need the name of an object, as in TYPE/NAME");
  if (max < 1) throw refuse("--max must be at least 1");
  return {
    request,
    asked,
    wish: {
      ...(remedy === undefined ? {} : { remedy }),
      ...(finalizer === undefined ? {} : { finalizer }),
    },
    mode: modeOf(flags),
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

/** Whether to ask about each cause at the terminal: no object was named, and no flag confirms a whole plan. */
export function isWalk({ asked, confirmation, mode }: Wanted, { answers }: Edge): boolean {
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
  return expertise.knowledge.remedies.some((known) => known.name === name);
}

export function modeOf(flags: Invocation["flags"]): FixMode {
  const chosen = flags.choice(flagsOf.dryRun);
  return chosen === "none" ? "apply" : chosen;
}

function confirmationOf(flags: Invocation["flags"]): Wanted["confirmation"] {
  const digest = flags.text(confirm);
  if (digest !== undefined) return { by: "digest", digest };
  return { by: flags.isOn(flagsOf.yes) ? "yes" : "nothing" };
}

/** No name accepts all dangers at once. */
function nameOfDanger(name: string): string {
  if (/^[A-Z][A-Za-z]{2,60}$/.test(name)) return name;
  throw new Failure(
    "usage",
    say`error: "${name}" is not the name of a danger: --accept takes a name that the plan shows, such as DataDestroyed`,
  );
}

function refuse(problem: string): Failure {
  return new Failure("usage", words(`error: ${problem}`));
}
