/** Everything that the audit knows, broken for real, and found. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { kinds } from "../../../src/kubernetes/index.ts";
import { sarifProblems } from "../../support/formats/published.ts";
import type { Program } from "../why/support/program.ts";
import { buildProgram } from "../why/support/program.ts";
import { comparable, printedInDocs, writeDocs } from "./documented.ts";
import type { Broken } from "./play.ts";
import { playAll } from "./play.ts";

interface Finding {
  readonly code: string;
  readonly severity: string;
  readonly reason?: string;
  readonly message: string;
  readonly object: { readonly kind: string; readonly name: string };
}

let broken: Broken;
let program: Program;
before(async () => {
  broken = await playAll();
  program = await buildProgram(broken.kubeconfig);
});
after(async () => {
  program?.remove();
  await broken?.stop();
});

const keyOf = ({ code, object }: Finding) => `${code} ${object.kind.toLowerCase()}/${object.name}`;

async function findings(...flags: readonly string[]): Promise<readonly Finding[]> {
  const { code, stdout, stderr } = await program.throughKubectl(undefined, "audit", "-o", "json", ...flags);
  assert.equal(stderr, "");
  const report = JSON.parse(stdout) as { findings: Finding[]; silenced?: unknown[]; unread: unknown[] };
  assert.deepEqual([code, report.silenced ?? [], report.unread], [1, [], []], "everything was looked at");
  return report.findings;
}

test("thirty kinds of trouble and more are found, each with its root cause", async () => {
  assert.ok(new Set(broken.kinds).size >= 30, `${broken.kinds.length} kinds`);
  const found = new Map((await findings()).map((finding) => [keyOf(finding), finding]));
  for (const { code, object, because } of broken.expected) {
    const finding = found.get(`${code} ${object}`);
    assert.ok(finding !== undefined, `${code} says nothing of ${object}`);
    assert.ok(
      finding.reason === because || finding.message.includes(because),
      `${code} ${object}: ${because} was expected, not ${finding.reason}: ${finding.message}`,
    );
  }
});

test("nothing else is reported above note", async () => {
  const expected = new Set(broken.expected.map(({ code, object }) => `${code} ${object}`));
  const others = (await findings()).filter(
    (finding) => finding.severity !== "note" && !expected.has(keyOf(finding)),
  );
  assert.deepEqual(
    others.map((finding) => `${keyOf(finding)}: ${finding.message}`),
    [],
  );
});

test("with --risk also what one mistake would destroy", async () => {
  const found = await findings("--risk", "--fail-on=note", "--rules=PVG212");
  assert.ok(found.map(keyOf).includes("PVG212 persistentvolumeclaim/catalog"));
});

test("who may only read finds the same", async () => {
  const { stdout } = await program.alone("view-only", "audit", "-o", "name");
  assert.equal(stdout, (await program.alone(undefined, "audit", "-o", "name")).stdout);
});

test("SARIF of it follows the published schema", async () => {
  const { stdout } = await program.throughKubectl(undefined, "audit", "-o", "sarif");
  assert.deepEqual(sarifProblems(JSON.parse(stdout)), []);
});

test("it asks for pages, and at most twice for each object that it reports", async () => {
  const chunk = 7;
  const before = broken.requests().length;
  const reported = new Set(
    (await findings("--chunk-size", String(chunk))).map(({ object }) => JSON.stringify(object)),
  );
  const asked = broken.requests().slice(before);
  assert.deepEqual([...new Set(asked.map(({ verb }) => verb))].sort(), ["get", "list"], "it only reads");
  const isPage = ({ uri }: { readonly uri: string }) => /[?&]limit=/.test(uri) && !uri.includes("/events?");
  const isDiscovery = ({ uri }: { readonly uri: string }) =>
    /^\/(api|apis|version)(\/[^/]+(\/v[^/]+)?)?(\?|$)/.test(uri);
  const pages = asked.filter(isPage);
  const others = asked.filter((request) => !isPage(request) && !isDiscovery(request));
  assert.ok(others.length <= 2 * reported.size, `${others.length} for ${reported.size} objects`);
  assert.ok(asked.filter(isDiscovery).length <= 4, "discovery is asked once");
  for (const { resource } of kinds) {
    const of = pages.filter(({ uri }) => uri.split("?")[0]?.endsWith(`/${resource}`));
    if (of.length === 0) continue;
    const objects = (await broken.api.list(resource)).length;
    assert.ok(
      of.length <= Math.max(1, Math.ceil(objects / chunk)),
      `${of.length} pages of ${objects} ${resource}`,
    );
  }
});

test("docs/audit-real.md shows what it prints", async () => {
  const { stdout } = await program.throughKubectl(undefined, "audit");
  if (process.env.UPDATE === "1") writeDocs(stdout);
  assert.deepEqual(comparable(printedInDocs()), comparable(stdout), "UPDATE=1 rewrites it");
});
