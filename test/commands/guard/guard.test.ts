import assert from "node:assert/strict";
import { test } from "node:test";
import { loadAll } from "js-yaml";
import { accidents } from "../../../src/guard/index.ts";
import { runCli } from "../../support/run-cli.ts";

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly validationActions?: readonly string[];
    readonly matchResources?: { readonly namespaceSelector: unknown };
  };
}

async function printed(...argv: readonly string[]): Promise<readonly Manifest[]> {
  const { out, code, err } = await runCli(["guard", ...argv], 0);
  assert.equal(code, 0, err);
  return loadAll(out) as readonly Manifest[];
}

async function refusal(...argv: readonly string[]): Promise<string> {
  const { out, err, code } = await runCli(["guard", ...argv], 0);
  assert.equal(code, 2);
  assert.equal(out, "");
  return err;
}

test("without flags, every guard is printed with its binding, and warns", async () => {
  const manifests = await printed();
  assert.deepEqual(
    manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`),
    accidents.flatMap(({ name }) => [
      `ValidatingAdmissionPolicy pvguard-${name}`,
      `ValidatingAdmissionPolicyBinding pvguard-${name}`,
    ]),
  );
  for (const { spec } of manifests.filter(({ kind }) => kind.endsWith("Binding")))
    assert.deepEqual(spec.validationActions, ["Warn", "Audit"]);
});

test("json is the same as one List", async () => {
  const { out } = await runCli(["guard", "-o", "json"], 0);
  const list = JSON.parse(out) as { readonly kind: string; readonly items: readonly Manifest[] };
  assert.equal(list.kind, "List");
  assert.deepEqual(list.items, await printed());
});

test("--only, --namespaces and --selector choose", async () => {
  const manifests = await printed(
    "--only",
    "claim-data,namespace",
    "--namespaces",
    "shop,bank",
    "-l",
    "env!=test",
  );
  assert.deepEqual(
    manifests.filter((_, at) => at % 2 === 0).map(({ metadata }) => metadata.name),
    ["pvguard-namespace", "pvguard-claim-data"],
  );
  for (const { spec } of manifests.filter(({ kind }) => kind.endsWith("Binding")))
    assert.deepEqual(spec.matchResources?.namespaceSelector, {
      matchExpressions: [
        { key: "kubernetes.io/metadata.name", operator: "In", values: ["shop", "bank"] },
        { key: "env", operator: "NotIn", values: ["test"] },
      ],
    });
});

test("a guard of claims without that of namespaces is refused: it would only seem to guard", async () => {
  for (const name of ["claim-data", "claim-in-use"])
    assert.match(await refusal("--only", name), /needs the guard namespace/);
});

test("what makes no sense is refused before anything is printed", async () => {
  assert.match(await refusal("--only", "claims"), /unknown guard "claims": must be one of namespace/);
  assert.match(await refusal("--only", ""), /unknown guard/);
  assert.match(await refusal("--namespaces", "Shop"), /"Shop" is no name of a namespace/);
  assert.match(await refusal("--namespaces", ","), /no name of a namespace/);
  assert.match(await refusal("-n", "shop"), /--namespace does not limit the guards: use --namespaces/);
  assert.match(await refusal("-l", "size>3"), /cannot compare numbers: size/);
  assert.match(await refusal("-l", "a b"), /unable to parse requirement/);
  assert.match(await refusal("--exempt", " "), /no name of a user/);
  assert.match(await refusal("--exempt", "a\u001b[2J"), /no name of a user/);
  assert.match(await refusal("--install", "--uninstall"), /cannot be used together/);
  assert.match(await refusal("--uninstall", "--only", "volume"), /remove --only/);
  assert.match(await refusal("--confirm", "abc"), /--confirm needs --install/);
  assert.match(await refusal("--dry-run"), /--dry-run needs --install/);
});

test("an escape of the terminal in a flag is printed escaped", async () => {
  const err = await refusal("--exempt", "a\u001b[2J");
  assert.ok(!err.includes("\u001b"));
});
