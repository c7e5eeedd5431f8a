/** S8, S10, S11, F75 and `-o json` for rescue: what the server says before the first step, and how it is told. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { apiClaim, apiVolume } from "../../support/fix/objects.ts";
import type { Session } from "../../support/fix/session.ts";
import { isWrite, session } from "../../support/fix/session.ts";
import type { ApiRequest, JsonObject } from "../../support/memory-server/index.ts";
import { usualKinds } from "../../support/memory-server/index.ts";
import { claim, isPreview, setSession, told } from "./told.ts";

test("S11: --dry-run=server asks about every request that can be made, byte for byte, and sends none", async (context) => {
  const opened = await setSession(context);
  const { steps, refusals } = await told(opened, [...claim, "--dry-run=server"]);
  assert.deepEqual(opened.writes(), []);
  assert.deepEqual(refusals, []);
  const shown = steps.flatMap(({ request }) => request ?? []);
  const asked = opened.server.received.filter(isPreview);
  assert.deepEqual(
    asked.map(({ method, path, body }) => ({ method, path, body })),
    shown.map(({ method, path, body }) => ({ method, path, body })),
  );
  assert.deepEqual(
    steps.filter(({ when }) => when === "now").map(({ stage, said }) => [stage, said[0]?.status]),
    [
      ["retain", "allowed"],
      ["retain", "allowed"],
      ["stop", "allowed"],
    ],
  );
  for (const { when, notYet, said } of steps.filter(({ by }) => by === "pvguard"))
    if (when === "later") assert.deepEqual(said, [{ status: "unknown", detail: notYet }]);
});

test("S11: the first write of a rescue is the one that was asked about", async (context) => {
  const opened = await setSession(context);
  const { steps } = await told(opened, [...claim, "--dry-run=server"]);
  const { digest = "" } = await told(opened, [...claim, "--dry-run"]);
  const controller = new AbortController();
  const interrupt = { interrupted: controller.signal };
  const stopping = opened.run([...claim, "--confirm", digest], interrupt);
  const [first] = await sentOf(opened, () => controller.abort());
  await stopping;
  assert.equal(first?.body, steps[0]?.request?.body);
});

/** The first requests that changed something, as soon as there are some. */
async function sentOf({ server }: Session, then: () => void): Promise<readonly ApiRequest[]> {
  for (let look = 0; look < 2000; look += 1) {
    const sent = server.received.filter(isWrite);
    if (sent.length > 0) {
      then();
      return sent;
    }
    await new Promise((settle) => setTimeout(settle, 5));
  }
  throw new Error("nothing was sent");
}

const denied = (message: string, code = 403): { readonly code: number; readonly body: JsonObject } => ({
  code,
  body: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", code, message },
});

for (const [what, kind, answer, reason, says] of [
  [
    "F75: a webhook that denies the first step",
    "persistentvolumes",
    denied('admission webhook "guard.example.com" denied the request: not on Fridays'),
    "ServerRefuses",
    /guard\.example\.com refused the request: not on Fridays/,
  ],
  [
    "F78: a policy that denies a later one",
    "statefulsets",
    denied("ValidatingAdmissionPolicy 'keep' with binding 'all' denied request: no scaling", 422),
    "ServerRefuses",
    /ValidatingAdmissionPolicy keep/,
  ],
  [
    "F80: a webhook that knows no dry run",
    "persistentvolumes",
    denied('admission webhook "old.example.com" does not support dry run', 400),
    "NoPreview",
    /does not support dry runs/,
  ],
  [
    "a server that fails",
    "statefulsets",
    denied("etcdserver: leader changed", 503),
    "PreviewFailed",
    /leader/,
  ],
] as const) {
  test(`${what}: not even the first step is sent, and how to keep the disk meanwhile is said`, async (context) => {
    const opened = await setSession(context, {
      instead: (request) => (isPreview(request) && request.path.includes(kind) ? answer : undefined),
    });
    const { digest = "" } = await told(opened, [...claim, "--dry-run"]);
    for (const mode of ["--dry-run=server", `--confirm=${digest}`]) {
      const { refusals, exitCode } = await told(opened, [...claim, mode]);
      assert.equal(exitCode, 5);
      assert.equal(refusals[0]?.reason, reason);
      assert.match(refusals[0]?.message ?? "", says);
      assert.match(refusals[0]?.instead ?? "", /fix --kubeconfig \S+ pv\/pvc-db-0 --remedy set-retain/);
    }
    assert.deepEqual(opened.writes(), []);
  });
}

for (const [who, message, mayBegin] of [
  ["a policy", "ValidatingAdmissionPolicy 'pvguard-claim-data' with binding 'b' denied request: data", "yes"],
  ["the webhook", 'admission webhook "deletions.pvguard.dev" denied the request: pvguard: data', "yes"],
  ["a policy of others", "ValidatingAdmissionPolicy 'keep' with binding 'b' denied request: no", "no"],
] as const)
  test(`${who} refuses the deletion of the claim before Retain is set: ${mayBegin === "yes" ? "it is asked again then" : "nothing begins"}`, async (context) => {
    const finalizers = ["kubernetes.io/pv-protection"];
    const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "app", uid: "uid-app" } };
    const objects = [namespace, apiClaim("data"), apiVolume("pv", { deleted: "yes", finalizers })];
    const opened = await session(context, objects, {
      instead: (request) =>
        isPreview(request) && request.path.endsWith("/persistentvolumeclaims/data")
          ? denied(message)
          : undefined,
    });
    const { steps, refusals } = await told(opened, [
      ...["rescue", "pvc/data", "-n", "app"],
      "--dry-run=server",
    ]);
    const said = steps.find(({ stage }) => stage === "delete-claim")?.said[0];
    assert.equal(said?.status, mayBegin === "yes" ? "unknown" : "refused");
    assert.equal(refusals.length, mayBegin === "yes" ? 0 : 1);
    if (mayBegin === "yes") assert.match(said?.detail ?? "", /until the volume is set to Retain/);
  });

test("S10: asked for are the right to each step, to see what became of it, and to every list that was read", async (context) => {
  const opened = await setSession(context);
  await told(opened, [...claim, "--dry-run=server"]);
  const questions = opened.server.received
    .filter(({ path }) => path.endsWith("/selfsubjectaccessreviews"))
    .map(({ body }) => {
      const { spec } = JSON.parse(body) as {
        spec: { resourceAttributes: { verb: string; resource: string; name?: string } };
      };
      const { verb, resource, name = "*" } = spec.resourceAttributes;
      return `${verb} ${resource} ${name}`;
    });
  assert.deepEqual(questions, [...new Set(questions)]);
  for (const wanted of [
    "get persistentvolumes pvc-db-0",
    "patch persistentvolumes pvc-db-0",
    "patch statefulsets db",
    "create persistentvolumeclaims *",
    "create persistentvolumes *",
    "list pods *",
    "list persistentvolumes *",
    "list statefulsets *",
  ])
    assert.ok(questions.includes(wanted), `${wanted} in ${questions.join(", ")}`);
});

test("S8: what could not be read is a refusal of its own in the document, and the exit code is 3", async (context) => {
  const rights = usualKinds
    .filter(({ plural }) => plural !== "pods")
    .map(({ group, plural }) => ({ verbs: ["*"], groups: [group], resources: [plural] }));
  const opened = await setSession(context, { users: [{ name: "ada", token: "t", rights }] });
  const { refusals, steps, exitCode } = await told(opened, [...claim, "--dry-run"]);
  assert.equal(exitCode, 3);
  assert.deepEqual(steps, []);
  assert.ok(refusals.length > 0 && refusals.every(({ reason }) => reason === "IncompleteView"));
  const right = "You need permission to get and list pods in namespace shop.";
  assert.deepEqual([...new Set(refusals.map(({ instead }) => instead))], [right]);
  const { err } = await opened.run([...claim, "--dry-run"]);
  assert.equal(err.split("pods in namespace shop were not read").length, 2, err);
  assert.equal(err.split(right).length, 2, err);
});

test("what needs no rescue is told as idle, and a format that is none is refused", async (context) => {
  const opened = await session(context, [apiClaim("data"), apiVolume("pv")]);
  const { idle, exitCode } = await told(opened, ["rescue", "pvc/data", "-n", "app"]);
  assert.deepEqual([idle.length, exitCode], [1, 0]);
  const unknown = await opened.run([...claim, "-o", "xml"]);
  assert.equal(unknown.code, 2);
  assert.match(unknown.err, /allowed formats are: custom-columns,.*,json,.*,text,yaml$/m);
});

test("insecure TLS: nothing is sent there, not even to be asked about", async (context) => {
  const opened = await setSession(context, {
    cluster: { "insecure-skip-tls-verify": true, "certificate-authority-data": undefined },
  });
  for (const mode of ["--dry-run=server", `--confirm=${"0".repeat(64)}`]) {
    const { code, err } = await opened.run([...claim, mode]);
    assert.equal(code, 5);
    assert.match(err, /InsecureTLS/);
  }
  assert.ok(opened.server.received.every(({ method }) => method === "GET"));
});
