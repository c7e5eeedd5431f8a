/** F77 for rescue: webhooks that do not answer, and webhooks that could not be checked. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { deadWebhook, endpointSlices } from "../../support/fix/webhooks.ts";
import { usualKinds } from "../../support/memory-server/index.ts";
import { all, claim, isPreview, setSession, told } from "./told.ts";

test("F77: a webhook that nobody answers for, and that a later step has to pass, is found before the first step", async (context) => {
  const opened = await setSession(context, { kinds: [...usualKinds, endpointSlices], users: [all] });
  opened.server.load([deadWebhook("CREATE", "persistentvolumeclaims")]);
  const { digest = "" } = await told(opened, [...claim, "--dry-run"]);
  for (const mode of ["--dry-run=server", `--confirm=${digest}`]) {
    const { refusals, exitCode } = await told(opened, [...claim, mode]);
    assert.equal(exitCode, 5);
    assert.deepEqual([...new Set(refusals.map((refusal) => refusal.reason))], ["WebhookUnreachable"]);
    assert.match(
      refusals[0]?.message ?? "",
      /guard\.example\.com.*no ready endpoint.*--accept WebhookUnreachable/,
    );
  }
  assert.deepEqual(opened.writes(), []);
  const accepted = await told(opened, [...claim, "--dry-run=server", "--accept", "WebhookUnreachable"]);
  assert.deepEqual([accepted.refusals, accepted.exitCode], [[], 0]);
});

test("F77: one that the first step has to pass cannot be accepted: the server itself says no", async (context) => {
  const opened = await setSession(context, { kinds: [...usualKinds, endpointSlices], users: [all] });
  opened.server.load([deadWebhook("UPDATE", "persistentvolumes")]);
  const { refusals, exitCode } = await told(opened, [
    ...claim,
    "--dry-run=server",
    "--accept",
    "WebhookUnreachable",
  ]);
  assert.equal(exitCode, 5);
  assert.equal(refusals[0]?.reason, "WebhookUnreachable");
});

test("F77, F78: where a policy says no to the first step, a webhook that nobody answers for is not said to be why", async (context) => {
  const message = "ValidatingAdmissionPolicy 'keep' with binding 'all' denied request: no";
  const body = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", code: 422, message };
  const opened = await setSession(context, {
    kinds: [...usualKinds, endpointSlices],
    users: [all],
    instead: (request) => (isPreview(request) ? { code: 422, body } : undefined),
  });
  opened.server.load([deadWebhook("UPDATE", "persistentvolumes")]);
  const { refusals, exitCode } = await told(opened, [...claim, "--dry-run=server"]);
  assert.equal(exitCode, 5);
  assert.equal(refusals[0]?.reason, "ServerRefuses");
  assert.match(refusals[0]?.message ?? "", /ValidatingAdmissionPolicy keep/);
});

const without = (plural: string) => {
  const kinds = [...usualKinds, endpointSlices].filter((kind) => kind.plural !== plural);
  const rights = kinds.map(({ group, plural: each }) => ({
    verbs: ["*"],
    groups: [group],
    resources: [each],
  }));
  return { ...all, rights };
};
const byUrl = {
  ...deadWebhook("CREATE", "persistentvolumeclaims"),
  webhooks: [
    {
      name: "guard.example.com",
      failurePolicy: "Fail",
      clientConfig: { url: "https://guard.example.com" },
      rules: [
        {
          apiGroups: [""],
          apiVersions: ["v1"],
          operations: ["CREATE"],
          resources: ["persistentvolumeclaims"],
        },
      ],
    },
  ],
};
const which = "webhook guard.example.com (failurePolicy: Fail, in guard)";
const guard = deadWebhook("CREATE", "persistentvolumeclaims");

for (const [what, user, webhook, says] of [
  [
    "the endpoints of its Service are not for this person to read",
    without("endpointslices"),
    guard,
    `pvguard has not checked whether ${which} answers: could not read the endpointslices of service/guard (guard) (403). If it does not answer, the change cannot be made.`,
  ],
  [
    "it is no Service of this cluster",
    all,
    byUrl,
    `pvguard has not checked whether ${which} answers: it is not a Service in this cluster. If it does not answer, the change cannot be made.`,
  ],
  [
    "the webhooks are not for this person to read",
    without("validatingwebhookconfigurations"),
    guard,
    "pvguard has not checked whether a webhook that does not answer blocks this: ",
  ],
] as const) {
  test(`F77: a webhook that a later step has to pass: ${what}: it is said once that it was not looked at`, async (context) => {
    const opened = await setSession(context, { kinds: [...usualKinds, endpointSlices], users: [user] });
    opened.server.load([webhook]);
    const { notes, refusals, exitCode } = await told(opened, [...claim, "--dry-run=server"]);
    assert.deepEqual([refusals, exitCode, notes.length], [[], 0, 1]);
    assert.ok(notes[0]?.startsWith(says), notes[0]);
    const { err } = await opened.run([...claim, "--dry-run=server"]);
    assert.ok(err.includes("pvguard has not checked whether "), err);
  });
}
