/** F74 to F80: what a server that is asked first says against a write, and who in it says so. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { heldClaim } from "../../support/fix/objects.ts";
import { isPreview, session } from "../../support/fix/session.ts";
import { deadWebhook, endpointSlices } from "../../support/fix/webhooks.ts";
import type { JsonObject } from "../../support/memory-server/index.ts";
import { usualKinds } from "../../support/memory-server/index.ts";

const status = (code: number, message: string, more: JsonObject = {}) => ({
  code,
  body: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", code, message, ...more },
});

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
    /WebhookUnreachable.*No client, not even the controller.*guard\.example\.com.*no ready endpoint/,
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
    /PreviewFailed.*no answer Nothing was changed\. Fix this first\. pvguard has not checked whether webhook guard\.example\.com \(failurePolicy: Fail, in guard\) answers: could not read the endpointslices of service\/guard \(guard\) \(40[34]\)\. If it does not answer/,
  );
});
