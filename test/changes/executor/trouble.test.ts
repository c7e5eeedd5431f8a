/** What a server, a gateway or a webhook can answer to a write, and what is made of it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { status } from "./support/middleman.ts";
import { answers, removed } from "./support/removed.ts";

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
    /^The server rejects the object as invalid: spec\.nodeAffinity: field is immutable$/,
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
    /^The admission webhook guard\.example\.com refused the request: keep it$/,
  ],
  [
    "F75",
    "a webhook that refuses with 400, since it gave no code",
    status(400, undefined, 'admission webhook "guard.example.com" denied the request without explanation'),
    /^The admission webhook guard\.example\.com refused the request without a reason\.$/,
  ],
  [
    "F76",
    "a webhook that is down",
    status(
      500,
      "InternalError",
      'Internal error occurred: failed calling webhook "guard.example.com": failed to call webhook: connection refused',
    ),
    /^The server could not call the admission webhook guard\.example\.com: failed to call webhook: connection refused\. No client, not even a controller/,
  ],
  [
    "F77",
    "a webhook behind a Service without endpoints",
    status(
      500,
      "InternalError",
      'Internal error occurred: failed calling webhook "guard.example.com": failed to call webhook: Post "https://guard.guard.svc:443/?timeout=10s": no endpoints available for service "guard"',
    ),
    /^The server could not call the admission webhook guard\.example\.com: failed to call webhook: .*no endpoints available for service "guard"\. No client, not even a controller/,
  ],
  [
    "F78",
    "a policy that refuses",
    status(
      422,
      "Invalid",
      "persistentvolumes \"disk\" is forbidden: ValidatingAdmissionPolicy 'keep' with binding 'all' denied request: no",
    ),
    /^The ValidatingAdmissionPolicy keep \(binding all\) refused the request: no$/,
  ],
  [
    "F79",
    "a condition that cannot be worked out",
    status(
      403,
      "Forbidden",
      "persistentvolumes \"disk\" is forbidden: expression 'object.x' resulted in error: no such key: x",
    ),
    /^The server could not evaluate a condition of an admission policy: /,
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
    /pvguard does not try a less safe one\.$/,
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
    /^The server is overloaded \(429\): busy$/,
  ],
] as const) {
  test(`${number}: ${what} is told in plain words, and nothing more is sent`, async (context) => {
    const told = await removed(context, answers(answer));
    assert.equal(told.status, "refused");
    assert.match(told.detail, words);
    assert.deepEqual([told.puts, told.left], [1, "there"]);
  });
}
