import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf } from "../../../../src/changes/executor/answer.ts";
import { plain } from "../../../support/fault-server/surroundings.ts";

const bounds = { nesting: 50, object: 10_000 };

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const type = typeof body === "string" ? "text/plain" : "application/json";
  return answerOf(
    { status, headers: { "content-type": type, ...headers }, bytes: Buffer.from(text) },
    bounds,
  );
}

function no(status: number, body: unknown, headers: Record<string, string> = {}) {
  const given = answer(status, body, headers);
  assert.ok(given.is === "no");
  return given;
}

const failure = (message: string, more: object = {}) => ({ kind: "Status", message, ...more });

for (const [code, message, words] of [
  [
    400,
    'admission webhook "w" does not support dry run',
    "No preview is possible: the admission webhook w does not support dry runs.",
  ],
  [
    403,
    'admission webhook "w" denied the request: a\nb',
    "The admission webhook w refused the request: a\nb",
  ],
  [
    403,
    'admission webhook "w" denied the request without explanation',
    "The admission webhook w refused the request without a reason.",
  ],
  [
    400,
    'admission webhook "guard.example.com" does not support dry run',
    "No preview is possible: the admission webhook guard.example.com does not support dry runs.",
  ],
  [
    400,
    'he said: admission webhook "w" does not support dry run',
    'The server does not understand the request: he said: admission webhook "w" does not support dry run',
  ],
  [
    403,
    'admission webhook "w" denied the request',
    "The admission webhook w refused the request without a reason.",
  ],
  [
    403,
    'admission webhook "guard.example.com" denied the request: no',
    "The admission webhook guard.example.com refused the request: no",
  ],
  [
    403,
    'admission webhook "w" denied the requests of all',
    'Not allowed: admission webhook "w" denied the requests of all',
  ],
  [
    500,
    'failed calling webhook "guard.example.com": refused',
    "The server could not call the admission webhook guard.example.com: refused. No client, not even a controller, can make this change until the webhook answers again.",
  ],
  [
    422,
    "ValidatingAdmissionPolicy 'keep' with binding 'all' denied request: no",
    "The ValidatingAdmissionPolicy keep (binding all) refused the request: no",
  ],
  [
    403,
    'he said: admission webhook "w" denied the request: x',
    'Not allowed: he said: admission webhook "w" denied the request: x',
  ],
  [
    500,
    'Internal error occurred: failed calling webhook "w": timeout\nx',
    "The server could not call the admission webhook w: timeout\nx. No client, not even a controller, can make this change until the webhook answers again.",
  ],
  [
    422,
    "x is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no\nno",
    "The ValidatingAdmissionPolicy p (binding b) refused the request: no\nno",
  ],
  [
    403,
    "policy x\nresulted in error: y\nz",
    "The server could not evaluate a condition of an admission policy: policy x\nresulted in error: y\nz",
  ],
  [400, "what", "The server does not understand the request: what"],
  [401, "Unauthorized", "The server no longer accepts your login: you must be logged in (Unauthorized)."],
  [403, "no", "Not allowed: no"],
  [404, "none", "Not found: none"],
  [409, "modified", "Another client has changed the object meanwhile: modified"],
  [413, "big", "The object is larger than the server accepts (413)."],
  [
    415,
    "form",
    "The server does not accept this kind of request (415). pvguard does not try a less safe one.",
  ],
  [422, "bare", "The server could not apply the change to the object as it is now: bare"],
  [429, "busy", "The server is overloaded (429): busy"],
  [500, "etcd", "The server failed (500): etcd"],
] as const) {
  test(`F74 to F86: ${code} ${JSON.stringify(message)}`, () => {
    assert.equal(plain(no(code, failure(message)).phrase), words);
  });
}

test("a reason is told where no code is known", () => {
  assert.equal(
    plain(no(503, failure("later", { reason: "ServiceUnavailable" })).phrase),
    "The server failed (503 ServiceUnavailable): later",
  );
});

test("F74: causes are told with their fields, and counted as they come", () => {
  const causes = [{ field: "spec.a", message: "bad" }, { message: "worse" }, 7];
  const given = no(422, failure("x", { details: { causes, name: "disk" }, reason: "Invalid" }));
  assert.deepEqual(
    [given.causes, given.name, given.reason, given.code],
    [
      [
        { field: "spec.a", message: "bad" },
        { field: "", message: "worse" },
        { field: "", message: "" },
      ],
      "disk",
      "Invalid",
      422,
    ],
  );
  assert.equal(plain(given.phrase), "The server rejects the object as invalid: spec.a: bad; worse; ");
});

test("what is no Status is told as text, and not more than its beginning", () => {
  const given = no(502, ` <html>${"x".repeat(500)}`);
  assert.deepEqual(
    [given.message.length, given.message.slice(0, 7), given.reason, given.name],
    [199, "<html>x", "", undefined],
  );
  assert.equal(no(403, { kind: "Other", message: "forged" }).message, '{"kind":"Other","message":"forged"}');
});

test("a page is no Status, whatever it looks like, and without a type it is what it looks like", () => {
  const bytes = Buffer.from('{"kind":"Status","message":"m"}');
  const messages = [{ "content-type": "text/html" }, { "content-type": "application/json" }, {}].map(
    (headers) => {
      const given = answerOf({ status: 403, headers, bytes }, bounds);
      return given.is === "no" && given.message;
    },
  );
  assert.deepEqual(messages, ['{"kind":"Status","message":"m"}', "m", "m"]);
});

test("only 2xx is a yes", () => {
  assert.deepEqual(
    [199, 200, 204, 299, 300].map((status) => answer(status, "{}").is),
    ["no", "yes", "yes", "yes", "no"],
  );
  assert.deepEqual(answer(200, { a: 1 }), { is: "yes", body: { a: 1 } });
  assert.deepEqual(answer(200, "<html>"), { is: "yes", body: undefined });
});

const date = "Fri, 20 Nov 2026 12:00:00 GMT";

for (const [what, body, headers, expected] of [
  ["no time", failure("x"), {}, undefined],
  [
    "seconds in the header",
    failure("x", { details: { retryAfterSeconds: 9 } }),
    { "retry-after": "2" },
    2000,
  ],
  ["seconds in the body", failure("x", { details: { retryAfterSeconds: 9 } }), {}, 9000],
  ["no seconds in the body", failure("x", { details: { retryAfterSeconds: 0 } }), {}, undefined],
  ["words in the body", failure("x", { details: { retryAfterSeconds: "9" } }), {}, undefined],
  ["a date", failure("x"), { date, "retry-after": "Fri, 20 Nov 2026 12:00:07 GMT" }, 7000],
  [
    "a date without a date to compare",
    failure("x"),
    { "retry-after": "Fri, 20 Nov 2026 12:00:07 GMT" },
    undefined,
  ],
] as const) {
  test(`F82: when to come back: ${what}`, () => assert.equal(no(429, body, headers).retryAfter, expected));
}
