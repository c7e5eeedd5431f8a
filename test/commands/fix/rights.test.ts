/** S10: the rights come first, before any danger is to be accepted, and each is asked for once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { apiClaim, heldClaim, idleClaim } from "../../support/fix/objects.ts";
import { session } from "../../support/fix/session.ts";

const drop = ["fix", "pvc/data", "-n", "app", "--finalizer", "kubernetes.io/pvc-protection"];
const read = { verbs: ["get", "list", "watch"], groups: ["*"], resources: ["*"] };

test("S10: the rights are asked for first, by that very name", async (context) => {
  const elsewhere = { verbs: ["delete"], groups: ["*"], resources: ["pods"], names: ["another"] };
  const opened = await session(context, heldClaim, {
    users: [{ name: "ada", token: "t", rights: [read, elsewhere] }],
  });
  const { code, out } = await opened.run(["fix", "pvc/data", "-n", "app", "--yes"]);
  assert.equal(code, 5);
  assert.match(out, /NotAllowed/);
  assert.match(out.replaceAll(/\s+/g, " "), /may not delete pods named import in namespace app/);
  assert.ok(
    opened.server.received.every(({ method, path }) => method === "GET" || path.includes("/selfsubject")),
  );
});

test("who may not do it at all is not asked to accept what it would do", async (context) => {
  const opened = await session(context, idleClaim, {
    users: [{ name: "ada", token: "t", rights: [read] }],
  });
  for (const [argv, answers] of [
    [drop, { types: ["data"] }],
    [drop, {}],
    [[...drop, "--yes"], {}],
  ] as const) {
    const { code, out, err } = await opened.run(argv, answers);
    assert.equal(code, 5);
    assert.match(out.replaceAll(/\s+/g, " "), /\(NotAllowed\) You may not update persistentvolumeclaims/);
    assert.equal(err, "");
  }
});

test("dangers that are not accepted keep the server from being asked for more than the rights", async (context) => {
  const opened = await session(context, idleClaim);
  const before = opened.server.received.length;
  const { code, err } = await opened.run([...drop, "--yes"]);
  assert.equal(code, 5);
  assert.match(err, /not accepted.*--accept OwnerPassedOver/);
  const asked = opened.server.received.slice(before).filter(({ method }) => method !== "GET");
  assert.ok(asked.length > 0);
  assert.ok(asked.every(({ path }) => path.includes("/selfsubject")));
});

test("each right is asked for once in a run that goes through", async (context) => {
  const opened = await session(context, idleClaim);
  const argv = [...drop, "--accept", "OwnerPassedOver"];
  const { out } = await opened.run([...argv, "--dry-run", "-o", "json"]);
  const { digest } = JSON.parse(out) as { digest: string };
  const before = opened.server.received.length;
  assert.equal((await opened.run([...argv, "--confirm", digest])).code, 0);
  const questions = opened.server.received
    .slice(before)
    .flatMap(({ path, body }) => (path.endsWith("/selfsubjectaccessreviews") ? [body] : []));
  assert.ok(questions.length > 0);
  assert.deepEqual(questions, [...new Set(questions)]);
});

const bare = ["data", "logs", "mail"].map((name) => apiClaim(name));
const byRule = ["fix", "--rule", "claim-unprotected", "-n", "app", "--max", "3", "--yes"];

test("what several objects need alike is asked for once", async (context) => {
  const { run, server } = await session(context, bare);
  assert.equal((await run(byRule)).code, 0);
  const questions = server.received.flatMap(({ path, body }) =>
    path.endsWith("/selfsubjectaccessreviews") ? [body] : [],
  );
  assert.ok(questions.some((question) => question.includes("mail")));
  assert.deepEqual(questions, [...new Set(questions)]);
});

test("a right that is missing is said of each object that needs it", async (context) => {
  const { run, writes } = await session(context, bare, {
    users: [{ name: "ada", token: "t", rights: [read] }],
  });
  const { code, out } = await run(byRule);
  assert.equal(code, 5);
  for (const name of ["data", "logs", "mail"])
    assert.match(
      out.replaceAll(/\s+/g, " "),
      new RegExp(`You may not patch persistentvolumeclaims named ${name} in namespace app`),
    );
  assert.deepEqual(writes(), []);
});
