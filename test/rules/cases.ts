/** The cases of each rule: where it fires, where it stays silent, and where its reads are missing. */
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { audit } from "../../src/analysis/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import type { Report, Severity } from "../../src/report/index.ts";
import { snapshotOf } from "../support/snapshot.ts";

interface Case {
  readonly what: string;
  readonly objects: readonly KubeObject[];
}

export interface Fires extends Case {
  /** The names of the objects that it finds something about. */
  readonly on: readonly [string, ...string[]];
  readonly severity: Severity;
  readonly says: RegExp;
  readonly remedies?: readonly string[];
}

interface Unread extends Case {
  readonly hidden: readonly [Resource, ...Resource[]];
}

export interface RuleCases {
  readonly fires: readonly [Fires, ...Fires[]];
  readonly silent: readonly [Case, ...Case[]];
  readonly unread: readonly [Unread, ...Unread[]];
}

const folder = join(import.meta.dirname, "cases");

/** By the name of the rule, which is the name of the file. */
export async function allCases(): Promise<ReadonlyMap<string, RuleCases>> {
  const names = readdirSync(folder).map((file) => basename(file, ".ts"));
  const entries = names.map(async (name) => {
    const { cases }: { readonly cases: RuleCases } = await import(`./cases/${name}.ts`);
    return [name, cases] as const;
  });
  return new Map(await Promise.all(entries));
}

/** What one rule finds, with the usual patience of five minutes. */
export function auditOf(
  name: string,
  objects: readonly KubeObject[],
  hidden: readonly Resource[] = [],
): Report {
  const rules = knowledge.rules.filter((rule) => rule.name === name);
  const scope = { namespace: undefined, olderThan: 300 };
  return audit(rules, scope, snapshotOf(objects, hidden), knowledge);
}
