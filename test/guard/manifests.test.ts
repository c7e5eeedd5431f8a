import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { accidents, exemptControllers, guardFor, unlocks } from "../../src/guard/index.ts";
import { guardRenderers } from "../../src/render/index.ts";
import { plainOptions } from "../../src/render/renderer.ts";
import { assertSame } from "../render/support/golden.ts";

interface PolicySpec {
  readonly failurePolicy: string;
  readonly matchConditions: readonly { readonly name: string; readonly expression: string }[];
  readonly validations: readonly { readonly expression: string; readonly messageExpression: string }[];
}

interface BindingSpec {
  readonly validationActions: readonly string[];
  readonly matchResources?: { readonly namespaceSelector: unknown };
  readonly paramRef?: { readonly parameterNotFoundAction: string };
}

function specs(mode: "audit" | "warn" | "deny", exempt: readonly string[] = []) {
  return accidents.map((accident) => {
    const { policy, binding } = guardFor(accident, { mode, exempt });
    return { accident, policy: policy.spec as PolicySpec, binding: binding.spec as BindingSpec };
  });
}

for (const mode of ["warn", "deny"] as const)
  test(`the manifests of --mode ${mode} are these, each time`, () => {
    const manifests = accidents
      .map((accident) => guardFor(accident, { mode, exempt: [] }))
      .flatMap(({ policy, binding }) => [policy, binding]);
    const yaml = guardRenderers[0]?.render(manifests, plainOptions) ?? "";
    assertSame(join(import.meta.dirname, `${mode}.golden.yaml`), yaml);
  });

test("only deny can refuse, also what is misconfigured", () => {
  for (const mode of ["audit", "warn", "deny"] as const)
    for (const { policy, binding } of specs(mode)) {
      assert.equal(binding.validationActions.includes("Deny"), mode === "deny");
      assert.equal(binding.validationActions.includes("Warn"), mode === "warn");
      assert.ok(binding.validationActions.includes("Audit"));
      assert.equal(policy.failurePolicy, mode === "deny" ? "Fail" : "Ignore");
    }
});

test("a refusal says how to allow it by the uid, and a warning that nothing is refused", () => {
  for (const { accident, policy } of specs("deny")) {
    const [{ messageExpression = "" } = {}] = policy.validations;
    assert.match(messageExpression, /kubectl annotate /);
    assert.ok(messageExpression.includes(`${unlocks[accident.operation]}=" + oldObject.metadata.uid`));
  }
  for (const { policy } of specs("warn"))
    assert.doesNotMatch(policy.validations[0]?.messageExpression ?? "", /kubectl annotate/);
});

test("the name of the request is not used: the deletion of a collection has none", () => {
  for (const { policy } of specs("deny")) assert.doesNotMatch(JSON.stringify(policy), /request\.name/);
});

test("the annotation counts as it was before the request, and only with the uid of that object", () => {
  for (const { policy } of specs("deny")) {
    const [, allowed] = policy.matchConditions;
    assert.match(allowed?.expression ?? "", /== oldObject\.metadata\.uid\)$/);
    assert.doesNotMatch(allowed?.expression ?? "", /(?<!oldO)object\./);
  }
});

test("every controller whose work looks like an accident passes, and who is exempt by name", () => {
  for (const { policy } of specs("deny", ["ops", "system:serviceaccounts:db"])) {
    const [exempt] = policy.matchConditions;
    for (const { user } of exemptControllers) assert.ok(exempt?.expression.includes(JSON.stringify(user)));
    assert.match(
      exempt?.expression ?? "",
      /groups\.exists\(g, g in \["ops", "system:serviceaccounts:db"\]\)\)$/,
    );
  }
});

test("a name with quotes stays a text of the expression", () => {
  const [{ policy } = assert.fail()] = specs("deny", ['x"] || true || "" in ["']);
  const [exempt] = policy.matchConditions;
  assert.ok(exempt?.expression.includes('"x\\"] || true || \\"\\" in [\\""'));
});

test("a selector limits what is in namespaces, and nothing else", () => {
  const namespaces = { matchExpressions: [{ key: "env", operator: "Exists" }] } as const;
  const limited = accidents.flatMap((accident) => {
    const { binding } = guardFor(accident, { mode: "deny", exempt: [], namespaces });
    const { matchResources } = binding.spec as BindingSpec;
    if (matchResources === undefined) return [];
    assert.deepEqual(matchResources.namespaceSelector, namespaces);
    return [accident.name];
  });
  assert.deepEqual(limited, ["namespace", "claim-data", "claim-in-use", "finalizers"]);
});

test("a cluster without volumes or pods is no error", () => {
  for (const { accident, binding } of specs("deny"))
    assert.equal(
      binding.paramRef?.parameterNotFoundAction,
      accident.looks === "at nothing else" ? undefined : "Allow",
    );
});

test("what a guard needs stands before it, so that it is installed first", () => {
  const names = accidents.map(({ name }) => name);
  for (const [at, { needs = [] }] of accidents.entries())
    for (const need of needs) assert.ok(names.indexOf(need) >= 0 && names.indexOf(need) < at);
});
