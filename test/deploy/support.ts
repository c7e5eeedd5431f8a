/** What the tests of `deploy/` read. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load, loadAll } from "js-yaml";

export const root = join(import.meta.dirname, "..", "..");
export const chart = join(root, "deploy", "helm", "pvguard");
export const kustomizations = ["base", "monitoring", "cronjob", "policy-reports"] as const;

export function kustomization(name: (typeof kustomizations)[number]): string {
  return join(root, "deploy", "kustomize", name);
}

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: { readonly [name: string]: string };
  };
}

export function manifestsIn(text: string): readonly Manifest[] {
  return (loadAll(text) as readonly (Manifest | null)[]).filter((each) => each !== null);
}

interface AlertRules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}

const alertsFile = join(chart, "files", "alerts.yaml");
const groups = (load(readFileSync(alertsFile, "utf8")) as AlertRules).groups;
export const alerts = groups.flatMap(({ rules }) => rules);

interface Dashboard {
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly gridPos: { readonly h: number; readonly w: number; readonly x: number; readonly y: number };
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

export const dashboardFile = join(chart, "files", "dashboard.json");
export const dashboard = JSON.parse(readFileSync(dashboardFile, "utf8")) as Dashboard;
export const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
