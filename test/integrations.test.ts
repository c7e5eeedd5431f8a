/** The files of docs/integrations: each follows the schema of its reader, and its command lines run. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Ajv } from "ajv";
import { default as addFormats } from "ajv-formats";
import { load } from "js-yaml";
import { parse } from "../src/cli/parse.ts";
import { commands } from "../src/commands/all.ts";
import { runCli } from "./support/run-cli.ts";

const root = join(import.meta.dirname, "..");
const textOf = (path: string) => readFileSync(join(root, path), "utf8");

interface Plugins {
  readonly plugins: {
    readonly [name: string]: {
      readonly command: string;
      readonly args: readonly string[];
      readonly scopes: string[];
    };
  };
}

interface Action {
  readonly inputs: { readonly [name: string]: { readonly description: string } };
  readonly runs: {
    readonly using: string;
    readonly steps: readonly {
      readonly id?: string;
      readonly run?: string;
      readonly env?: Record<string, string>;
    }[];
  };
}

/** What a script does with a program of that name in the path, which writes its arguments down and ends with this code. */
function ran(
  name: string,
  script: string,
  settings: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  code = 0,
) {
  const folder = mkdtempSync(join(tmpdir(), "pvguard-integration-"));
  try {
    const log = join(folder, "log");
    writeFileSync(
      join(folder, name),
      `#!/bin/sh\nfor each; do printf '%s\\n' "$each" >> '${log}'; done\nexit ${code}\n`,
    );
    chmodSync(join(folder, name), 0o755);
    const output = join(folder, "output");
    const env = {
      PATH: `${folder}:${process.env.PATH}`,
      GITHUB_OUTPUT: output,
      RUNNER_TEMP: folder,
      ...settings,
    };
    execFileSync("bash", ["-e", "-o", "pipefail", "-c", script, ...args], {
      env,
      stdio: ["ignore", "ignore", "inherit"],
    });
    return readFileSync(log, "utf8").trimEnd().split("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function assertUnderstood(words: readonly string[]): void {
  assert.equal(parse(words, commands).do, "run", words.join(" "));
}

/**
 * The schemas of SchemaStore (Apache-2.0) and GitLab (MIT), as python-jsonschema/check-jsonschema 0.39.0 has them in
 * src/check_jsonschema/builtin_schemas/vendor.
 */
function assertFollows(file: string, schema: string): void {
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  const validate = ajv.compile(JSON.parse(textOf(`test/fixtures/integrations/${schema}`)));
  assert.ok(validate(load(textOf(file))), JSON.stringify(validate.errors));
}

test("GitHub and GitLab: the files follow the schemas of their readers", () => {
  assertFollows("action.yml", "github-actions.json");
  assertFollows("docs/integrations/github-workflow.yml", "github-workflows.json");
  assertFollows("docs/integrations/gitlab-ci.yml", "gitlab-ci.json");
});

test("pre-commit: the hook runs an audit of the manifests", async () => {
  const [hook, ...others] = load(textOf(".pre-commit-hooks.yaml")) as readonly {
    readonly [key: string]: unknown;
    readonly entry: string;
    readonly args: readonly string[];
  }[];
  assert.ok(hook !== undefined && others.length === 0);
  // What pre-commit 4.7.0 demands (clientlib.py, MANIFEST_HOOK_DICT).
  for (const key of ["id", "name", "entry", "language"]) assert.equal(typeof hook[key], "string", key);
  assert.equal(hook.pass_filenames, false);
  const [program, ...words] = [...hook.entry.split(" "), ...hook.args];
  assert.equal(program, "kubectl-pvguard");
  assertUnderstood(words);
  const volume = (name: string) =>
    `apiVersion: v1\nkind: PersistentVolume\nmetadata: {name: ${name}}\nspec: {nfs: {server: a, path: /x}}\n`;
  const folder = mkdtempSync(join(tmpdir(), "pvguard-hook-"));
  try {
    for (const name of ["a", "b"]) writeFileSync(join(folder, `${name}.yaml`), volume(name));
    const argv = words.map((word) => (word === "." ? folder : word));
    const { out, code } = await runCli(argv, Date.parse("2026-11-20T12:00:00Z"));
    assert.equal(code, 0, "notes do not keep a commit back");
    assert.match(out, /Checked manifests, not a cluster/);
    assert.match(out, /refers to a:\/x too/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("pre-commit: the hook that installs pvguard names this version, and pvguard knows its arguments", () => {
  const blocks = [...textOf("docs/integrations/README.md").matchAll(/```yaml\n([\s\S]*?)```/g)];
  const [, text = ""] = blocks.find(([block]) => block.includes("repo: local")) ?? [];
  const { repos } = load(text) as {
    readonly repos: readonly {
      readonly hooks: readonly {
        readonly entry: string;
        readonly args: readonly string[];
        readonly additional_dependencies: readonly string[];
      }[];
    }[];
  };
  const [hook] = repos[0]?.hooks ?? [];
  assert.ok(hook !== undefined);
  const { name, version } = JSON.parse(textOf("package.json")) as Readonly<Record<string, string>>;
  assert.deepEqual(hook.additional_dependencies, [`${name}@${version}`]);
  const [program, ...words] = [...hook.entry.split(" "), ...hook.args];
  assert.equal(program, "kubectl-pvguard");
  assertUnderstood(words);
});

test("Headlamp and Backstage: the example is what an audit prints, and follows the published schema", async () => {
  const cluster = "test/scenarios/pvg207-one-disk-two-volumes/cluster.yaml";
  const argv = ["audit", "--from", join(root, cluster), "--rules", "PVG207", "-o", "json"];
  const { out } = await runCli(argv, Date.parse("2026-11-20T12:00:00Z"));
  const example = JSON.parse(textOf("docs/integrations/report.json"));
  assert.deepEqual(JSON.parse(out.replaceAll(join(root, cluster), cluster)), example);
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  const validate = ajv.compile(JSON.parse(textOf("docs/schema/report.v1alpha1.json")));
  assert.ok(validate(example), JSON.stringify(validate.errors));
});

test("k9s: the plugins follow the schema of k9s, and ask for the object that is selected", () => {
  // The Go module github.com/derailed/k9s v0.50.15, internal/config/json/schemas/plugins.json, Apache-2.0.
  const schema = JSON.parse(textOf("test/fixtures/integrations/k9s-plugins.json"));
  const file = load(textOf("docs/integrations/k9s-plugins.yaml")) as Plugins;
  const validate = new Ajv({ strict: false }).compile(schema);
  assert.ok(validate(file), JSON.stringify(validate.errors));
  for (const { command, args, scopes } of Object.values(file.plugins)) {
    assert.equal(command, "bash");
    const [flag, script = "", ...rest] = args;
    assert.equal(flag, "-c");
    assert.deepEqual(rest, ["pvguard", "$RESOURCE_NAME", "$NAME", "$NAMESPACE", "$CONTEXT"]);
    for (const scope of scopes) {
      const asked = ran("kubectl", script, {}, ["pvguard", scope, "a b;c", "shop", "prod x"]);
      assert.deepEqual(asked.slice(0, 7), [
        "pvguard",
        "why",
        `${scope}/a b;c`,
        "-n",
        "shop",
        "--context",
        "prod x",
      ]);
      assertUnderstood(asked.slice(1));
    }
    // What has no namespace.
    for (const none of ["", "-"])
      assert.ok(!ran("kubectl", script, {}, ["pvguard", "nodes", "n1", none, "prod"]).includes("-n"));
  }
});

test("GitHub: the action runs an audit, and keeps its exit code until the findings are uploaded", () => {
  const { inputs, runs } = load(textOf("action.yml")) as Action;
  assert.equal(runs.using, "composite");
  const step = runs.steps.find(({ id }) => id === "audit");
  for (const value of Object.values(step?.env ?? {}))
    assert.ok(
      Object.keys(inputs).some((name) => value === `\${{ inputs.${name} }}`),
      value,
    );
  // No expression stands in a script, where its value would be code.
  for (const { run = "" } of runs.steps) assert.doesNotMatch(run, /\$\{\{/);
  const settings = {
    PVGUARD_FROM: "a b",
    PVGUARD_ARGUMENTS: "--fail-on=warning -n shop",
    PVGUARD_VERSION: "1.2.3",
  };
  const asked = ran("npm", step?.run ?? "", settings, [], 1);
  const [exec, yes, from, end, program, ...words] = asked;
  assert.deepEqual(
    [exec, yes, from, end, program],
    ["exec", "--yes", "--package=kubectl-pvguard@1.2.3", "--", "kubectl-pvguard"],
  );
  assert.deepEqual(words, ["audit", "-o", "sarif", "--from", "a b", "--fail-on=warning", "-n", "shop"]);
  assertUnderstood(words);
  const plain = ran("npm", step?.run ?? "", {
    PVGUARD_FROM: "",
    PVGUARD_ARGUMENTS: "",
    PVGUARD_VERSION: "latest",
  });
  assert.deepEqual(plain.slice(5), ["audit", "-o", "sarif"]);
  assert.throws(
    () => ran("npm", step?.run ?? "", settings, [], 4),
    "without a report there is nothing to upload",
  );
  const workflow = load(textOf("docs/integrations/github-workflow.yml")) as {
    readonly jobs: {
      readonly audit: { readonly steps: readonly { readonly uses?: string; readonly with?: object }[] };
    };
  };
  const used = workflow.jobs.audit.steps.find(({ uses }) => uses?.startsWith("pvguard/kubectl-pvguard@"));
  for (const name of Object.keys(used?.with ?? {})) assert.ok(name in inputs, name);
});

test("GitLab: the job runs an audit, and keeps its report also when it fails", () => {
  const { pvguard } = load(textOf("docs/integrations/gitlab-ci.yml")) as {
    readonly pvguard: {
      readonly script: readonly string[];
      readonly artifacts: { readonly when: string; readonly reports: { readonly junit: string } };
    };
  };
  const line = pvguard.script.find((each) => each.startsWith("kubectl-pvguard ")) ?? "";
  const [command = "", file] = line.split(" > ");
  assertUnderstood(command.split(" ").slice(1));
  assert.deepEqual([pvguard.artifacts.when, pvguard.artifacts.reports.junit], ["always", file]);
});
