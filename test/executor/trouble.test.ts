/** What a server, a gateway or a webhook can answer to a write, and what is made of it. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { client } from "../../src/connection/http/client.ts";
import { type Credentials, connect } from "../../src/connection/kubeconfig/index.ts";
import { openExecutor } from "../../src/executor/index.ts";
import type { Act } from "../../src/model/index.ts";
import { ask } from "../contract/requests.ts";
import { kubeconfigFor, surroundings } from "../support/fault-server/surroundings.ts";
import { testEdge } from "./support/edge.ts";
import { type Answer, type Fate, status } from "./support/middleman.ts";
import { volume, volumePath } from "./support/objects.ts";
import { item, now, plan } from "./support/plans.ts";
import { run, type Told, type Troubled, troubled } from "./support/subject.ts";

const volumes = "v1/persistentvolumes";
const on = { apiVersion: "v1", kind: "PersistentVolume", name: "disk", uid: "u1" };
const a = "example.com/a";
const drop: Act = { do: "drop-finalizer", on, finalizer: a };

interface Ended extends Told {
  readonly check: string;
  readonly puts: number;
  readonly left: "absent" | "there";
  readonly it: Troubled;
}

/** Removes the only finalizer, while these things become of the PUTs, one after the other. */
async function removed(context: TestContext, fates: readonly Fate[], finalizers = [a]): Promise<Ended> {
  // Only what never comes has to be waited for.
  const limits = fates.includes("hangs") ? { headers: 1000 } : {};
  const it = await troubled(context, [volume(finalizers)], testEdge(), { surroundings: { limits } });
  const step = now(drop, await it.raw(volumes), volumes);
  it.trouble((_, count) => fates[Math.min(count, fates.length - 1)] ?? "passes");
  const [told] = await run(it, plan(item([step])));
  if (told === undefined) throw new Error("nothing was told");
  const puts = it.middleman.seen.filter(({ method }) => method === "PUT").length;
  return { ...told, puts, left: (await it.read(volumePath)) === "absent" ? "absent" : "there", it };
}

const answers = (answer: Answer): readonly Fate[] => [{ answer }];
const invalid = {
  details: {
    causes: [{ reason: "FieldValueInvalid", field: "spec.nodeAffinity", message: "field is immutable" }],
  },
};

for (const [number, what, answer, words] of [
  [
    "F74",
    "another field that is invalid now",
    status(
      422,
      "Invalid",
      'PersistentVolume "disk" is invalid: spec.nodeAffinity: field is immutable',
      invalid,
    ),
    /^The server finds the object invalid: spec\.nodeAffinity: field is immutable$/,
  ],
  [
    "F74",
    "a bare 422",
    status(422, "Invalid", "the server rejected our request due to an error in our request", { details: {} }),
    /could not apply the change to the object as it is now/,
  ],
  [
    "F75",
    "a webhook that refuses with 403 and no reason",
    status(403, undefined, 'admission webhook "guard.example.com" denied the request: keep it'),
    /^The admission webhook guard\.example\.com refused: keep it$/,
  ],
  [
    "F75",
    "a webhook that refuses with 400, since it gave no code",
    status(400, undefined, 'admission webhook "guard.example.com" denied the request without explanation'),
    /^The admission webhook guard\.example\.com refused, without saying why\.$/,
  ],
  [
    "F76",
    "a webhook that is down",
    status(
      500,
      "InternalError",
      'Internal error occurred: failed calling webhook "guard.example.com": failed to call webhook: connection refused',
    ),
    /^The admission webhook guard\.example\.com cannot be asked: failed to call webhook: connection refused\. Nobody, not even a controller/,
  ],
  [
    "F78",
    "a policy that refuses",
    status(
      422,
      "Invalid",
      "persistentvolumes \"disk\" is forbidden: ValidatingAdmissionPolicy 'keep' with binding 'all' denied request: no",
    ),
    /^The ValidatingAdmissionPolicy keep \(binding all\) refused: no$/,
  ],
  [
    "F79",
    "a condition that cannot be worked out",
    status(
      403,
      "Forbidden",
      "persistentvolumes \"disk\" is forbidden: expression 'object.x' resulted in error: no such key: x",
    ),
    /^A condition of an admission policy could not be worked out: /,
  ],
  [
    "F80",
    "a webhook without dry run",
    status(400, "BadRequest", 'admission webhook "guard.example.com" does not support dry run'),
    /^No preview is possible: the admission webhook guard\.example\.com does not support dry runs\.$/,
  ],
  [
    "F86",
    "an object that is too large",
    { code: 413, headers: {}, body: "too large" },
    /^The object is larger than the server accepts \(413\)\.$/,
  ],
  [
    "F86",
    "a form that is not known",
    status(415, "UnsupportedMediaType", "415"),
    /No weaker form is tried\.$/,
  ],
  [
    "F86",
    "a request that an old server does not understand",
    status(400, "BadRequest", "unknown parameter"),
    /^The server does not understand the request: unknown parameter$/,
  ],
  [
    "F38",
    "a right that is missing",
    status(403, "Forbidden", 'persistentvolumes "disk" is forbidden: User "kim" cannot update'),
    /^Not allowed: persistentvolumes "disk" is forbidden: User "kim" cannot update$/,
  ],
  ["F30", "a login that has ended", status(401, "Unauthorized", "Unauthorized"), /you must be logged in/],
  [
    "F82",
    "429 without a time to come back",
    status(429, "TooManyRequests", "busy"),
    /^The server has too much to do \(429\): busy$/,
  ],
] as const) {
  test(`${number}: ${what} is told in plain words, and nothing more is sent`, async (context) => {
    const told = await removed(context, answers(answer));
    assert.equal(told.status, "refused");
    assert.match(told.detail, words);
    assert.deepEqual([told.puts, told.left], [1, "there"]);
  });
}

test("F82: after 429 with a time it is sent again, once the object was read and is the same", async (context) => {
  const busy = {
    answer: {
      ...status(429, "TooManyRequests", "busy"),
      headers: { "Retry-After": "1", "Content-Type": "application/json" },
    },
  };
  const told = await removed(context, [busy, busy, "passes"]);
  assert.deepEqual([told.status, told.puts, told.left], ["done", 3, "absent"]);
  assert.match(told.it.edge.notes().join(), /asks to come back in 1 seconds/);
  const methods = told.it.middleman.seen.map(({ method }) => method).join(" ");
  assert.match(methods, /PUT GET PUT GET PUT GET GET$/);
});

test("F82: 503 with a time likewise, and not for ever", async (context) => {
  const busy = { answer: { code: 503, headers: { "Retry-After": "1" }, body: "" } };
  const told = await removed(context, [busy]);
  assert.deepEqual([told.status, told.puts, told.left], ["refused", 4, "there"]);
});

test("F82: not when the server asks for longer than a person waits", async (context) => {
  const busy = { answer: { code: 503, headers: { "Retry-After": "3600" }, body: "" } };
  assert.deepEqual((await removed(context, [busy])).puts, 1);
});

test("F82: not when the object changed meanwhile", async (context) => {
  const it = await troubled(context, [volume([a])], testEdge());
  const step = now(drop, await it.raw(volumes), volumes);
  it.trouble(async () => {
    const body = { metadata: { labels: { rival: "yes" } } };
    await ask(it.server, "PATCH", volumePath, { type: "application/merge-patch+json", body });
    return { answer: { code: 429, headers: { "Retry-After": "1" }, body: "" } };
  });
  const [told] = await run(it, plan(item([step])));
  assert.equal(told?.status, "refused");
  assert.match(told?.detail ?? "", /was changed by somebody else/);
  assert.equal(it.middleman.seen.filter(({ method }) => method === "PUT").length, 1);
});

for (const [fate, statusThen, left] of [
  ["lost-after", "done", "absent"],
  ["lost-then-done", "done", "absent"],
  ["lost-before", "unproven", "there"],
  ["hangs", "unproven", "there"],
] as const) {
  test(`F83: a write that ${fate} is resolved by reading, and never sent again`, async (context) => {
    const told = await removed(context, [fate]);
    assert.deepEqual([told.status, told.puts, told.left], [statusThen, 1, left]);
    assert.equal(told.check, statusThen === "unproven" ? "kubectl get persistentvolumes disk -o yaml" : "");
  });
}

for (const code of [500, 502, 504]) {
  const gateway = { code, headers: { "Content-Type": "text/html" }, body: "<html>gateway</html>" };
  test(`F83: ${code} after it was done is a success`, async (context) => {
    const told = await removed(context, [{ doneAndAnswer: gateway }]);
    assert.deepEqual([told.status, told.puts, told.left], ["done", 1, "absent"]);
    assert.match(told.detail, /^No answer came, but it was done|it was done/);
  });
  test(`F83: ${code} before it was done is not proven`, async (context) => {
    const told = await removed(context, [{ answer: gateway }]);
    assert.deepEqual([told.status, told.puts, told.left], ["unproven", 1, "there"]);
  });
}

test("F83: the object that changed while nobody answered cannot be changed by the request any more", async (context) => {
  const it = await troubled(context, [volume([a])], testEdge());
  const step = now(drop, await it.raw(volumes), volumes);
  it.trouble(async () => {
    const body = { metadata: { labels: { rival: "yes" } } };
    await ask(it.server, "PATCH", volumePath, { type: "application/merge-patch+json", body });
    return "lost-before" as const;
  });
  const [told] = await run(it, plan(item([step])));
  assert.equal(told?.status, "refused");
  assert.match(told?.detail ?? "", /It was not done, and cannot be any more/);
});

test("F84: 200 and nothing changed is no success", async (context) => {
  const told = await removed(context, [{ answer: { code: 200, headers: {}, body: "{}" } }]);
  assert.deepEqual([told.status, told.puts], ["unproven", 1]);
  assert.match(told.detail, /^The server said yes, and the object is as it was before\.$/);
});

test("F84: 200 and something else changed is no success either", async (context) => {
  const it = await troubled(context, [volume([a])], testEdge());
  const step = now(drop, await it.raw(volumes), volumes);
  it.trouble(async () => {
    const body = { metadata: { labels: { rival: "yes" } } };
    await ask(it.server, "PATCH", volumePath, { type: "application/merge-patch+json", body });
    return { answer: { code: 200, headers: {}, body: "{}" } };
  });
  const [told] = await run(it, plan(item([step])));
  assert.equal(told?.status, "unproven");
  assert.match(told?.detail ?? "", /^The server said yes, but: .*was changed by somebody else/);
});

test("S18: the answer's Audit-Id is in the journal", async (context) => {
  const answer = {
    ...status(403, "Forbidden", "no"),
    headers: { "Content-Type": "application/json", "Audit-Id": "audit-7" },
  };
  const { it } = await removed(context, answers(answer));
  const [intent, result] = it.edge.journal();
  assert.deepEqual(
    [intent?.event, result?.event, result?.auditId, result?.code],
    ["intent", "result", "audit-7", 403],
  );
});

test("F29: after 401 the login is renewed, and the write goes out once more, since nothing was done", async (context) => {
  const it = await troubled(context, [volume([a])], testEdge());
  const step = now(drop, await it.raw(volumes), volumes);
  const refused = { answer: status(401, "Unauthorized", "Unauthorized") };
  it.trouble((_, count) => (count === 0 ? refused : "passes"));
  const outside = surroundings(kubeconfigFor({ server: it.middleman.url }));
  let renewals = 0;
  const credentials: Credentials = {
    current: async () => ({ authorization: `Bearer number-${renewals}` }),
    async renew() {
      renewals++;
      return "renewed";
    },
  };
  const reader = client({ ...(await connect({}, outside)), credentials }, outside);
  context.after(() => reader.close());
  const executor = openExecutor(reader, testEdge());
  const [told] = await run({ executor }, plan(item([step])));
  const puts = it.middleman.seen.filter(({ method }) => method === "PUT").length;
  assert.deepEqual([told?.status, puts, renewals], ["done", 2, 1]);
});

test("S20: a fault of pvguard after the write is not proven, and how to look is said", async (context) => {
  const edge = testEdge({
    tell: ({ told }) => {
      if (told === "note") throw new Error("a fault");
    },
  });
  const it = await troubled(context, [volume([a])], edge);
  const step = now(drop, await it.raw(volumes), volumes);
  it.trouble(() => "lost-after");
  const [told] = await run(it, plan(item([step])));
  assert.deepEqual(told, {
    status: "unproven",
    detail: "pvguard itself failed, and what was sent may have been done: a fault",
    check: "kubectl get persistentvolumes disk -o yaml",
  });
  assert.equal(edge.journal().at(-1)?.status, "unknown");
});
