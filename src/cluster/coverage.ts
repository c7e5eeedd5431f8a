import type { Demand, Reading, Scope, Unread } from "./snapshot.ts";
import { wider } from "./snapshot.ts";

/** What some readings of one kind answer. */
export interface Coverage {
  /** What keeps the readings from answering a demand; `undefined` when they do. */
  unmet(demand: Demand): Unread | undefined;
  /** The same of a question that they answer, without naming the demand: asked far more often than anything else. */
  answers(scope: Scope): boolean;
}

type Failure = Reading & { readonly read: false };

/** Readings that reach equally far: whether one of them answers, and the first that failed, by its place among all. */
interface Reach {
  isAnswered: boolean;
  failed: { readonly place: number; readonly reading: Failure } | undefined;
}

/** A kind that the server does not have has no objects, and that is an answer. */
export function coverageOf(readings: readonly Reading[]): Coverage {
  const reaches = new Map<string, Reach>();
  const answeredNamespaces = new Set<string>();
  for (const [place, reading] of readings.entries()) {
    const { scope } = reading;
    const reach = reaches.get(keyOf(scope)) ?? { isAnswered: false, failed: undefined };
    if (reading.read || reading.reason === "NotServed") reach.isAnswered = true;
    else reach.failed ??= { place, reading };
    reaches.set(keyOf(scope), reach);
    if (reach.isAnswered && scope.of === "namespace") answeredNamespaces.add(scope.namespace);
  }
  const isWhole = reaches.get(keyOf({ of: "cluster" }))?.isAnswered === true;
  const reaching = (scope: Scope) =>
    [...wider(scope), scope].flatMap((wide) => reaches.get(keyOf(wide)) ?? []);

  function answers(scope: Scope): boolean {
    if (isWhole) return true;
    const namespace = scope.of === "cluster" ? undefined : scope.namespace;
    if (namespace !== undefined && answeredNamespaces.has(namespace)) return true;
    return reaches.get(keyOf(scope))?.isAnswered === true;
  }

  return {
    answers,
    unmet(demand) {
      if (answers(demand.scope)) return undefined;
      const failures = reaching(demand.scope).flatMap(({ failed }) => failed ?? []);
      const [first] = failures.sort((a, b) => a.place - b.place);
      return missed(demand, first?.reading);
    },
  };
}

function missed(demand: Demand, failed: Failure | undefined): Unread {
  if (failed === undefined) return { ...demand, reason: "NotCollected" };
  const { reason, detail } = failed;
  return { ...demand, reason, ...(detail === undefined ? {} : { detail }) };
}

/** A name from a file can hold any character, so that the parts need more than a slash between them. */
function keyOf(scope: Scope): string {
  switch (scope.of) {
    case "cluster":
      return scope.of;
    case "namespace":
      return JSON.stringify([scope.of, scope.namespace]);
    case "object":
      return JSON.stringify([scope.of, scope.name, scope.namespace]);
    case "about":
      return JSON.stringify([scope.of, scope.name, scope.namespace, scope.kind]);
  }
}
