import type { Outcome } from "../runner/rounds.ts";
import type { AuditResult } from "../scenes/audit.ts";
import type { Figures } from "./figures.ts";
import { figures } from "./figures.ts";
import { markdown } from "./table.ts";

function figuresOf(outcomes: readonly Outcome[], id: string): Figures | undefined {
  const found = outcomes.find(({ variant }) => variant.id === id);
  return found === undefined ? undefined : figures(found);
}

const grouped = (count: number) => count.toLocaleString("en");
const times = (ratio: number) => `${ratio.toFixed(ratio < 10 ? 2 : 0)}x`;

/** How the audit stands beside the others, a line for each size. */
export function ratiosTold(results: readonly AuditResult[]): string {
  const header = [
    "pods",
    "objects in all lists",
    "audit / curl: wall",
    "kubectl / audit: wall",
    "user+sys",
    "peak RSS",
    "peak RSS of the audit",
  ];
  return markdown(header, results.map(line));
}

function line({ pods, store, outcomes }: AuditResult): readonly string[] {
  const [curl, audit, kubectl] = ["curl", "audit", "kubectl"].map((id) => figuresOf(outcomes, id));
  const over = (of: (figures: Figures) => number, one?: Figures, other?: Figures) =>
    one === undefined || other === undefined ? "not run" : times(of(one) / of(other));
  const objects = Object.values(store.catalog.Counts).reduce((sum, count) => sum + count, 0);
  return [
    grouped(pods),
    grouped(objects),
    over(({ seconds }) => seconds.median, audit, curl),
    over(({ seconds }) => seconds.median, kubectl, audit),
    over(({ cpu }) => cpu.median, kubectl, audit),
    over(({ memory }) => memory.median, kubectl, audit),
    audit === undefined ? "not run" : `${audit.memory.median.toFixed(0)} MB`,
  ];
}

/** What ten times the cluster costs. */
export function growthTold(results: readonly AuditResult[]): string {
  const of = (pods: number) => {
    const found = results.find((result) => result.pods === pods);
    return found === undefined ? undefined : figuresOf(found.outcomes, "audit");
  };
  const [small, large] = [of(10_000), of(100_000)];
  if (small === undefined || large === undefined) return "";
  const time = times(large.seconds.median / small.seconds.median);
  const memory = times(large.memory.median / small.memory.median);
  return `From 10,000 to 100,000 pods an audit takes ${time} the time and ${memory} the memory.\n`;
}
