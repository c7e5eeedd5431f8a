/** Who may read what, and what they are told instead. */
import assert from "node:assert/strict";
import { after, before, type TestContext, test } from "node:test";
import { hasUser, newName, testApi } from "../support/e2e.ts";
import { newNode } from "../support/node.ts";
import { teamNamespace } from "../users/users.ts";
import { answer, reasonOf, sameAnswers, why } from "./support/answers.ts";
import { buildProgram, type Program } from "./support/program.ts";
import { claims, newWorld, pods, World } from "./support/world.ts";

const api = testApi();
let program: Program;
before(async () => {
  program = await buildProgram();
});
after(() => program.remove());

const isOurs = ["no-pods", "namespace-only", "nobody"].every(hasUser);
const skip = isOurs ? false : "the cluster has not these users";

/** A Terminating claim that a running pod uses, in a namespace of its own or in the one that is given. */
async function claimInUse(
  context: TestContext,
  namespace?: string,
): Promise<{ readonly world: World; readonly target: readonly string[]; readonly pod: string }> {
  const node = await newNode(context, api);
  const world =
    namespace === undefined ? await newWorld(context, api, node) : new World(context, api, namespace, node);
  const [claim, pod] = [newName("data"), newName("web")];
  await world.bound(world.name("volume"), claim);
  await world.pod(pod, claim);
  await world.podPhase(pod, "Running");
  await world.delete(claims, claim);
  return { world, target: [`pvc/${claim}`, "-n", world.namespace], pod };
}

test("without pods nobody can say what holds a claim", { skip }, async (context) => {
  const { target } = await claimInUse(context);
  const { why: answered, blockers } = await sameAnswers(program, "no-pods", target, { flags: [], code: 3 });
  assert.deepEqual([answered.code, blockers.code], [3, 3]);
  const [diagnosis] = answered.said.diagnoses ?? [];
  assert.deepEqual(diagnosis?.verdict.category, "unknown");
  assert.deepEqual(diagnosis?.remedies, []);
  assert.ok(
    answered.said.unread?.some(({ resource, reason }) => `${resource} ${reason}` === "v1/pods Forbidden"),
  );

  const told = await program.throughKubectl("no-pods", "why", ...target);
  assert.equal(told.code, 3);
  assert.match(told.stdout, /cannot list resource \\"pods\\"/);
  assert.match(told.stdout, /\{apiGroups: \[""\], resources: \["pods"\], verbs: \["get", "list"\]\}/);
  assert.doesNotMatch(told.stdout, /kubectl delete/);
});

test("with a namespace only, the holder is known and the fate of the data is not", {
  skip,
}, async (context) => {
  const { target, pod } = await claimInUse(context, teamNamespace);
  const snapshot = { flags: ["-n", teamNamespace], code: 3 } as const;
  const { why: answered } = await sameAnswers(program, "namespace-only", target, snapshot);
  const [diagnosis] = answered.said.diagnoses ?? [];
  assert.deepEqual(
    [answered.code, diagnosis?.verdict.reason, diagnosis?.fate?.data],
    [3, "PodUsesClaim", "unknown"],
  );
  const listed = await program.throughKubectl("namespace-only", "blockers", ...target, "-o", "name");
  assert.deepEqual([listed.code, listed.stdout], [0, `pod/${pod}\n`]);
});

test("impersonation asks as somebody else", { skip }, async (context) => {
  const { target } = await claimInUse(context);
  const asAdmin = await why(program, "admin", ...target);
  assert.deepEqual([asAdmin.code, reasonOf(asAdmin)], [0, "PodUsesClaim"]);
  const asOther = await why(program, "admin", ...target, "--as=no-pods");
  assert.deepEqual([asOther.code, reasonOf(asOther)], [3, "CouldNotRead"]);
  const byGroup = await why(program, "admin", ...target, "--as=anybody", "--as-group=system:masters");
  assert.deepEqual([byGroup.code, reasonOf(byGroup)], [0, "PodUsesClaim"]);
});

test("who may read nothing is refused in the server's words, as by kubectl", { skip }, async (context) => {
  const { target } = await claimInUse(context);
  const asked = await program.throughKubectl("nobody", "why", ...target);
  const got = await program.kubectl("nobody", "get", ...target);
  assert.deepEqual([asked.code, asked.stdout], [3, ""]);
  assert.equal(asked.stderr, got.stderr);
});

test("a wrong token ends with 4, in kubectl's words", { skip }, async () => {
  const asked = await program.throughKubectl("nobody", "why", "pvc/data", "--token=wrong");
  const got = await program.kubectl("nobody", "get", "pvc/data", "--token=wrong");
  assert.deepEqual([asked.code, asked.stdout], [4, ""]);
  assert.equal(asked.stderr, got.stderr);
});

test("nothing was written: the objects are as they were", async (context) => {
  const { world, target, pod } = await claimInUse(context);
  const versions = async () =>
    [
      await api.get(claims, world.place(String(target[0]).slice("pvc/".length))),
      await api.get(pods, world.place(pod)),
    ].map((object) => object?.metadata.resourceVersion);
  const before = await versions();
  answer(await program.alone(undefined, "why", ...target, "-o", "json"));
  answer(await program.alone(undefined, "blockers", ...target, "-o", "json"));
  await program.alone(undefined, "snapshot");
  assert.deepEqual(await versions(), before);
});
