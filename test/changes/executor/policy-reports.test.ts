/** The reports of `serve` in the cluster: only what differs is written, and only what is ours is removed. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { publishReports } from "../../../src/changes/executor/policy-reports.ts";
import { flatten } from "../../../src/kubernetes/index.ts";
import { dial } from "../../support/fault-server/client.ts";
import { base64 } from "../../support/fault-server/surroundings.ts";
import type { ApiAnswer, ApiRequest, JsonObject } from "../../support/memory-server/index.ts";
import { memoryServer } from "../../support/memory-server/index.ts";

const ours = { "app.kubernetes.io/managed-by": "pvguard" };
const group = "/apis/wgpolicyk8s.io/v1alpha2/";

interface Made {
  readonly name?: string;
  readonly namespace?: string;
  readonly labels?: JsonObject;
  readonly messages?: readonly string[];
  readonly seconds?: number;
}

function report({
  name = "pvguard",
  namespace,
  labels = ours,
  messages = ["m"],
  seconds = 1,
}: Made): JsonObject {
  return {
    apiVersion: "wgpolicyk8s.io/v1alpha2",
    kind: namespace === undefined ? "ClusterPolicyReport" : "PolicyReport",
    metadata: { name, ...(namespace === undefined ? {} : { namespace }), labels },
    summary: { fail: messages.length },
    results: messages.map((message) => ({ message, policy: "PVG101", timestamp: { seconds, nanos: 0 } })),
  };
}

const pathOf = ({ metadata }: JsonObject): string => {
  const { name, namespace } = metadata as { name: string; namespace?: string };
  return `${group}${namespace === undefined ? "clusterpolicyreports" : `namespaces/${namespace}/policyreports`}/${name}`;
};

/** A server that keeps reports as they are applied, each whole. Lists come one report a page. */
async function cluster(
  context: TestContext,
  stored: readonly JsonObject[],
  instead: (request: ApiRequest) => ApiAnswer | undefined = () => undefined,
) {
  const kept = new Map<string, JsonObject>();
  let version = 0;
  const keep = (path: string, object: JsonObject) => {
    version += 1;
    const metadata = {
      ...(object.metadata as JsonObject),
      uid: `uid-${path}`,
      resourceVersion: `${version}`,
    };
    kept.set(path, { ...object, metadata });
  };
  for (const object of stored) keep(pathOf(object), object);
  const writes: string[] = [];
  const answered = (request: ApiRequest): ApiAnswer | undefined => {
    const { method, path, query, body } = request;
    if (!path.startsWith(group)) return undefined;
    const refused = instead(request);
    if (refused !== undefined) return refused;
    if (method !== "GET") writes.push(`${method} ${path.slice(group.length)}`);
    switch (method) {
      case "GET": {
        const kind = path.endsWith("/policyreports") ? "PolicyReport" : "ClusterPolicyReport";
        // Labels are not looked at: who asks must look itself.
        const items = [...kept.values()].filter((each) => each.kind === kind);
        const at = Number(query.get("continue") ?? 0);
        const metadata = at + 1 < items.length ? { continue: `${at + 1}` } : {};
        return { code: 200, body: { kind: `${kind}List`, metadata, items: items.slice(at, at + 1) } };
      }
      case "PATCH": {
        assert.equal(request.contentType, "application/apply-patch+yaml");
        assert.equal(query.get("fieldManager"), "pvguard");
        if (kept.has(path) && query.get("force") !== "true")
          return status(409, 'conflict with "kubectl": .results');
        keep(path, JSON.parse(body));
        return { code: 200, body: kept.get(path) ?? {} };
      }
      case "DELETE": {
        const { uid, resourceVersion } = (kept.get(path) ?? report({})).metadata as JsonObject;
        assert.deepEqual(JSON.parse(body).preconditions, { uid, resourceVersion });
        kept.delete(path);
        return { code: 200, body: { kind: "Status", status: "Success" } };
      }
    }
    return undefined;
  };
  const server = await memoryServer({ instead: answered });
  context.after(() => server.close());
  const entry = { server: server.url, "certificate-authority-data": base64(server.authority) };
  const { client } = await dial(context, entry, { user: { token: server.tokenOf("admin") } });
  const publish = async (wanted: readonly object[], stale: "remove" | "keep" = "remove") => {
    writes.length = 0;
    const signal = new AbortController().signal;
    const { problem, ...counts } = await publishReports(wanted, stale, {
      client,
      format: "policyreport",
      signal,
    });
    return { ...counts, problem: problem && flatten(problem, (data) => data), writes: [...writes].sort() };
  };
  return { publish, paths: () => [...kept.keys()].map((path) => path.slice(group.length)).sort() };
}

function status(code: number, message: string): ApiAnswer {
  return { code, body: { kind: "Status", status: "Failure", reason: "Any", message, code } };
}

const whole = [report({}), report({ namespace: "shop" }), report({ namespace: "bank" })];
const all = [
  "PATCH clusterpolicyreports/pvguard",
  "PATCH namespaces/bank/policyreports/pvguard",
  "PATCH namespaces/shop/policyreports/pvguard",
];

test("the first time all are written, and the next time none", async (context) => {
  const { publish } = await cluster(context, []);
  const first = await publish(whole);
  assert.deepEqual(first, { current: 3, failed: 0, written: 3, removed: 0, problem: undefined, writes: all });
  const later = whole.map((each) => ({
    ...each,
    results: [{ policy: "PVG101", message: "m", timestamp: {} }],
  }));
  const second = await publish(later);
  assert.deepEqual(second, { current: 3, failed: 0, written: 0, removed: 0, problem: undefined, writes: [] });
});

test("what says something else is written, and what is not there any longer removed", async (context) => {
  const { publish, paths } = await cluster(context, whole);
  const { writes, written, removed } = await publish([
    report({}),
    report({ namespace: "shop", messages: ["n"] }),
  ]);
  assert.deepEqual(writes, [
    "DELETE namespaces/bank/policyreports/pvguard",
    "PATCH namespaces/shop/policyreports/pvguard",
  ]);
  assert.deepEqual([written, removed], [1, 1]);
  assert.deepEqual(paths(), ["clusterpolicyreports/pvguard", "namespaces/shop/policyreports/pvguard"]);
});

test("where something could not be checked, no report is removed", async (context) => {
  const { publish, paths } = await cluster(context, whole);
  assert.deepEqual((await publish([report({})], "keep")).writes, []);
  assert.equal(paths().length, 3);
});

test("the reports of others are neither removed nor taken over", async (context) => {
  const others = [
    report({ namespace: "shop", labels: { "app.kubernetes.io/managed-by": "kyverno" } }),
    report({ namespace: "bank", name: "cpol-x" }),
    report({ name: "pvguard-scan" }),
  ];
  const { publish, paths } = await cluster(context, others);
  const { failed, problem, writes } = await publish([report({}), report({ namespace: "shop" })]);
  assert.deepEqual(
    [failed, writes],
    [1, ["PATCH clusterpolicyreports/pvguard", "PATCH namespaces/shop/policyreports/pvguard"]],
  );
  assert.match(problem ?? "", /^the report of namespace shop: .*conflict/);
  assert.equal(paths().length, 4);
});

test("one that is refused keeps no other from being written", async (context) => {
  const instead = ({ method, path }: ApiRequest) =>
    method === "PATCH" && path.includes("/shop/")
      ? status(403, "namespace shop is being terminated")
      : undefined;
  const { publish } = await cluster(context, [], instead);
  const { current, failed, problem } = await publish(whole);
  assert.deepEqual([current, failed], [2, 1]);
  assert.match(problem ?? "", /being terminated/);
});

for (const [what, answer, said] of [
  ["the API is not served", status(404, "not found"), /does not serve policyreports of wgpolicyk8s\.io/],
  ["the right to list is missing", status(403, "forbidden"), /could not list policyreports: forbidden/],
  ["the list is no list", { code: 200, body: { kind: "Status" } }, /could not list/],
] as const)
  test(`${what}: nothing is written`, async (context) => {
    const instead = ({ method }: ApiRequest) => (method === "GET" ? answer : undefined);
    const { publish } = await cluster(context, whole, instead);
    const { failed, problem, writes } = await publish([report({ messages: ["other"] })]);
    assert.deepEqual([failed, writes], [1, []]);
    assert.match(problem ?? "", said);
  });
