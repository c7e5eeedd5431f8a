import { createHash } from "node:crypto";
import type { Phrase } from "../../kubernetes/index.ts";
import { inOrder, join, say, words } from "../../kubernetes/index.ts";
import type { Plan, PlanItem } from "../../report/index.ts";

/** What the person said to the plan, and which of its dangers they accepted, by name. */
interface Confirmation {
  readonly given: GivenBy;
  readonly accepted: readonly string[];
}

export type GivenBy =
  /** `--yes`: enough where nothing can be lost. */
  | { readonly by: "yes" }
  /** What was typed on a terminal, without the end of line. */
  | { readonly by: "answer"; readonly typed: string }
  /** `--confirm=<digest>`. */
  | { readonly by: "digest"; readonly digest: string };

declare const approval: unique symbol;

/** A plan that a person said yes to. Only `approve` makes one, and only such a one is carried out. */
export interface ApprovedPlan {
  readonly plan: Plan;
  readonly digest: string;
  readonly [approval]: true;
}

const approved = new WeakSet<object>();

export function approve(plan: Plan, { given, accepted }: Confirmation): ApprovedPlan | Refused {
  if (plan.items.length === 0) return refuse(words("The plan is empty. There is nothing to do."));
  const missing = acceptanceNames(plan).filter((name) => !accepted.includes(name));
  if (missing.length > 0)
    return refuse(
      say`Not accepted: ${join(
        missing.map((name) => say`${name}`),
        ", ",
      )}. Nothing was sent.`,
    );
  const digest = digestOf(plan);
  const said = saidNo(given, plan, digest);
  if (said !== undefined) return refuse(said);
  const made = Object.freeze({ plan, digest }) as ApprovedPlan;
  approved.add(made);
  return made;
}

export interface Refused {
  readonly refused: Phrase;
}

/** Also at run time: a value that only looks like an approved plan is none, nor is one that was changed since. */
export function isApproved(plan: ApprovedPlan): boolean {
  return approved.has(plan) && digestOf(plan.plan) === plan.digest;
}

/** The names that `--accept` must give, each once. */
export function acceptanceNames(plan: Plan): readonly string[] {
  return [...new Set(plan.items.flatMap(({ accept }) => accept.map(({ name }) => name)))];
}

/** What a person at a terminal must type: `y` where nothing can be lost, else the name of each object in danger. */
export function answerWanted(plan: Plan): string {
  const dangerous = plan.items.filter(({ safety }) => safety !== "safe");
  if (dangerous.length === 0) return "y";
  return [...new Set(dangerous.map(({ because }) => because.object.name))].join(" ");
}

function saidNo(given: GivenBy, plan: Plan, digest: string): Phrase | undefined {
  switch (given.by) {
    case "yes":
      return plan.items.every(({ safety }) => safety === "safe")
        ? undefined
        : say`--yes works only for a plan in which every step is safe: use --confirm=${digest}.`;
    case "answer":
      return isWanted(given.typed, answerWanted(plan))
        ? undefined
        : words("Not confirmed. Nothing was sent.");
    case "digest":
      return given.digest === digest
        ? undefined
        : say`--confirm=${given.digest} is the digest of a different plan. The digest of this plan is ${digest}. Nothing was sent.`;
  }
}

/** To a question of yes or no, both ways to say yes mean yes. */
function isWanted(typed: string, wanted: string): boolean {
  return wanted === "y" ? /^\s*y(es)?\s*$/i.test(typed) : typed === wanted;
}

function refuse(refused: Phrase): Refused {
  return { refused };
}

/**
 * The SHA-256 of what a plan is about: the server and the user, each object at its version, each request with its
 * guards, what justifies it, and what must be accepted. Not when it was made, and not how it is told.
 */
export function digestOf(plan: Plan): string {
  const { server, context, user, items } = plan;
  return createHash("sha256")
    .update(canonical({ server, context, user, items: items.map(decisive) }))
    .digest("hex");
}

function decisive({ because, remedy, safety, accept, steps, related }: PlanItem): object {
  return { because, remedy, safety, accept: accept.map(({ name }) => name), steps, related };
}

/** JSON with the members of every object in one order, and without those that are undefined. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => inOrder(a, b)))
      : member,
  );
}
