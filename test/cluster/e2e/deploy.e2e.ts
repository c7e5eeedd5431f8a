/** `deploy/` on a real control plane: it is accepted, its pods are restricted, and its rights are enough and no more. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { kinds } from "../../../src/kubernetes/index.ts";
import { goVersion } from "../binaries/go.ts";
import { moduleFolder } from "../binaries/module-folder.ts";
import { Api } from "../support/api.ts";
import { newName, newNamespace, testApi, testKubeconfig } from "../support/e2e.ts";
import { eventually } from "../support/eventually.ts";
import { newFolder } from "../support/folders.ts";
import { boundPair } from "../support/manifests.ts";
import { pvguard } from "../support/pvguard.ts";
import { prometheusOperatorModule } from "../versions.ts";

const run = promisify(execFile);
const deploy = join(import.meta.dirname, "..", "..", "..", "deploy", "kustomize");
const namespace = "pvguard";
const api = testApi();
/** Logs in with the token of the service account alone. */
let account: string;

const kubectl = (...args: readonly string[]) => run("kubectl", [`--kubeconfig=${testKubeconfig()}`, ...args]);

before(async () => {
  const { stderr } = await kubectl("apply", "--server-side", "--validate=strict", "-k", join(deploy, "base"));
  assert.equal(stderr, "", "a warning");
  const token = (await kubectl("create", "token", "pvguard", `--namespace=${namespace}`)).stdout.trim();
  const { stdout } = await kubectl("config", "view", "--raw", "--minify", "--output=json");
  const config = { ...JSON.parse(stdout) };
  config.users = config.users.map(({ name }: { name: string }) => ({ name, user: { token } }));
  account = join(newFolder("pvguard-deploy"), "kubeconfig");
  writeFileSync(account, JSON.stringify(config), { mode: 0o600 });
});
after(() => kubectl("delete", "--wait=false", "-k", join(deploy, "base")));

const podsOf = async (owner: string) =>
  (await api.list("v1/pods", namespace)).filter(({ metadata }) =>
    metadata.ownerReferences?.some(({ kind, name }) => kind === owner && name?.startsWith("pvguard")),
  );

test("the pod of the Deployment is admitted where Pod Security is restricted", async () => {
  await eventually("a pod of the Deployment", async () => (await podsOf("ReplicaSet"))[0]);
  const pod = { metadata: { name: "not-restricted" }, spec: { containers: [{ name: "a", image: "a" }] } };
  const answer = await api.send("POST", `/api/v1/namespaces/${namespace}/pods`, {
    apiVersion: "v1",
    kind: "Pod",
    ...pod,
  });
  assert.equal(answer.status, 403);
  assert.match(answer.body, /violates PodSecurity \\"restricted:latest\\"/);
});

test("so is the pod of the CronJob", async () => {
  const { stderr } = await kubectl(
    "apply",
    "--server-side",
    "--validate=strict",
    "-k",
    join(deploy, "cronjob"),
  );
  assert.equal(stderr, "");
  await kubectl("create", "job", "pvguard-now", "--from=cronjob/pvguard", `--namespace=${namespace}`);
  await eventually("a pod of the Job", async () => (await podsOf("Job"))[0]);
});

test("the Prometheus Operator's kinds accept the ServiceMonitor and the PrometheusRule", async (context) => {
  if ((await goVersion()) === undefined) return context.skip("no Go to fetch the definitions");
  const folder = join(
    (await moduleFolder(prometheusOperatorModule)).Dir,
    "example",
    "prometheus-operator-crd",
  );
  const definitions = ["servicemonitors", "prometheusrules"].map((plural) =>
    join(folder, `monitoring.coreos.com_${plural}.yaml`),
  );
  const files = definitions.map((file) => `--filename=${file}`);
  await kubectl("apply", "--server-side", ...files);
  context.after(() => kubectl("delete", ...files));
  // kubectl gives up at once on a definition that has no status yet.
  await eventually("the definitions are established", () =>
    kubectl("wait", "--for=condition=Established", "--timeout=30s", ...files).catch(() => undefined),
  );
  const { stdout, stderr } = await kubectl(
    "apply",
    "--server-side",
    "--validate=strict",
    "-k",
    join(deploy, "monitoring"),
  );
  assert.equal(stderr, "");
  assert.match(stdout, /prometheusrule\.monitoring\.coreos\.com\/pvguard serverside-applied/);
  assert.match(stdout, /servicemonitor\.monitoring\.coreos\.com\/pvguard serverside-applied/);
});

test("with the rights of the service account an audit is complete", async (context) => {
  const place = await newNamespace(context, api);
  const volume = { name: newName("volume") };
  await api.create(...boundPair(volume.name, { name: "data", namespace: place }));
  context.after(() => api.remove("v1/persistentvolumes", volume));
  const { stdout } = await run("kubectl", [`--kubeconfig=${account}`, "auth", "whoami", "--output=json"]);
  assert.equal(JSON.parse(stdout).status.userInfo.username, `system:serviceaccount:${namespace}:pvguard`);
  for (const more of [[], ["--risk"]]) {
    const { code, out, err } = await pvguard("audit", "--output=json", ...more, "--kubeconfig", account);
    assert.ok(code === 0 || code === 1, `${code}: ${err}`);
    const { complete, unread } = JSON.parse(out);
    assert.deepEqual([complete, unread], [true, []]);
  }
});

test("the service account can change nothing, and read no Secret", async () => {
  const mine = new Api(account);
  const allowed = async (group: string, resource: string, verb: string) => {
    const answer = await mine.send("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SelfSubjectAccessReview",
      spec: { resourceAttributes: { group, resource, verb } },
    });
    assert.equal(answer.status, 201, answer.body);
    return JSON.parse(answer.body).status.allowed === true;
  };
  const served = kinds.filter(({ presence }) => presence !== "never");
  const names = served.map(({ resource }) => {
    const parts = resource.split("/");
    return [parts.length === 3 ? (parts[0] ?? "") : "", parts.at(-1) ?? ""] as const;
  });
  for (const [group, resource] of names) {
    assert.ok(await allowed(group, resource, "list"), resource);
    for (const verb of ["create", "update", "patch", "delete", "deletecollection"])
      assert.ok(!(await allowed(group, resource, verb)), `${verb} ${resource}`);
  }
  for (const [group, resource] of [
    ["", "secrets"],
    ["", "configmaps"],
    ["", "pods/exec"],
    ["", "serviceaccounts/token"],
    ["rbac.authorization.k8s.io", "clusterroles"],
  ] as const)
    for (const verb of [
      "get",
      "list",
      "watch",
      "create",
      "update",
      "patch",
      "delete",
      "bind",
      "escalate",
      "impersonate",
    ])
      assert.ok(!(await allowed(group, resource, verb)), `${verb} ${resource}`);
  assert.equal((await mine.send("GET", "/api/v1/secrets")).status, 403);
  assert.equal((await mine.send("GET", `/api/v1/namespaces/${namespace}/secrets/any`)).status, 403);
});
