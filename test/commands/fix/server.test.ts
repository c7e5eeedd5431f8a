/** S11 and F81: what is shown is what is asked about, and what is sent. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { apiClaim, idleClaim } from "../../support/fix/objects.ts";
import { isPreview, isWrite, scenarioSession, session } from "../../support/fix/session.ts";
import type { JsonObject } from "../../support/memory-server/index.ts";

test("F81: the last finalizer: the dry run says that the object will be gone, and the object stays", async (context) => {
  const opened = await session(context, idleClaim);
  const { out } = await opened.run([
    "fix",
    "pvc/data",
    "-n",
    "app",
    "--finalizer",
    "kubernetes.io/pvc-protection",
    "--dry-run=server",
  ]);
  assert.match(out.replaceAll(/\s+/g, " "), /last finalizer: pvc\/data \(app\) would then be deleted/);
  assert.equal(
    (await opened.run(["fix", "pvc/data", "-n", "app", "--dry-run"])).code,
    0,
    "it is still there",
  );
  assert.deepEqual(opened.writes(), []);
});

test("S11: the same bytes are asked about first, with dryRun=All, and then sent", async (context) => {
  const opened = await session(context, idleClaim);
  const argv = [
    "fix",
    "pvc/data",
    "-n",
    "app",
    "--finalizer",
    "kubernetes.io/pvc-protection",
    "--accept",
    "OwnerPassedOver",
  ];
  const { out } = await opened.run([...argv, "--dry-run", "-o", "json"]);
  const { digest } = JSON.parse(out) as { digest: string };
  assert.equal((await opened.run([...argv, "--confirm", digest])).code, 0);
  const puts = opened.server.received.filter(({ method }) => method === "PUT");
  assert.deepEqual(
    puts.map((put) => (isPreview(put) ? "asked" : "sent")),
    ["asked", "sent"],
  );
  assert.equal(puts[0]?.body, puts[1]?.body);
});

test("what counts as a write: a DELETE is a dry run by its body alone, any other request by its query alone", () => {
  const request = (method: string, query: string, body = "", path = "/api/v1/pods/a") =>
    isWrite({ method, path, query: new URLSearchParams(query), body, contentType: "application/json" });
  const [real, dry] = ['{"kind":"DeleteOptions"}', '{"kind":"DeleteOptions","dryRun":["All"]}'];
  assert.deepEqual([request("DELETE", "", real), request("DELETE", "dryRun=All", real)], [true, true]);
  assert.deepEqual([request("DELETE", "", dry), request("DELETE", "dryRun=All")], [false, false]);
  for (const method of ["PUT", "PATCH", "POST"]) {
    assert.equal(request(method, "dryRun=All", "{}"), false);
    assert.equal(request(method, "fieldManager=pvguard", dry), true);
  }
  assert.equal(request("GET", ""), false);
  assert.equal(request("POST", "", "{}", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews"), false);
});

interface Shown {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly contentType: string;
  readonly body?: string;
  readonly bodyBase64?: string;
}

const scenarios = [
  ["a01-finished-job-pod", "pvc/data", "app"],
  ["a02-completed-pods-on-nfs", "pvc/reports", "etl"],
  ["c01-missed-event", "pvc/data", "app"],
  ["e01-volume-deleted-by-mistake", "pv/pvc-4f1c77", "app"],
  ["f02-never-attached", "pv/pv1", "app"],
  ["f18-forgotten-unused", "volumeattachment/csi-8c2", "app"],
  ["j01-released-volume-does-not-bind-again", "pv/pv1", "app"],
  ["n02-broken-snapshot-holds-the-claim", "pvc/data", "app"],
  ["n05-content-deleted-under-its-snapshot", "vs/golden", "app"],
  ["p03-namespace-with-volumes", "ns/shop", "app"],
  ["v02-copied-pv-controller-finalizer", "pv/pv-media", "app"],
] as const;

for (const [scenario, target, namespace] of scenarios) {
  test(`S3: ${scenario}: the requests sent are those that --dry-run -o json shows, byte for byte`, async (context) => {
    const opened = await scenarioSession(context, scenario);
    const argv = ["fix", target, "-n", namespace];
    const { out } = await opened.run([...argv, "--dry-run", "-o", "json"]);
    const plan = JSON.parse(out) as {
      digest: string;
      items: readonly { accept: readonly { name: string }[]; steps: readonly { request?: Shown }[] }[];
    };
    const names = plan.items.flatMap(({ accept }) => accept.flatMap(({ name }) => ["--accept", name]));
    const ran = await opened.run([...argv, ...names, "--confirm", plan.digest]);
    assert.equal(ran.code, 0, `${ran.out}${ran.err}`);
    const shown = plan.items.flatMap(({ steps }) => steps.flatMap(({ request }) => request ?? []));
    const sent = opened.server.received.filter(isWrite);
    assert.deepEqual(
      sent.map(({ method, path, query, contentType, body }) => ({
        method,
        path,
        query: query.toString(),
        contentType,
        body,
      })),
      shown.map(({ bodyBase64, body, ...rest }) => ({
        ...rest,
        body: body ?? Buffer.from(bodyBase64 ?? "", "base64").toString("utf8"),
      })),
    );
    assert.ok(sent.length > 0);
  });
}

test("F65: numbers beyond 2^53 and texts that cannot be seen are sent as they were read", async (context) => {
  const odd = apiClaim("data", { deleted: "yes", finalizers: ["kubernetes.io/pvc-protection", "x.io/y"] });
  const [, ...others] = idleClaim;
  const opened = await session(context, [
    { ...odd, metadata: { ...(odd.metadata as JsonObject), annotations: { odd: "\u001b[2J\u202e\u200b" } } },
    ...others,
  ]);
  const { out } = await opened.run([
    "fix",
    "pvc/data",
    "-n",
    "app",
    "--finalizer",
    "x.io/y",
    "--dry-run",
    "-o",
    "json",
  ]);
  const plan = JSON.parse(out) as { items: readonly { steps: readonly { request: Shown }[] }[] };
  const body = Buffer.from(plan.items[0]?.steps[0]?.request.bodyBase64 ?? "", "base64").toString("utf8");
  assert.match(body, /\u202e/);
  assert.ok(!/[\u202e\u200b]/.test(out));
});
