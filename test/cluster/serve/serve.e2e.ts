/** `serve` before a real API server that changes, forgets and goes away. The tests follow one another. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { auditLogged } from "../audit/requests.ts";
import { when } from "../support/eventually.ts";
import { buildProgram } from "../why/support/program.ts";
import { sumIn } from "./running.ts";
import type { Stage } from "./stage.ts";
import { audits, playServe } from "./stage.ts";

/** In seconds. */
const interval = 10;
/** For the audit itself, on a busy machine. */
const slack = 5;

let stage: Stage;
const log = auditLogged();
before(async () => {
  stage = await playServe(interval, log.args);
  await when("the first report", stage.findings, (count) => count === 8);
});
after(async () => {
  await stage?.close();
  log.remove();
});

const ok = () => stage.serving.metric("pvguard_audits_total", 'result="ok"');
const failed = () => stage.serving.metric("pvguard_audits_total", 'result="failed"');
const ready = async () => (await stage.serving.get("/readyz")).status;

test("the metrics say within one interval that an object has changed", async () => {
  const name = await stage.breakOne();
  await when("the finding", stage.findings, (count) => count === 9, interval + slack);
  assert.match((await stage.serving.get("/report.json")).text, new RegExp(`"${name}"`));
  await stage.mend(name);
  await when("no finding", stage.findings, (count) => count === 8, interval + slack);
});

test("it sends what one audit sends, and counts it", async () => {
  // Of one page: an audit may end between two.
  const counted = async () => {
    const { text } = await stage.serving.get("/metrics");
    return [
      sumIn(text, "pvguard_api_requests_total"),
      sumIn(text, "pvguard_audits_total", 'result="ok"'),
    ] as const;
  };
  const [first = 0, before = 0] = await counted();
  const [second = 0] = await when(
    "another audit",
    counted,
    ([, now = 0]) => now === before + 1,
    2 * interval,
  );
  const seen = stage.front.seen.length;
  const program = await buildProgram(stage.front.kubeconfigPath);
  // Between two audits of serve.
  await when("another audit", ok, (now = 0) => now > before + 1, 2 * interval);
  const between = stage.front.seen.length;
  await program.alone(undefined, "audit", "-o", "json", ...audits);
  program.remove();
  const alone = stage.front.seen.length - between;
  assert.deepEqual([second - first, between - seen], [alone, alone]);
});

test("a list that is forgotten between two pages is read again", async () => {
  const [good = 0, bad = 0] = [await ok(), await failed()];
  stage.forgetOnce();
  await when("an audit after that", ok, (now = 0) => now >= good + 2, 4 * interval);
  assert.ok(stage.front.seen.some(({ status }) => status === 410));
  assert.deepEqual([await failed(), await stage.findings()], [bad, 8]);
});

test("while the API server is away, the last report is kept and says so", async () => {
  await stage.cluster.stopProgram("kube-apiserver");
  const last = () => stage.serving.metric("pvguard_last_audit_ok");
  // Each request is tried several times first.
  await when("a failed audit", last, (value) => value === 0, interval + 60);
  const page = await stage.serving.get("/");
  assert.match(page.text, /The audit at \S+ failed: /);
  assert.match(page.text, /always-0/);
  assert.equal(await stage.findings(), 8);
  await when("it is too old", ready, (status) => status === 503, 4 * interval);
  assert.equal((await stage.serving.get("/healthz")).status, 200);
  assert.ok(Number(page.headers.get("x-pvguard-report-age")) <= 3 * interval);
  await stage.cluster.restartProgram("kube-apiserver");
  await when("a good audit", last, (value) => value === 1, 3 * interval + slack);
  assert.equal(await ready(), 200);
  assert.doesNotMatch((await stage.serving.get("/")).text, /failed: /);
});

test("it only reads", () => {
  const verbs = new Set(log.requests().map(({ verb }) => verb));
  assert.deepEqual([...verbs].sort(), ["get", "list"]);
});

test("SIGTERM ends it with 0", async () => {
  assert.equal(await stage.serving.end("SIGTERM"), 0, stage.serving.said());
});
