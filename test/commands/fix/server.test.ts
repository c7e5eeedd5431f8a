/** S11 and F74 to F81: what the server says before anything is written; what is shown is what is sent. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { apiClaim, heldClaim, idleClaim } from "../../support/fix/objects.ts";
import { isWrite, scenarioSession, session } from "../../support/fix/session.ts";
import { deadWebhook, endpointSlices } from "../../support/fix/webhooks.ts";
import { type ApiRequest, type JsonObject, usualKinds } from "../../support/memory-server/index.ts";

const status = (code: number, message: string, more: JsonObject = {}) => ({
  code,
  body: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", code, message, ...more },
});

const isPreview = ({ query, body }: ApiRequest) =>
  query.get("dryRun") === "All" || body.includes('"dryRun":["All"]');

interface Row {
  readonly name: string;
  readonly answer: ReturnType<typeof status>;
  readonly says: RegExp;
}

const rows: readonly Row[] = [
  {
    name: "F74: another field of the object is not valid any more: its causes are told",
    answer: status(422, 'Pod "import" is invalid: spec.x: Invalid value: "y": too old', {
      reason: "Invalid",
      details: { causes: [{ reason: "FieldValueInvalid", message: "too old", field: "spec.x" }] },
    }),
    says: /spec\.x/,
  },
  {
    name: "F75: a webhook that denies is named, and is not taken for missing rights",
    answer: status(403, 'admission webhook "guard.example.com" denied the request: not on Fridays'),
    says: /guard\.example\.com.*not on Fridays/,
  },
  {
    name: "F76: a webhook that cannot be called is named",
    answer: status(
      500,
      'Internal error occurred: failed calling webhook "guard.example.com": connection refused',
      {
        reason: "InternalError",
      },
    ),
    says: /guard\.example\.com/,
  },
  {
    name: "F78: a ValidatingAdmissionPolicy is named",
    answer: status(
      422,
      "pods \"import\" is forbidden: ValidatingAdmissionPolicy 'keep' with binding 'all' denied request: no",
      {
        reason: "Invalid",
        details: {
          causes: [{ message: "ValidatingAdmissionPolicy 'keep' with binding 'all' denied request: no" }],
        },
      },
    ),
    says: /ValidatingAdmissionPolicy '?keep'?/,
  },
  {
    name: "F79: a match condition that cannot be computed is told",
    answer: status(403, "expression 'object.x' resulted in error: no such key: x", { reason: "Forbidden" }),
    says: /resulted in error/,
  },
  {
    name: "F80: a webhook that knows no dry run is told",
    answer: status(400, 'admission webhook "old.example.com" does not support dry run', {
      reason: "BadRequest",
    }),
    says: /could not be asked|does not support dry run/,
  },
];

for (const { name, answer, says } of rows) {
  test(name, async (context) => {
    const opened = await session(context, heldClaim, {
      instead: (request) => (isPreview(request) ? answer : undefined),
    });
    for (const mode of ["--yes", "--dry-run=server"]) {
      const { code, out } = await opened.run(["fix", "pvc/data", "-n", "app", mode]);
      assert.equal(code, 5, out);
      assert.match(out.replaceAll(/\s+/g, " "), says);
    }
    assert.deepEqual(opened.writes(), []);
  });
}

test("F77: a webhook behind a Service without ready endpoints is found before any write", async (context) => {
  const webhook = deadWebhook("DELETE", "pods");
  const opened = await session(context, [...heldClaim, webhook], { kinds: [...usualKinds, endpointSlices] });
  const { code, out } = await opened.run(["fix", "pvc/data", "-n", "app", "--yes"]);
  assert.equal(code, 5);
  assert.match(
    out.replaceAll(/\s+/g, " "),
    /WebhookUnreachable.*Nobody, not even the controller.*guard\.example\.com.*no ready endpoint/,
  );
  assert.deepEqual(opened.writes(), []);
});

test("F77, F78: where a policy says no, a webhook that nobody answers for is not said to be why", async (context) => {
  const denied = "ValidatingAdmissionPolicy 'keep' with binding 'all' denied request: no";
  const opened = await session(context, [...heldClaim, deadWebhook("DELETE", "pods")], {
    kinds: [...usualKinds, endpointSlices],
    instead: (request) => (isPreview(request) ? status(422, denied) : undefined),
  });
  const { code, out } = await opened.run(["fix", "pvc/data", "-n", "app", "--yes"]);
  assert.equal(code, 5);
  assert.match(out.replaceAll(/\s+/g, " "), /ServerRefuses.*ValidatingAdmissionPolicy keep/);
  assert.doesNotMatch(out, /guard\.example\.com/);
});

test("F77: where the endpoints of a webhook cannot be read, it is said that they were not looked at", async (context) => {
  const opened = await session(context, [...heldClaim, deadWebhook("DELETE", "pods")], {
    instead: (request) => (isPreview(request) ? status(500, "no answer") : undefined),
  });
  const { code, out } = await opened.run(["fix", "pvc/data", "-n", "app", "--yes"]);
  assert.equal(code, 5);
  assert.match(
    out.replaceAll(/\s+/g, " "),
    /PreviewFailed.*no answer Nothing was changed\. Mend that first\. Whether anybody answers for webhook guard\.example\.com \(failurePolicy: Fail, in guard\) was not looked at: the endpointslices of service guard in namespace guard could not be read \(40[34]\)\. If nobody does/,
  );
});

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
  assert.match(
    out.replaceAll(/\s+/g, " "),
    /last finalizer: persistentvolumeclaim\/data in namespace app will be gone/,
  );
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
