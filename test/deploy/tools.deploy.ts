/** What helm, kubectl, kubeconform, promtool and Grafana's schema say of `deploy/`. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { parse } from "../../src/cli/parse.ts";
import { commands } from "../../src/commands/all.ts";
import { policyFormatOf } from "../../src/commands/serve/flags.ts";
import { findPrograms } from "../cluster/binaries/find.ts";
import { ownProgram } from "../cluster/binaries/own.ts";
import { helmModule, kubeconformModule } from "../cluster/versions.ts";
import { promtoolProgram } from "./promtool.ts";
import { writeSchemas } from "./schemas.ts";
import type { Manifest } from "./support.ts";
import {
  chart,
  dashboardFile,
  kustomization,
  kustomizations,
  manifestsIn,
  queries,
  root,
} from "./support.ts";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "pvguard-deploy-"));
after(() => rmSync(folder, { recursive: true }));

let programs: Readonly<Record<"helm" | "kubeconform" | "promtool", string>>;
before(async () => {
  programs = {
    ...(await findPrograms(kubeconformModule, ["kubeconform"], "installed")),
    ...(await findPrograms(helmModule, ["helm"], "installed")),
    promtool: await promtoolProgram(),
  };
});

const monitored = ["--set=serviceMonitor.enabled=true,prometheusRule.enabled=true"];
/** The values of a chart like each kustomization. */
const alike = {
  base: [],
  monitoring: monitored,
  cronjob: ["--set=mode=CronJob"],
  "policy-reports": ["--set=policyReports=policyreport"],
} as const;

const everything = {
  image: {
    repository: "registry.example.com:5000/tools/pvguard",
    tag: "v9",
    pullSecrets: [{ name: "pull" }],
  },
  interval: "90s",
  args: ["--risk", "--skip=PVG314"],
  auditConfig: { olderThan: "1h", ignore: [{ code: "PVG301", name: "archive-*" }] },
  resources: { limits: { cpu: "1", memory: "1Gi" } },
  tolerations: [{ key: "infra", operator: "Exists" }],
  affinity: { nodeAffinity: {} },
  priorityClassName: "system-cluster-critical",
  podLabels: { team: "storage" },
  networkPolicy: { enabled: true, from: [{ podSelector: {} }], apiServerPorts: [8443] },
  serviceMonitor: { enabled: true, interval: "30s", labels: { release: "prometheus" } },
  prometheusRule: { enabled: true, labels: { release: "prometheus" } },
  dashboard: { enabled: true },
};

function valuesFile(name: string, values: object): string {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(values));
  return `--values=${file}`;
}

const sets: readonly (readonly [name: string, args: readonly string[]])[] = [
  ...Object.entries(alike),
  ["everything", [valuesFile("everything", everything)]],
  ["everything in a CronJob", [valuesFile("cronjob", { ...everything, mode: "CronJob" })]],
  ["openreports", ["--set=policyReports=openreports"]],
  ["no policy", ["--set=networkPolicy.enabled=false"]],
];

async function rendered(args: readonly string[], release = "pvguard"): Promise<string> {
  return (await run(programs.helm, ["template", release, chart, `--namespace=${release}`, ...args])).stdout;
}

async function built(name: (typeof kustomizations)[number]): Promise<string> {
  return (await run("kubectl", ["kustomize", kustomization(name)])).stdout;
}

test("helm lint has no complaint, with any values", async () => {
  for (const [name, args] of sets) {
    const { stdout } = await run(programs.helm, ["lint", "--strict", chart, ...args]);
    assert.doesNotMatch(stdout, /WARNING|ERROR/, name);
  }
});

/** The arguments of the containers that a set of values makes. */
function argsOf(manifests: readonly Manifest[]): readonly (readonly string[])[] {
  const found: string[][] = [];
  JSON.stringify(manifests, (key, value: unknown) => {
    if (key === "args" && Array.isArray(value)) found.push(value.map(String));
    return value;
  });
  return found;
}

test("pvguard knows the command lines that the chart makes", async () => {
  for (const [name, args] of sets) {
    const lines = argsOf(manifestsIn(await rendered(args)));
    assert.equal(lines.length, 1, name);
    for (const line of lines) {
      const parsed = parse(line, commands);
      assert.ok(parsed.do === "run" && ["serve", "audit"].includes(parsed.command.name), `${name}: ${line}`);
      if (parsed.command.name === "serve") policyFormatOf(parsed.flags);
    }
  }
  const wrong = argsOf(manifestsIn(await rendered(["--set=args={--no-such-flag}"])));
  assert.throws(() => parse(wrong[0] ?? [], commands));
});

test("helm refuses values that the schema does not know", async () => {
  for (const value of ["replicas=2", "interval=1h", "mode=DaemonSet", "image.repository="])
    await assert.rejects(rendered([`--set=${value}`]), /values don't meet the specifications/, value);
});

/** In one order, and without what only Helm says or only a kustomization has. */
function comparable(manifests: readonly Manifest[]): readonly unknown[] {
  return manifests
    .filter(({ kind }) => kind !== "Namespace")
    .map((each) => {
      const {
        "app.kubernetes.io/version": _,
        "app.kubernetes.io/managed-by": __,
        ...labels
      } = each.metadata.labels ?? {};
      return { ...each, metadata: { ...each.metadata, labels } };
    })
    .sort((one, other) =>
      `${one.kind} ${one.metadata.name}` < `${other.kind} ${other.metadata.name}` ? -1 : 1,
    );
}

for (const name of kustomizations)
  test(`the chart and the kustomization ${name} are the same objects`, async () => {
    assert.deepEqual(
      comparable(manifestsIn(await rendered(alike[name]))),
      comparable(manifestsIn(await built(name))),
    );
  });

for (const name of ["guard-serve", "guard-serve-cert-manager"])
  test(`kubectl builds the kustomization ${name}, with all of its parts`, async () => {
    const folder = join(root, "deploy", "kustomize", name);
    const manifests = manifestsIn((await run("kubectl", ["kustomize", folder])).stdout);
    const found = manifests.map(({ kind }) => kind);
    for (const kind of [
      "Deployment",
      "Service",
      "NetworkPolicy",
      "ValidatingWebhookConfiguration",
      "ClusterRole",
    ])
      assert.ok(found.includes(kind), kind);
    assert.equal(found.includes("Certificate"), name === "guard-serve-cert-manager");
  });

test("every object is what its schema says", async () => {
  const texts = await Promise.all([
    ...sets.map(async ([name, args]) => [name, await rendered(args)] as const),
    ...kustomizations.map(async (name) => [`kustomization ${name}`, await built(name)] as const),
  ]);
  const schemas = join(folder, "schemas");
  mkdirSync(schemas);
  const all = texts.flatMap(([, text]) => manifestsIn(text));
  await writeSchemas(schemas, new Set(all.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)));
  const conform = async (name: string, text: string) => {
    const file = join(folder, `${name}.yaml`);
    writeFileSync(file, text);
    const args = ["-strict", "-summary", `-schema-location=${schemas}/{{.ResourceKind}}.json`, file];
    return (await run(programs.kubeconform, args)).stdout;
  };
  for (const [name, text] of texts)
    assert.match(
      await conform(name, text),
      new RegExp(`Valid: ${manifestsIn(text).length}, Invalid: 0, Errors: 0, Skipped: 0`),
      name,
    );
  const [, deployment = ""] = texts[0] ?? [];
  for (const [right, wrong] of [
    ["enableServiceLinks: false", "enableServiceLink: false"],
    ["replicas: 1", 'replicas: "1"'],
  ] as const)
    await assert.rejects(
      conform("wrong", deployment.replace(right, wrong)),
      { stdout: /Invalid: 1,/ },
      wrong,
    );
});

test("another release has names of its own", async () => {
  const mine = manifestsIn(await rendered([], "storage"));
  for (const { kind, metadata } of mine) {
    assert.equal(metadata.name, "storage", kind);
    assert.equal(metadata.namespace ?? "storage", "storage", kind);
  }
});

test("the alerts fire when they should, and only then", async () => {
  const alerts = join(chart, "files", "alerts.yaml");
  await run(programs.promtool, ["check", "rules", "--lint=all", "--lint-fatal", alerts]);
  await run(programs.promtool, ["test", "rules", join(import.meta.dirname, "alerts.promtool.yaml")]);
});

test("Prometheus understands every query of the dashboard", async () => {
  const rules = queries.map((expr, number) => ({ record: `panel:query${number}:now`, expr }));
  const file = join(folder, "queries.yaml");
  writeFileSync(file, JSON.stringify({ groups: [{ name: "dashboard", rules }] }));
  const { stdout } = await run(programs.promtool, ["check", "rules", file]);
  assert.match(stdout, new RegExp(`SUCCESS: ${queries.length} rules found`));
});

test("Grafana's schema knows the dashboard", async () => {
  const program = await ownProgram(join(import.meta.dirname, "dashboard"), "grafana-dashboard");
  await run(program, [dashboardFile]);
  const wrong = join(folder, "wrong.json");
  writeFileSync(wrong, JSON.stringify({ title: "x", panel: [] }));
  await assert.rejects(run(program, [wrong]), /unexpected field 'panel'/);
});
