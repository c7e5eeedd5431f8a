import { createHash } from "node:crypto";
import type { Plan, PlanItem } from "../../model/index.ts";

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
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
