/** `serve --policy-reports` with the rights of `deploy/` alone, and the definitions of both APIs. The tests follow one another. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import type { Serving } from "../serve/running.ts";
import { startServe } from "../serve/running.ts";
import { newName, testApi, testKubeconfig } from "../support/e2e.ts";
import { eventually, when } from "../support/eventually.ts";
import { newFolder } from "../support/folders.ts";
import { persistentVolumeClaim } from "../support/manifests.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..", "..", "..");
const kustomization = join(root, "deploy", "kustomize", "policy-reports");
const definitions = join(root, "test", "fixtures", "crds", "wgpolicyk8s.io.yaml");
const namespace = newName("pvguard-reports");
const api = testApi();
let serving: Serving;

const kubectl = (...args: readonly string[]) => run("kubectl", [`--kubeconfig=${testKubeconfig()}`, ...args]);

interface Report {
  readonly metadata: { readonly resourceVersion: string; readonly uid: string };
  readonly results: readonly { readonly policy: string; readonly message: string }[];
}

async function reportOf(place: string): Promise<Report | undefined> {
  const answer = await api.send(
    "GET",
    `/apis/wgpolicyk8s.io/v1alpha2/namespaces/${place}/policyreports/pvguard`,
  );
  return answer.status === 200 ? JSON.parse(answer.body) : undefined;
}

const audits = async () => (await serving.metric("pvguard_audits_total", 'result="ok"')) ?? 0;
const reports = (state: string) => serving.metric("pvguard_policy_reports", `state="${state}"`);

before(async () => {
  await kubectl("apply", "--server-side", "--validate=strict", "-k", kustomization);
  const token = (await kubectl("create", "token", "pvguard", "--namespace=pvguard")).stdout.trim();
  const { stdout } = await kubectl("config", "view", "--raw", "--minify", "--output=json");
  const config = { ...JSON.parse(stdout) };
  config.users = config.users.map(({ name }: { name: string }) => ({ name, user: { token } }));
  const account = join(newFolder("pvguard-reports"), "kubeconfig");
  writeFileSync(account, JSON.stringify(config), { mode: 0o600 });
  await api.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  serving = await startServe(account, "--interval=10s", "--older-than=0s", "--policy-reports");
});
after(async () => {
  await serving?.end("SIGKILL");
  await kubectl("delete", "--wait=false", "--ignore-not-found", "-k", kustomization);
  await kubectl("delete", "--wait=false", "--ignore-not-found", "-f", definitions);
  await api.remove("v1/namespaces", { name: namespace });
});

test("without the API, the audits are good and the reports are told to have failed", async () => {
  await when(
    "a failed report",
    () => reports("failed"),
    (count = 0) => count > 0,
    20,
  );
  assert.ok((await audits()) > 0);
  assert.equal(await serving.metric("pvguard_last_audit_ok"), 1);
  assert.match(serving.said(), /the cluster does not serve policyreports of wgpolicyk8s\.io\/v1alpha2/);
});

test("with the API, a finding stands in its namespace within one interval", async () => {
  await kubectl("apply", "--server-side", "-f", definitions);
  await kubectl("wait", "--for=condition=Established", "--timeout=30s", "-f", definitions);
  await api.create(persistentVolumeClaim({ name: "data", namespace }, { storageClassName: "nope" }));
  const { results } = await eventually("the report", () => reportOf(namespace), 30);
  assert.match(results.map(({ message }) => message).join("\n"), /pvc\/data/);
  await when(
    "all are written",
    () => reports("failed"),
    (count) => count === 0,
    20,
  );
});

test("what has not changed is not written again", async () => {
  const earlier = await reportOf(namespace);
  const before = await audits();
  await when("two more audits", audits, (count) => count >= before + 2, 40);
  assert.deepEqual((await reportOf(namespace))?.metadata, earlier?.metadata);
});

test("a report that another client edits is put right, and one of another tool left alone", async () => {
  await kubectl(
    "patch",
    "policyreport",
    "pvguard",
    `--namespace=${namespace}`,
    "--type=merge",
    "-p",
    '{"results":[]}',
  );
  await api.send("POST", `/apis/wgpolicyk8s.io/v1alpha2/namespaces/${namespace}/policyreports`, {
    apiVersion: "wgpolicyk8s.io/v1alpha2",
    kind: "PolicyReport",
    metadata: { name: "another" },
  });
  await when(
    "the results",
    () => reportOf(namespace),
    (report) => (report?.results ?? []).length > 0,
    30,
  );
});

test("the report of a namespace without findings is removed, and no other", async () => {
  await api.remove("v1/persistentvolumeclaims", { name: "data", namespace });
  await when(
    "no report",
    () => reportOf(namespace),
    (report) => report === undefined,
    30,
  );
  const { stdout } = await kubectl("get", "policyreports", `--namespace=${namespace}`, "--output=name");
  assert.equal(stdout.trim(), "policyreport.wgpolicyk8s.io/another");
  const cluster = await kubectl("get", "clusterpolicyreport", "pvguard", "--output=name");
  assert.equal(cluster.stdout.trim(), "clusterpolicyreport.wgpolicyk8s.io/pvguard");
});

test("openreports writes the same as Reports", async (context) => {
  const file = definitions.replace("wgpolicyk8s.io", "openreports.io");
  await kubectl("apply", "--server-side", "-f", file);
  context.after(() => kubectl("delete", "--wait=false", "-f", file));
  await kubectl("wait", "--for=condition=Established", "--timeout=30s", "-f", file);
  const other = await startServe(testKubeconfig(), "--interval=10s", "--policy-reports=openreports");
  context.after(() => other.end("SIGKILL"));
  await when(
    "the report",
    () => other.metric("pvguard_policy_reports", 'state="current"'),
    (count = 0) => count > 0,
  );
  const { stdout } = await kubectl("get", "clusterreports.openreports.io", "pvguard", "--output=name");
  assert.equal(stdout.trim(), "clusterreport.openreports.io/pvguard");
});

test("its rights are those to read, and to write these kinds alone", async () => {
  const as = "--as=system:serviceaccount:pvguard:pvguard";
  const { stdout } = await kubectl("auth", "can-i", "--list", as);
  const writes = stdout
    .split("\n")
    .filter((line) => /\b(?:create|update|patch|delete)\b|\*/.test(line))
    .map((line) => line.split(/\s+/)[0])
    .filter((name) => name !== "" && !/^self/.test(name ?? ""));
  assert.deepEqual(writes.sort(), ["clusterpolicyreports.wgpolicyk8s.io", "policyreports.wgpolicyk8s.io"]);
});
