/** What `deploy/` says of pvguard is true. `npm run test:deploy` asks helm, kubeconform and promtool about it, too. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Ajv } from "ajv";
import { load } from "js-yaml";
import { parse } from "../../src/cli/parse.ts";
import { commands } from "../../src/commands/all.ts";
import { settingsOf as guardSettings } from "../../src/commands/guard-serve/flags.ts";
import { exemptControllers } from "../../src/guard/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import { kinds } from "../../src/kubernetes/index.ts";
import { served } from "../commands/serve/served.ts";
import { memorySource } from "../commands/support/memory-source.ts";
import { parsePrometheus } from "../support/formats/prometheus.ts";
import { ebs, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { alerts, chart, dashboard, kustomization, queries, root } from "./support.ts";

const textOf = (...path: readonly string[]) => readFileSync(join(...path), "utf8");

interface Template {
  readonly template?: {
    readonly spec: { readonly containers: readonly { readonly args?: readonly string[] }[] };
  };
}

interface Workload {
  readonly spec: Template & { readonly jobTemplate?: { readonly spec: Template } };
}

interface PolicyRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

test("the chart and the base grant the rights to read what pvguard reads, and no others", () => {
  const served = kinds.filter(({ presence }) => presence !== "never");
  const wanted = served.map(({ resource }) => {
    const [group, , plural] = resource.split("/").length === 3 ? resource.split("/") : ["", "", resource];
    return [group, plural?.split("/").at(-1), "get list watch"].join(" ");
  });
  const inChart = load(textOf(chart, "files", "cluster-role-rules.yaml")) as readonly PolicyRule[];
  const role = load(textOf(root, "deploy", "kustomize", "rights", "cluster-role.yaml"));
  for (const rules of [inChart, (role as { readonly rules: readonly PolicyRule[] }).rules]) {
    const granted = rules.flatMap(({ apiGroups: [group = ""], resources, verbs }) =>
      resources.map((resource) => `${group} ${resource} ${verbs.join(" ")}`),
    );
    assert.deepEqual(granted.sort(), wanted.sort());
  }
});

test("the chart and the base deploy the version of the package", () => {
  const { version } = JSON.parse(textOf(root, "package.json")) as { readonly version: string };
  const { appVersion, version: ofChart } = load(textOf(chart, "Chart.yaml")) as Record<string, string>;
  assert.deepEqual([appVersion, ofChart], [version, version]);
  const { image } = load(textOf(chart, "values.yaml")) as { image: Readonly<Record<string, string>> };
  assert.match(
    textOf(root, "package.json"),
    new RegExp(`github.com/${image.repository?.slice("ghcr.io/".length)}`),
  );
  for (const file of [
    join(kustomization("base"), "deployment.yaml"),
    join(kustomization("cronjob"), "cron-job.yaml"),
    join(root, "deploy", "kustomize", "guard-serve", "deployment.yaml"),
  ])
    assert.match(textOf(file), new RegExp(`image: ${image.repository}:v${version}\\n`), file);
});

/** The arguments of the container in a manifest of a kustomization. */
function argsIn(name: Parameters<typeof kustomization>[0], file: string): readonly string[] {
  const manifest = load(textOf(kustomization(name), file)) as Workload;
  const { template } = manifest.spec.jobTemplate?.spec ?? manifest.spec;
  return template?.spec.containers[0]?.args ?? [];
}

test("pvguard knows the command lines", () => {
  for (const [args, command] of [
    [argsIn("cronjob", "cron-job.yaml"), "audit"],
    [argsIn("base", "deployment.yaml"), "serve"],
  ] as const) {
    const parsed = parse(args, commands);
    assert.ok(parsed.do === "run" && parsed.command.name === command, args.join(" "));
  }
});

interface Webhooks {
  readonly webhooks: readonly {
    readonly failurePolicy: string;
    readonly sideEffects: string;
    readonly timeoutSeconds: number;
    readonly clientConfig: { readonly service: Readonly<Record<string, string | number>> };
    readonly matchConditions: readonly { readonly name: string; readonly expression: string }[];
    readonly rules: readonly {
      readonly resources: readonly string[];
      readonly operations: readonly string[];
    }[];
  }[];
}

test("the webhook fails open, waits longer than guard-serve, and asks it about what it judges", () => {
  const folder = join(root, "deploy", "kustomize", "guard-serve");
  const manifest = load(textOf(folder, "deployment.yaml")) as Workload;
  const args = manifest.spec.template?.spec.containers[0]?.args ?? [];
  const parsed = parse(args, commands);
  assert.ok(parsed.do === "run" && parsed.command.name === "guard-serve", args.join(" "));
  const settings = guardSettings(parsed.flags);
  assert.equal(settings.mode, "warn");
  const { webhooks } = load(textOf(folder, "webhook.yaml")) as Webhooks;
  for (const {
    failurePolicy,
    sideEffects,
    timeoutSeconds,
    clientConfig,
    matchConditions,
    rules,
  } of webhooks) {
    assert.deepEqual([failurePolicy, sideEffects], ["Ignore", "None"]);
    assert.ok(timeoutSeconds * 1000 > settings.timeout);
    const { namespace, name, path } = clientConfig.service;
    assert.deepEqual([namespace, name, path], ["pvguard", "pvguard-guard", "/validate"]);
    const [controllers] = matchConditions;
    const users = [...(controllers?.expression ?? "").matchAll(/"([^"]+)"/g)].map(([, user]) => user);
    assert.deepEqual(users.sort(), exemptControllers.map(({ user }) => user).sort());
    for (const { resources, operations } of rules) {
      assert.deepEqual(operations, ["DELETE"]);
      for (const plural of resources)
        assert.ok(
          kinds.some(({ resource }) => resource.endsWith(`/${plural}`)),
          plural,
        );
    }
  }
  const certificate = textOf(root, "deploy", "kustomize", "guard-serve-cert-manager", "certificate.yaml");
  assert.match(certificate, /secretName: pvguard-guard-tls\n/);
  assert.match(certificate, /- pvguard-guard\.pvguard\.svc\n/);
  assert.match(textOf(folder, "deployment.yaml"), /secretName: pvguard-guard-tls\n/);
});

/** As the alerts choose findings: by code and severity. */
function chooses(expr: string, finding: { readonly code: string; readonly severity: string }): boolean {
  const [, selector] = /pvguard_findings\{(.*?)\}/.exec(expr) ?? [];
  if (selector === undefined) return false;
  return [...selector.matchAll(/(code|severity)(=~|!=|=)"([^"]*)"/g)].every(([, label, operator, value]) => {
    const matches = new RegExp(`^(?:${value})$`).test(finding[label as "code" | "severity"]);
    return operator === "!=" ? !matches : matches;
  });
}

test("one alert is about each rule, but for notes", () => {
  for (const { code, severity } of knowledge.rules) {
    const about = alerts.filter(({ expr }) => chooses(expr, { code, severity })).map(({ alert }) => alert);
    const isQuiet = severity === "note" && !code.startsWith("PVG1");
    assert.equal(about.length, isQuiet ? 0 : 1, `${code} (${severity}): ${about.join(", ")}`);
  }
});

test("alerts and dashboard ask for metrics that serve has", async () => {
  let page = "";
  // A family without a series is not printed: something has a size, and something was not read.
  const objects = [
    volume({ name: "pv-a", spec: { ...ebs, capacity: { storage: "1Gi" } } }),
    volume({ name: "pv-b", spec: ebs }),
  ];
  const source = () => memorySource(snapshotOf(objects, ["v1/nodes"]));
  await served([], source, ({ get }) => {
    page = get("/metrics").text;
    return "stop";
  });
  const known = new Set(parsePrometheus(page).map(({ name }) => name));
  const asked = new Set(
    [...queries, ...alerts.map(({ expr }) => expr)].flatMap((expr) => expr.match(/pvguard_\w+/g)),
  );
  assert.ok(asked.size > 8);
  assert.deepEqual(
    [...asked].filter((name) => name == null || !known.has(name)),
    [],
  );
});

test("the panels of the dashboard do not overlap", () => {
  const taken = new Map<string, string>();
  for (const { title, gridPos } of dashboard.panels) {
    assert.ok(gridPos.x + gridPos.w <= 24, title);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        assert.equal(taken.get(`${x} ${y}`), undefined, title);
        taken.set(`${x} ${y}`, title);
      }
  }
  const rows = Math.max(...dashboard.panels.map(({ gridPos }) => gridPos.y + gridPos.h));
  assert.equal(taken.size, rows * 24, "there is a gap");
  assert.equal(new Set(dashboard.panels.map(({ id }) => id)).size, dashboard.panels.length);
});

test("the chart's values have a schema that refuses what it does not know", () => {
  const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(
    JSON.parse(textOf(chart, "values.schema.json")),
  );
  const values = load(textOf(chart, "values.yaml")) as Readonly<Record<string, object>>;
  assert.ok(validate(values), JSON.stringify(validate.errors));
  const wrong: readonly object[] = [
    { replicas: 2 },
    { mode: "DaemonSet" },
    { interval: "1h" },
    { interval: "1s" },
    { image: { repository: "x", tags: "v1" } },
    { image: {} },
    { policyReports: true },
    { args: ["audit"] },
    { auditConfig: { kind: "AuditConfig" } },
    { networkPolicy: { ...values.networkPolicy, from: [] } },
    { prometheusRule: { enabled: "yes" } },
  ];
  for (const each of wrong) assert.equal(validate({ ...values, ...each }), false, JSON.stringify(each));
});
