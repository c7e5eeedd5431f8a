/** Questions to the server that change nothing: may we, who are we, and what would become of it. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { AccessQuestion } from "../../../../src/changes/executor/index.ts";
import { openExecutor } from "../../../../src/changes/executor/index.ts";
import type { Write } from "../../../../src/report/index.ts";
import { plain } from "../../../support/fault-server/surroundings.ts";
import { before, create, disk, patch, remove, replace } from "../pure/writes.ts";
import type { Said, Script } from "../support/scripted.ts";
import { scripted } from "../support/scripted.ts";

const question: AccessQuestion = {
  verb: "update",
  resource: "v1/persistentvolumeclaims",
  namespace: "shop",
  name: "data",
};
const what = "You may not update persistentvolumeclaims named data in namespace shop.";

async function asked(context: TestContext, script: Script | "unreachable", review = question) {
  const world = await scripted(context, script);
  const answer = await openExecutor(world.client, world.surroundings).ask(review);
  return { world, answer: answer === "allowed" ? answer : plain(answer.denied) };
}

test("a right is asked for byte by byte, and a yes is a yes", async (context) => {
  const { world, answer } = await asked(context, () => ({ code: 201, body: { status: { allowed: true } } }));
  assert.equal(answer, "allowed");
  const [{ body, ...request } = { body: "" }] = world.asked;
  assert.deepEqual(request, {
    method: "POST",
    path: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
    query: "",
    type: "application/json",
  });
  const { resource: _, ...attributes } = question;
  assert.deepEqual(JSON.parse(body), {
    apiVersion: "authorization.k8s.io/v1",
    kind: "SelfSubjectAccessReview",
    spec: { resourceAttributes: { ...attributes, group: "", resource: "persistentvolumeclaims" } },
  });
});

test("the group of a kind is asked for too", async (context) => {
  const review = { verb: "delete", resource: "storage.k8s.io/v1/volumeattachments" } as const;
  const { world } = await asked(context, () => ({ body: { status: { allowed: true } } }), review);
  assert.deepEqual(JSON.parse(world.asked[0]?.body ?? "").spec.resourceAttributes, {
    verb: "delete",
    group: "storage.k8s.io",
    resource: "volumeattachments",
  });
});

for (const [how, status, answer] of [
  ["a no with a reason", { allowed: false, reason: "RBAC: no" }, `${what} RBAC: no`],
  ["a no without a reason", { allowed: false }, what],
  ["a no with an empty reason", { allowed: false, reason: "" }, what],
  ["a no with a reason that is none", { allowed: false, reason: 7 }, what],
  ["a yes that is no yes", { allowed: "true" }, what],
  ["no answer", {}, what],
] as const) {
  test(`${how} is a no`, async (context) => {
    assert.equal((await asked(context, () => ({ code: 201, body: { status } }))).answer, answer);
  });
}

test("a no names only what was asked about", async (context) => {
  const script = () => ({ body: {} });
  const all = await asked(context, script, { verb: "list", resource: "v1/pods" });
  assert.equal(all.answer, "You may not list pods.");
  const one = await asked(context, script, { verb: "get", resource: "v1/pods", name: "x" });
  assert.equal(one.answer, "You may not get pods named x.");
  const place = await asked(context, script, { verb: "list", resource: "v1/pods", namespace: "shop" });
  assert.equal(place.answer, "You may not list pods in namespace shop.");
});

test("a question that gets no answer is a no", async (context) => {
  const begin = "The server did not answer whether this is allowed: ";
  const down = await asked(context, "unreachable");
  assert.equal(
    down.answer,
    `${begin}The connection to the server memory.invalid:80 was refused - did you specify the right host or port?`,
  );
  const lost = await asked(context, () => "lost");
  assert.match(lost.answer, /^The server did not answer whether this is allowed: .*was lost/);
  const no = await asked(context, () => ({ code: 403, body: { kind: "Status", message: "no reviews" } }));
  assert.equal(no.answer, `${begin}Not allowed: no reviews`);
  const text = await asked(context, () => ({ headers: {}, body: "true" }));
  assert.equal(text.answer, what);
});

test("whom the server takes us for", async (context) => {
  const who = async (script: Script) => {
    const world = await scripted(context, script);
    return { world, name: await openExecutor(world.client, world.surroundings).whoAmI() };
  };
  const { world, name } = await who(() => ({
    code: 201,
    body: { status: { userInfo: { username: "ada" } } },
  }));
  assert.equal(name, "ada");
  assert.equal(world.asked[0]?.path, "/apis/authentication.k8s.io/v1/selfsubjectreviews");
  assert.deepEqual(JSON.parse(world.asked[0]?.body ?? ""), {
    apiVersion: "authentication.k8s.io/v1",
    kind: "SelfSubjectReview",
  });
  for (const said of [
    { body: {} },
    { body: { status: { userInfo: { username: "" } } } },
    { body: { status: { userInfo: { username: 7 } } } },
    { code: 404, body: { status: { userInfo: { username: "ada" } } } },
    "lost",
  ] as readonly Said[])
    assert.equal((await who(() => said)).name, undefined);
});

async function previewed(context: TestContext, write: Write, script: Script | "unreachable") {
  const world = await scripted(context, script);
  const { status, detail } = await openExecutor(world.client, world.surroundings).preview(write);
  return { world, said: `${status}: ${plain(detail)}` };
}

const ok: Script = () => ({ body: {} });
const accepts = "allowed: The server would accept this.";
const last = `${accepts.slice(0, -1)}. It is the last finalizer: pv/disk would then be deleted.`;
const several = { ...replace, read: disk(["a/b", "c/d"]).text };

for (const [how, write, said] of [
  ["the last finalizer", replace, last],
  ["one of several", several, accepts],
  ["an edit", patch, accepts],
  ["a deletion", remove, accepts],
  ["a creation", create, accepts],
] as const) {
  test(`the preview of ${how} says what would become of it`, async (context) => {
    const { world, said: told } = await previewed(context, write, ok);
    assert.equal(told, said);
    const [request] = world.asked;
    const isDry = write.do === "delete" ? request?.body.includes('"dryRun":["All"]') : request?.query;
    assert.ok(isDry === true || isDry === "dryRun=All&fieldManager=pvguard", `${isDry}`);
  });
}

const status =
  (code: number, message: string): Script =>
  () => ({
    code,
    headers: { "Content-Type": "application/json" },
    body: { kind: "Status", message },
  });

for (const [how, script, said] of [
  [
    "a webhook without dry run",
    status(400, 'admission webhook "w" does not support dry run'),
    "impossible: ",
  ],
  ["a no", status(403, "no"), "refused: Not allowed: no"],
  ["a server that fails", status(500, "oh"), "unknown: The server failed (500): oh"],
  ["a 499", status(499, "oh"), "refused: The server failed (499): oh"],
  [
    "a webhook that is down",
    status(500, 'failed calling webhook "w": no'),
    "refused: The server could not call the admission webhook w",
  ],
] as const) {
  test(`the preview by ${how} is ${said}`, async (context) => {
    assert.ok((await previewed(context, replace, script)).said.startsWith(said));
  });
}

test("a preview without an answer is not known", async (context) => {
  assert.match((await previewed(context, replace, () => "lost")).said, /^unknown: .*was lost/);
  assert.match(
    (await previewed(context, replace, "unreachable")).said,
    /^unknown: The connection to the server/,
  );
  assert.ok(before.text.length > 0);
});
