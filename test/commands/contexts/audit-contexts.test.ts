/** An audit of several clusters, each a server of its own: one report, and one that cannot be read does not spoil it. */
import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { testTime } from "../../support/fault-server/surroundings.ts";
import { runCli } from "../../support/run-cli.ts";
import { audit, clusterWith, downEntry, entryOf, kubeconfigWith } from "./clusters.ts";

interface Item {
  readonly context: string;
  readonly state: string;
  readonly uid?: string;
  readonly sameAs?: string;
  readonly namespace?: string;
  readonly error?: { readonly reason: string; readonly message: string };
  readonly report?: { readonly findings: readonly { readonly object: { readonly name: string } }[] };
}

async function items(config: string, ...argv: readonly string[]) {
  const { out, err, code } = await audit(config, "-o", "json", ...argv);
  const parsed: readonly Item[] = out === "" ? [] : JSON.parse(out).items;
  return { items: parsed, err, code };
}

const namesIn = ({ report }: Item) => report?.findings.map(({ object }) => object.name);
const statesOf = (all: readonly Item[]) => all.map(({ context, state }) => [context, state]);

async function two(t: TestContext) {
  const prod = await clusterWith(t, "uid-prod", "data");
  const lab = await clusterWith(t, "uid-lab", "logs");
  return { prod, lab };
}

test("each cluster has its own findings, in the order in which the contexts are named", async (t) => {
  const { prod, lab } = await two(t);
  const config = kubeconfigWith(t, { prod: entryOf(prod), lab: entryOf(lab), other: await downEntry() });
  const { items: all, code, err } = await items(config, "--contexts=prod", "--contexts=lab");
  assert.deepEqual([code, err], [0, ""]);
  assert.deepEqual(
    all.map((each) => [each.context, each.uid, namesIn(each)]),
    [
      ["prod", "uid-prod", ["data"]],
      ["lab", "uid-lab", ["logs"]],
    ],
  );
});

test("a pasted command acts on the cluster that it is about", async (t) => {
  const { prod, lab } = await two(t);
  const config = kubeconfigWith(t, { prod: entryOf(prod), "my lab": entryOf(lab) });
  const { out } = await audit(config, "--contexts=prod,my lab", "-o", "wide");
  const deletions = out.match(/kubectl delete pod .*/g) ?? [];
  assert.ok(deletions.length >= 2);
  for (const line of deletions) {
    assert.match(line, line.includes("uses-data") ? /--context prod/ : /--context 'my lab'/);
  }
});

/** What can keep a cluster from being read, and the words that say so. */
test("one that cannot be read does not spoil the rest, and is told", async (t) => {
  const { prod, lab } = await two(t);
  const failing = {
    apiVersion: "client.authentication.k8s.io/v1",
    command: "/bin/false",
    interactiveMode: "Never",
  };
  const config = kubeconfigWith(t, {
    "1-down": await downEntry(),
    "2-login": entryOf(lab, "admin", { user: { token: "none" } }),
    "3-certificate": entryOf(lab, "admin", { authority: prod.authority }),
    "4-plugin": entryOf(lab, "admin", { user: { exec: failing } }),
    "5-forbidden": entryOf(lab, "nobody"),
    "6-prod": entryOf(prod),
  });
  const { items: all, code, err } = await items(config, "--all-contexts");
  assert.equal(code, 4);
  assert.deepEqual(
    all.map(({ context, state, error }) => [context, state, error?.reason]),
    [
      ["1-down", "failed", "ConnectionRefused"],
      ["2-login", "failed", "Unauthorized"],
      ["3-certificate", "failed", "Untrusted"],
      ["4-plugin", "failed", "Credentials"],
      ["5-forbidden", "failed", "NothingRead"],
      ["6-prod", "audited", undefined],
    ],
  );
  assert.deepEqual(
    all.flatMap((each) => namesIn(each) ?? []),
    ["data"],
  );
  for (const context of ["1-down", "2-login", "3-certificate", "4-plugin", "5-forbidden"])
    assert.match(err, new RegExp(`^${context}: error: `, "m"));
});

test("two contexts of one cluster are told, and nothing is counted twice", async (t) => {
  const { prod } = await two(t);
  const config = kubeconfigWith(t, { a: entryOf(prod), b: entryOf(prod), c: entryOf(prod, "view-only") });
  const before = prod.requests.length;
  const { items: all, code } = await items(config, "--all-contexts");
  assert.equal(code, 0);
  assert.deepEqual(
    all.map(({ context, state, sameAs }) => [context, state, sameAs]),
    [
      ["a", "audited", undefined],
      ["b", "repeated", "a"],
      ["c", "repeated", "a"],
    ],
  );
  const lists = prod.requests.slice(before).filter((line) => line.includes("/persistentvolumeclaims?"));
  assert.equal(lists.length, 1, "it is read once");
});

test("who may read less of the same cluster does not hide what another context shows", async (t) => {
  const { prod } = await two(t);
  const config = kubeconfigWith(t, { a: entryOf(prod, "no-pods"), b: entryOf(prod) });
  const { items: all } = await items(config, "--all-contexts");
  // This user may not read namespaces either, so only the server says that they may be the same.
  assert.deepEqual(
    all.map(({ context, state, sameAs }) => [context, state, sameAs]),
    [
      ["a", "audited", "b"],
      ["b", "audited", undefined],
    ],
  );
});

test("the same context twice is checked once, and said", async (t) => {
  const { prod } = await two(t);
  const config = kubeconfigWith(t, { prod: entryOf(prod) });
  const { items: all, err, code } = await items(config, "--contexts=prod,prod");
  assert.deepEqual(statesOf(all), [["prod", "audited"]]);
  assert.match(err, /^Warning: --contexts names prod more than once: it is checked once$/m);
  assert.equal(code, 0);
});

test("a context with a comma in its name can be named", async (t) => {
  const { prod } = await two(t);
  const config = kubeconfigWith(t, { "prod,eu": entryOf(prod), lab: entryOf(prod) });
  const { items: all } = await items(config, "--contexts=prod,eu", "--contexts=lab");
  assert.deepEqual(
    all.map(({ context }) => context),
    ["prod,eu", "lab"],
  );
});

test("what makes no sense is refused before anything is read", async (t) => {
  const { prod, lab } = await two(t);
  const config = kubeconfigWith(t, { staging: entryOf(prod), lab: entryOf(lab) });
  const refused: readonly (readonly [readonly string[], RegExp])[] = [
    [["--contexts=stagin,lab"], /context "stagin" does not exist\n\nDid you mean this\?\n\tstaging\n/],
    [["--contexts=zzz"], /context "zzz" does not exist\nThe kubeconfig has these contexts: lab, staging\n/],
    [["--contexts="], /--contexts names no context/],
    [["--contexts=lab", "--all-contexts"], /exclude each other/],
    [["--contexts=lab", "--context=staging"], /--context and --contexts exclude each other/],
    [["--all-contexts", "--server=https://x"], /--server is about one cluster/],
    [["--all-contexts", "--cluster=x"], /--cluster is about one cluster/],
    [["--all-contexts", "--token=x"], /--token would be sent to every cluster/],
    [["--all-contexts", "--user=x"], /--user would be sent to every cluster/],
    [["--all-contexts", "--from=x"], /--from reads files and --all-contexts reads clusters/],
    [["--parallel=2"], /--parallel needs --contexts or --all-contexts/],
  ];
  for (const [argv, words] of refused) {
    const { out, err, code } = await audit(config, ...argv);
    assert.deepEqual([out, code], ["", 2], argv.join(" "));
    assert.match(err, words);
  }
  assert.deepEqual([prod.requests.length, lab.requests.length], [0, 0]);
  const none = await audit(kubeconfigWith(t, {}), "--all-contexts");
  assert.match(none.err, /--all-contexts: the kubeconfig has no contexts/);
});

test("-n is asked of each, and who may list one namespace is told that it is only that one", async (t) => {
  const { prod, lab } = await two(t);
  const config = kubeconfigWith(t, {
    lab: entryOf(lab),
    prod: entryOf(prod),
    team: entryOf(prod, "namespace-only", { namespace: "team" }),
  });
  const { items: all, err } = await items(config, "--contexts=prod,lab", "-n", "sales");
  assert.deepEqual(all.map(namesIn), [[], []]);
  assert.match(err, /^prod: Warning: namespace sales does not exist$/m);
  const kept = await items(config, "--contexts=team");
  assert.equal(kept.items[0]?.namespace, "team");
  assert.match(kept.err, /^team: Warning: you may not list the claims of all namespaces/m);
});

/** A way to a server that is this slow with each answer. */
async function slowWayTo(t: TestContext, url: string, milliseconds: number): Promise<string> {
  const server = createServer((near) => {
    const far = connect(Number(new URL(url).port), "127.0.0.1");
    near.pipe(far);
    far.on("data", (data) => setTimeout(() => near.writable && near.write(data), milliseconds));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const address = server.address();
  return `https://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

test("a slow one is waited for", async (t) => {
  const { prod, lab } = await two(t);
  const slow = await slowWayTo(t, lab.url, 10);
  const config = kubeconfigWith(t, { prod: entryOf(prod), slow: { ...entryOf(lab), server: slow } });
  const { items: all, code } = await items(config, "--all-contexts");
  assert.deepEqual([all.map(namesIn), code], [[["data"], ["logs"]], 0]);
});

test("two programs that log a person in do not ask at the same time", async (t) => {
  const { prod, lab } = await two(t);
  const folder = mkdtempSync(join(tmpdir(), "pvguard-login-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const journal = join(folder, "journal");
  const login = (name: string, token: string) => {
    const program = join(folder, name);
    const answer = {
      apiVersion: "client.authentication.k8s.io/v1",
      kind: "ExecCredential",
      status: { token },
    };
    writeFileSync(
      program,
      `#!/bin/sh\necho "${name} asks" >> ${journal}\necho "Password of ${name}:" >&2\n/bin/sleep 0.05\necho "${name} ends" >> ${journal}\necho '${JSON.stringify(answer)}'\n`,
    );
    chmodSync(program, 0o755);
    return { exec: { apiVersion: answer.apiVersion, command: program, interactiveMode: "IfAvailable" } };
  };
  const config = kubeconfigWith(t, {
    prod: entryOf(prod, "admin", { user: login("prod", prod.tokenOf("admin")) }),
    lab: entryOf(lab, "admin", { user: login("lab", lab.tokenOf("admin")) }),
  });
  const argv = ["audit", "--kubeconfig", config, "--rules=PVG101", "--all-contexts", "-ojson"];
  const stdin = Object.assign(Readable.from([]), { isTTY: true });
  const { out, err } = await runCli(argv, testTime, "", { stdin });
  assert.deepEqual(statesOf(JSON.parse(out).items), [
    ["lab", "audited"],
    ["prod", "audited"],
  ]);
  const lines = readFileSync(journal, "utf8").trim().split("\n");
  assert.equal(lines.length, 4, "each is run once");
  for (const at of [0, 2]) assert.equal(lines[at + 1], lines[at]?.replace("asks", "ends"), lines.join("\n"));
  assert.match(err, /^prod: Password of prod:$/m);
});
