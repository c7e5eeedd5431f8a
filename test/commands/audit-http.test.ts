/** An audit over HTTP: the requests that a server really gets. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { liveSource } from "../../src/commands/index.ts";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { openCluster } from "../../src/reading/live/index.ts";
import { base64, kubeconfigFor, liveSurroundings, testTime } from "../support/fault-server/surroundings.ts";
import type { JsonObject, MemoryServer } from "../support/memory-server/index.ts";
import { memoryServer } from "../support/memory-server/index.ts";
import { claim, pod, volume } from "../support/objects.ts";
import { runCommand } from "./support/run-command.ts";

const chunkSize = 100;
const bound = (name: string, namespace: string) => [
  claim({
    name,
    namespace,
    phase: "Bound",
    volumeName: `pv-${namespace}-${name}`,
    finalizers: ["kubernetes.io/pvc-protection"],
  }),
  volume({ name: `pv-${namespace}-${name}`, phase: "Bound", finalizers: ["kubernetes.io/pv-protection"] }),
  pod({ name: `uses-${name}`, namespace, claims: [name] }),
];
const held = (name: string, namespace: string) => [
  claim({
    name,
    namespace,
    phase: "Bound",
    deletionTimestamp: true,
    finalizers: ["kubernetes.io/pvc-protection"],
  }),
  pod({ name: `uses-${name}`, namespace, claims: [name] }),
];

const objects: readonly KubeObject[] = Array.from({ length: 12 }, (_, team) => [
  ...Array.from({ length: 25 }, (_, at) => bound(`data-${at}`, `team-${team}`)).flat(),
  ...held("stuck", `team-${team}`),
]).flat();

async function audit(
  context: TestContext,
  loaded: readonly KubeObject[],
  argv: readonly string[],
  user = "admin",
  meanwhile: (server: MemoryServer) => void = () => {},
) {
  const server: MemoryServer = await memoryServer({ now: () => testTime });
  context.after(() => server.close());
  server.load(loaded as unknown as readonly JsonObject[]);
  const outside = liveSurroundings(
    kubeconfigFor(
      { server: server.url, "certificate-authority-data": base64(server.authority) },
      { token: server.tokenOf(user) },
    ),
  );
  const cluster = await openCluster({}, outside, { chunkSize });
  context.after(() => cluster.close());
  const source = liveSource(cluster, () => testTime);
  const ran = await runCommand(["audit", ...argv], {
    ...source,
    collect(demands) {
      if (demands.some(({ scope }) => scope.of === "object")) meanwhile(server);
      return source.collect(demands);
    },
  });
  return { ...ran, requests: server.requests.map((line) => decodeURIComponent(line.replace(/^GET /, ""))) };
}

const isDiscovery = (path: string) =>
  /^\/(apis|api|version)(\/[^/]+(\/v[^/]+)?)?$/.test(path.split("?")[0] ?? "");
const isList = (path: string) => /[?&]limit=/.test(path);

test("the requests are the pages, and at most two for each object that is reported", async (t) => {
  const { out, requests, err } = await audit(t, objects, ["-ojson"]);
  assert.equal(err, "");
  const report = JSON.parse(out);
  const found: readonly { readonly object: object }[] = report.findings;
  const subjects = new Set(found.map(({ object }) => JSON.stringify(object))).size;
  const pages = requests.filter(isList);
  const others = requests.filter((path) => !isList(path) && !isDiscovery(path));
  assert.ok(subjects >= 12);
  assert.ok(others.length <= 2 * subjects, others.join("\n"));
  assert.equal(pages.filter((path) => path.startsWith("/api/v1/pods?")).length, 4);
  const firstPages = pages.filter((path) => !path.includes("continue="));
  assert.equal(new Set(firstPages).size, firstPages.length, "no list is read twice");
  assert.ok(requests.filter(isDiscovery).length <= 4, "discovery is asked once");
});

test("pods are listed after claims, volumes and attachments", async (t) => {
  const { requests } = await audit(t, objects, ["-ojson"]);
  const first = (path: string) => requests.findIndex((each) => each.startsWith(`${path}?`));
  const pods = first("/api/v1/pods");
  for (const path of [
    "/api/v1/persistentvolumeclaims",
    "/api/v1/persistentvolumes",
    "/apis/storage.k8s.io/v1/volumeattachments",
  ]) {
    assert.ok(first(path) >= 0 && first(path) < pods, path);
  }
});

test("it writes nothing", async (t) => {
  const { requests } = await audit(t, objects.slice(-2), ["-ojson"]);
  assert.ok(requests.length > 0);
  for (const path of requests) assert.match(path, /^\//, "every request is a GET");
});

test("who may not read pods is told so on the first screen, and what that silences", async (t) => {
  const { out, code } = await audit(t, objects.slice(-2), ["--rules=PVG101"], "no-pods");
  const screen = out.split("\n").slice(0, 8).join("\n");
  assert.match(screen, /^Not checked: pods .*\(forbidden\)/m);
  const rules = (await audit(t, objects.slice(-2), ["--rules=PVG101", "--by=rule"], "no-pods")).out;
  assert.match(rules, /Not everything was checked\. PVG101 could not see:\n.*pods .*Forbidden/);
  assert.ok(code === 1 || code === 3);
});

test("who may read one namespace gets that one when it is asked for", async (t) => {
  const own = held("stuck", "team");
  const { out } = await audit(
    t,
    [...own, ...held("other", "bank")],
    ["--rules=PVG101", "-n", "team", "-oname"],
    "namespace-only",
  );
  assert.equal(out, "persistentvolumeclaim/stuck\n");
});

test("what was made anew between the lists and the second look is no finding", async (t) => {
  const anew = claim({ name: "stuck", namespace: "shop", uid: "another", phase: "Bound" });
  const ran = await audit(
    t,
    [...held("stuck", "shop"), ...held("logs", "shop")],
    ["--rules=PVG101", "-ojson"],
    "admin",
    (server) => server.load([anew] as unknown as readonly JsonObject[]),
  );
  const { findings, audit: told } = JSON.parse(ran.out);
  const names = findings.map(({ object }: { readonly object: { readonly name: string } }) => object.name);
  assert.deepEqual([names, told.changed], [["logs"], 1]);
  const again = ran.requests.filter((path) => path.endsWith("/persistentvolumeclaims/stuck"));
  assert.equal(again.length, 1, "it was read once more");
});

test("each audit of a watch asks for no more than the first, and opens no watch", async (context) => {
  const server = await memoryServer({ now: () => testTime });
  context.after(() => server.close());
  server.load(objects.slice(-77) as unknown as readonly JsonObject[]);
  const kubeconfig = kubeconfigFor(
    { server: server.url, "certificate-authority-data": base64(server.authority) },
    { token: server.tokenOf("admin") },
  );
  const cluster = await openCluster({}, liveSurroundings(kubeconfig), { chunkSize });
  context.after(() => cluster.close());
  const source = liveSource(cluster, () => testTime);
  const interruption = new AbortController();
  const asked: number[] = [];
  const before = () => asked.reduce((sum, each) => sum + each, 0);
  const watched: typeof source = {
    ...source,
    async *watch(refs, signal) {
      for await (const look of source.watch(refs, signal, 5)) {
        asked.push(server.requests.length - before());
        if (asked.length === 3) interruption.abort();
        else yield look;
      }
    },
  };
  const argv = ["audit", "--watch"];
  const { code, out, err } = await runCommand(argv, watched, { interrupted: interruption.signal });
  assert.deepEqual([code, err, asked.length], [130, "", 3]);
  assert.match(out, /--by rule, kubectl pvguard why TYPE\/NAME\n$/, "nothing has changed");
  const [first = 0, ...later] = asked;
  for (const each of later) assert.ok(each > 0 && each <= first, asked.join(" "));
  assert.ok(!server.requests.some((line) => /[?&]watch=/.test(line)));
});
